/** Calendar mail (RFC 5545, RFC 6047): invitations, updates, replies and cancellations. */

import { calendarDate, DAY, dayStart, HOUR, moment, onWeekday, workday } from "./clock.ts";
import type { Part } from "./compose.ts";
import { type DraftMessage, messageIdFor } from "./message.ts";
import { PEOPLE, type Person } from "./people.ts";
import { hash32, prng } from "./prng.ts";
import type { GeneratorOptions } from "./threads.ts";

type Method = "REQUEST" | "REPLY" | "CANCEL";

interface Invitation {
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

const INVITATIONS: Invitation[] = [
	[
		"Programme meeting, Working the Tide",
		"Old Custom House, room 2",
		"helen",
		"helen",
		6,
		8,
		10,
		"REQUEST",
		"Agenda: glass, crates, invitations. An hour at most.",
	],
	[
		"Programme meeting, Working the Tide",
		"Old Custom House, room 1",
		"helen",
		"helen",
		3,
		5,
		11,
		"REQUEST",
		"Room 1 instead of 2, and eleven instead of ten. I am sorry.",
		1,
	],
	[
		"Lever 14: first pull",
		"Signal box, Vale Railway yard",
		"owen",
		"owen",
		5,
		14,
		10,
		"REQUEST",
		"Mr Haskett will be there from nine. Please wear gloves.",
	],
	[
		"Crates from Lindenau: opening",
		"Harbour Museum, store",
		"nadia",
		"nadia",
		2,
		33,
		9,
		"REQUEST",
		"Forty-eight hours after arrival, not a minute sooner.",
	],
	[
		"Review of panels 7 to 12",
		"Marlow Studio, long table",
		"tomas",
		"tomas",
		1,
		2,
		14,
		"REQUEST",
		"Please have read them beforehand.",
	],
	[
		"Parents' evening, class 5K",
		"Millbrook School, room 9",
		"eleni",
		"eleni",
		9,
		12,
		17,
		"REQUEST",
		"Ten minutes each. The hall has tea.",
	],
	[
		"Trustees: design presentation",
		"Old Custom House, board room",
		"helen",
		"helen",
		96,
		10,
		18,
		"REQUEST",
		"You have twenty minutes, and they will have read nothing.",
	],
	[
		"Interim visit, listening posts",
		"Sailing club, Northgate",
		"fern",
		"fern",
		41,
		15,
		13,
		"REQUEST",
		"Boots advised. Two of the committee would like to come.",
	],
	[
		"Year-end meeting",
		"Quint & Lowe, first floor",
		"rafa",
		"rafa",
		164,
		9,
		15,
		"REQUEST",
		"We will need the stock list and the van.",
	],
	[
		"Choir: extra rehearsal",
		"The hall with the good radiators",
		"nora",
		"nora",
		17,
		4,
		19,
		"REQUEST",
		"Altos first, then everybody.",
	],
	[
		"Site walk, east stair",
		"Harbour Museum, east door",
		"mina",
		"ada",
		22,
		3,
		8,
		"REPLY",
		"Mina Kowal has accepted this invitation.",
		0,
		"ACCEPTED",
	],
	[
		"Site walk, east stair",
		"Harbour Museum, east door",
		"helen",
		"ada",
		22,
		3,
		8,
		"REPLY",
		"Helen Ostrow has accepted this invitation.",
		0,
		"ACCEPTED",
	],
	[
		"Site walk, east stair",
		"Harbour Museum, east door",
		"lars",
		"ada",
		21,
		2,
		8,
		"REPLY",
		"Lars Nyström has declined: in Bergen that day.",
		0,
		"DECLINED",
	],
	[
		"Studio lunch with Orla Penney",
		"Marlow Studio",
		"priya",
		"ada",
		8,
		3,
		12,
		"REPLY",
		"Priya Raman has accepted this invitation.",
		0,
		"ACCEPTED",
	],
	[
		"Lighting test, chart corner",
		"Harbour Museum, gallery 2",
		"lars",
		"ada",
		34,
		6,
		16,
		"REPLY",
		"Lars Nyström has accepted tentatively: subject to the ferry.",
		0,
		"TENTATIVE",
	],
	[
		"Access panel, second meeting",
		"Northgate Library",
		"marcus",
		"marcus",
		75,
		6,
		14,
		"REQUEST",
		"With the floor plans, large, please.",
	],
	[
		"Access panel, second meeting",
		"Northgate Library",
		"marcus",
		"marcus",
		72,
		3,
		14,
		"CANCEL",
		"Cancelled: the lift is out of order, which rather makes the point.",
		1,
	],
	[
		"Friends' committee",
		"Northgate Library, reading room",
		"marcus",
		"marcus",
		140,
		7,
		18,
		"CANCEL",
		"Cancelled for want of a quorum.",
		1,
	],
	[
		"Tender briefing, Skerry Point",
		"By video",
		"dele",
		"dele",
		174,
		3,
		9,
		"REQUEST",
		"Half an hour on the three clauses.",
	],
	[
		"Workshop on labels",
		"Old Custom House, room 2",
		"nadia",
		"nadia",
		260,
		12,
		10,
		"REQUEST",
		"For the volunteers. Please bring the worst label you have.",
	],
	[
		"Signs at the botanical garden: handover",
		"Jardin botanique, serre",
		"claire",
		"claire",
		352,
		7,
		9,
		"REQUEST",
		"Rendez-vous devant la serre. Bottes conseillées.",
	],
].map(([title, location, by, host, sent, ahead, hour, method, note, sequence, answer]) => ({
	title,
	location,
	by,
	host,
	sent,
	ahead,
	hour,
	method,
	note,
	...(sequence === undefined ? {} : { sequence }),
	...(answer === undefined ? {} : { answer }),
})) as Invitation[];

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

/** The calendar mail of the mailbox. */
export function invitationMessages(edition: GeneratorOptions): DraftMessage[] {
	return INVITATIONS.map((invitation, index) => {
		const key = `invite-${index + 1}`;
		const random = prng(`${edition.seed} ${key}`);
		const by = PEOPLE[invitation.by] as Person;
		const at = Math.floor(workday(moment(edition.now, invitation.sent, [8.5, 17], random)) / 1000) * 1000;
		const start = onWeekday(dayStart(edition.now, invitation.sent - invitation.ahead) + invitation.hour * HOUR);
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
			flags: { read: invitation.sent > 5, starred: false, important: start > edition.now - DAY, answered: false },
			labels: [],
		};
	});
}
