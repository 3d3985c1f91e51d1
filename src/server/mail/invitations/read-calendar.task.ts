import { type Invitation, readInvitation } from "#shared/calendar/invitation.ts";
import { binaryString } from "#shared/mail/charsets.ts";
import { fieldOf, type MimePart, mimeParts, textOf } from "#shared/mail/mime-parts.ts";

/** The event of a message's calendar part (RFC 6047); null: it has none that can be read. */
export default function readCalendar(raw: Buffer): Invitation | null {
	const parts = mimeParts(binaryString(raw)).filter(isCalendar);
	// The part for calendars comes before the same as a file.
	parts.sort((a, b) => Number(b.type === "text/calendar") - Number(a.type === "text/calendar"));
	for (const part of parts) {
		const invitation = readInvitation(textOf({ ...part, params: { charset: "utf-8", ...part.params } }));
		if (invitation !== null) return invitation;
	}
	return null;
}

function isCalendar({ type, fields }: MimePart): boolean {
	if (type === "text/calendar" || type === "application/ics") return true;
	return /\.ics"?\s*(?:;|$)/i.test(`${fieldOf(fields, "content-disposition")};${fieldOf(fields, "content-type")}`);
}
