/** Whether an attachment is a calendar file (RFC 5545), by its type or its name. */
export function isCalendarFile({ contentType, filename }: { contentType: string; filename: string }): boolean {
	return /^(?:text\/calendar|application\/ics)/i.test(contentType) || /\.ics$/i.test(filename);
}
