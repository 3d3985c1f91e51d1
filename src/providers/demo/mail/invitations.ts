/** Calendar mail (RFC 5545, RFC 6047): invitations, updates, replies and cancellations. */

import { escapeText, foldLines } from "#shared/mail/write-content-lines.ts";
import { calendarDate, DAY, dayStart, HOUR, moment, onWeekday, wholeSeconds, workday } from "./clock.ts";
import type { Part } from "./compose.ts";
import { type Block, expand, readBlocks, readText } from "./content.ts";
import { type Draft, domainOf, draftOf, type GeneratorOptions } from "./message.ts";
import { OWNER, person } from "./people.ts";
import { hash32, prng } from "./prng.ts";

const SUBJECTS: Record<string, string> = {
	REQUEST: "Invitation: ",
	UPDATE: "Updated invitation: ",
	CANCEL: "Cancelled: ",
	ACCEPTED: "Accepted: ",
	DECLINED: "Declined: ",
	TENTATIVE: "Tentative: ",
};

/** One message about a meeting. @param now from when its days are counted, epoch milliseconds @param days before that it is sent */
export function invitation({ title, fields, entries }: Block, key: string, at: number, now = at, days = 0): Draft {
	const { invite: location = "", by = "", host = by, reply } = fields;
	const [from, organizer] = [person(by), person(host)];
	const guest = reply === undefined ? OWNER : from;
	const method = reply !== undefined ? "REPLY" : fields.cancelled !== undefined ? "CANCEL" : "REQUEST";
	const start = onWeekday(dayStart(now, days - Number(fields.in)) + Number(fields.hour) * HOUR);
	const note = entries[0]?.paragraphs.join("\n\n") ?? "";
	const values = {
		...{ method, title, location, note, answer: reply ?? "NEEDS-ACTION" },
		uid: `${hash32(`${title} ${host}`).toString(16)}@${domainOf(organizer.email)}`,
		...{ stamp: calendarDate(at), start: calendarDate(start), end: calendarDate(start + HOUR) },
		sequence: fields.updated === undefined && method !== "CANCEL" ? 0 : 1,
		status: method === "CANCEL" ? "CANCELLED" : "CONFIRMED",
		...{ hostName: organizer.name, hostEmail: organizer.email, guestName: guest.name, guestEmail: guest.email },
	};
	const body = (): Part => {
		const ics = foldLines(expand(readText("pages/invitation.ics"), values, escapeText).split("\n"));
		const text = expand(readText("pages/invitation.txt"), { ...values, name: from.name });
		const calendar = {
			text: ics,
			subtype: "calendar",
			charset: "utf-8",
			encoding: "base64",
			params: { method },
		} as const;
		return {
			multipart: "mixed",
			parts: [
				{ multipart: "alternative", parts: [{ text, charset: "utf-8" }, calendar] },
				{ type: "application/ics", name: "invite.ics", bytes: () => Buffer.from(ics) },
			],
		};
	};
	return draftOf({
		...{ key, kind: "calendar", at, from, body, headers: () => "X-Mailer: Almanac 4.2" },
		subject: `${SUBJECTS[reply ?? (fields.updated === undefined ? method : "UPDATE")]}${title}`,
		flags: { important: start > now - DAY },
	});
}

/** The calendar mail of the mailbox. */
export function invitations({ now, seed }: GeneratorOptions): Draft[] {
	return readBlocks("invitations").map((block, index) => {
		const key = `invite-${index + 1}`;
		const days = Number(block.fields.sent);
		const at = wholeSeconds(workday(moment(now, days, [8.5, 17], prng(`${seed} ${key}`))));
		const draft = invitation(block, key, at, now, days);
		draft.flags.read = days > 5;
		return draft;
	});
}
