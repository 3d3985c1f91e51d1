/** The name of an exported email: `email-2026-11-23T10-05-00.txt`, in local time. */
export function exportName(at: Date): string {
	const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
	return `email-${local.toISOString().slice(0, 19).replaceAll(":", "-")}.txt`;
}
