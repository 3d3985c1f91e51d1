import { escapeText, foldLines, quoteParam } from "../mail/write-content-lines.ts";
import type { Invitation } from "./invitation.ts";
import type { Answer } from "./status.ts";

interface AnswerOptions {
	answer: Answer;
	/** Who answers. */
	attendee: { name: string; email: string };
	/** Names the program that writes it. */
	product: string;
	now: Date;
}

/** The calendar part of an answer to an invitation (RFC 5546 §3.2.3). */
export function writeAnswer(invitation: Invitation, { answer, attendee, product, now }: AnswerOptions): string {
	const stamp = now.toISOString().replace(/[-:]|\.\d+/g, "");
	const name = attendee.name === "" ? "" : `;CN=${quoteParam(attendee.name)}`;
	return foldLines([
		"BEGIN:VCALENDAR",
		`PRODID:-//${escapeText(product)}//EN`,
		"VERSION:2.0",
		"METHOD:REPLY",
		...invitation.timeZones.flatMap((zone) => zone.split("\n")),
		"BEGIN:VEVENT",
		`UID:${invitation.uid}`,
		`DTSTAMP:${stamp}`,
		`SEQUENCE:${invitation.sequence}`,
		...invitation.answered,
		`ATTENDEE;PARTSTAT=${answer.toUpperCase()}${name}:mailto:${attendee.email}`,
		"END:VEVENT",
		"END:VCALENDAR",
	]);
}
