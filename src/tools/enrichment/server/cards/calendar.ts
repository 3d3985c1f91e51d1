import { contentLines } from "#shared/mail/content-lines.ts";
import { personName } from "../names.ts";

/** The name with which a calendar (RFC 5545) lists an address as organizer or attendee; null: none. */
export function nameInCalendar(text: string, email: string): string | null {
	for (const { name, params, value } of contentLines(text)) {
		if (name !== "ORGANIZER" && name !== "ATTENDEE") continue;
		if (
			value
				.trim()
				.replace(/^mailto:/i, "")
				.toLowerCase() !== email
		)
			continue;
		const found = personName(params.get("CN") ?? "");
		if (found !== null) return found;
	}
	return null;
}
