/** A calendar message (RFC 5545, RFC 6047). */

import { calendarDate, HOUR } from "./clock.ts";
import type { Part } from "./compose.ts";
import { type DraftMessage, messageIdFor } from "./message.ts";
import { PEOPLE, type Person } from "./people.ts";
import { hash32 } from "./prng.ts";

type Method = "REQUEST" | "REPLY" | "CANCEL";

export interface Invitation {
	title: string;
	location: string;
	/** The sender of this message. */
	by: string;
	/** The organizer. */
	host: string;
	/** Days before now on which it is sent. */
	sent: number;
	/** Days from sending to the meeting. */
	ahead: number;
	hour: number;
	method: Method;
	sequence?: number;
	answer?: "ACCEPTED" | "DECLINED" | "TENTATIVE";
	note: string;
}

/** Folds at 75 octets (RFC 5545 §3.1), never inside a character. */
function fold(line: string): string {
	let out = "";
	let width = 0;
	for (const character of line) {
		const size = Buffer.byteLength(character);
		if (width + size > 74) {
			out += "\r\n ";
			width = 1;
		}
		out += character;
		width += size;
	}
	return out;
}

const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, "\\$&").replaceAll("\n", "\\n");

function event(invitation: Invitation, start: number, sentAt: number): string {
	const host = PEOPLE[invitation.host] as Person;
	const guest = invitation.method === "REPLY" ? (PEOPLE[invitation.by] as Person) : (PEOPLE.ada as Person);
	const partstat = invitation.answer ?? "NEEDS-ACTION";
	const uid = `${hash32(`${invitation.title} ${invitation.host}`).toString(16)}@${host.email.split("@")[1]}`;
	const lines = [
		"BEGIN:VCALENDAR",
		"VERSION:2.0",
		"PRODID:-//Almanac//Almanac 4.2//EN",
		`METHOD:${invitation.method}`,
		"BEGIN:VEVENT",
		`UID:${uid}`,
		`DTSTAMP:${calendarDate(sentAt)}`,
		`DTSTART:${calendarDate(start)}`,
		`DTEND:${calendarDate(start + HOUR)}`,
		`SEQUENCE:${invitation.sequence ?? 0}`,
		`STATUS:${invitation.method === "CANCEL" ? "CANCELLED" : "CONFIRMED"}`,
		`SUMMARY:${escaped(invitation.title)}`,
		`LOCATION:${escaped(invitation.location)}`,
		`DESCRIPTION:${escaped(invitation.note)}`,
		`ORGANIZER;CN="${host.name}":mailto:${host.email}`,
		`ATTENDEE;CN="${guest.name}";ROLE=REQ-PARTICIPANT;PARTSTAT=${partstat};RSVP=TRUE:mailto:${guest.email}`,
		"END:VEVENT",
		"END:VCALENDAR",
	];
	return `${lines.map(fold).join("\r\n")}\r\n`;
}

const SUBJECTS: Record<string, string> = {
	REQUEST: "Invitation: ",
	CANCEL: "Cancelled: ",
	ACCEPTED: "Accepted: ",
	DECLINED: "Declined: ",
	TENTATIVE: "Tentative: ",
};

/** One message about a meeting. @param times.start epoch milliseconds of the meeting */
export function invitationMessage(
	invitation: Invitation,
	{ key, at, start }: { key: string; at: number; start: number },
): DraftMessage {
	const by = PEOPLE[invitation.by] as Person;
	const updated = invitation.method === "REQUEST" && (invitation.sequence ?? 0) > 0;
	const subject = `${updated ? "Updated invitation: " : SUBJECTS[invitation.answer ?? invitation.method]}${invitation.title}`;
	const ics = event(invitation, start, at);
	const text = `${invitation.note}\n\nWhat: ${invitation.title}\nWhere: ${invitation.location}\n\n${by.name}`;
	const body = (): Part => ({
		multipart: "mixed",
		parts: [
			{
				multipart: "alternative",
				parts: [
					{ text, charset: "utf-8" },
					{
						text: ics,
						subtype: "calendar",
						charset: "utf-8",
						encoding: "base64",
						params: { method: invitation.method },
					},
				],
			},
			{ type: "application/ics", name: "invite.ics", bytes: () => Buffer.from(ics) },
		],
	});
	return {
		key,
		kind: "calendar",
		at,
		from: by,
		to: [PEOPLE.ada as Person],
		subject,
		messageId: messageIdFor(key, by.email),
		headers: [["X-Mailer", "Almanac 4.2"]],
		body,
		verdict: "pass",
		folder: "inbox",
		flags: { read: false, starred: false, important: true, answered: false },
		labels: [],
	};
}
