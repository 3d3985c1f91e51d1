/** Mail that comes into a new demo mailbox while its user looks around. */

import { dayStart, HOUR, onWeekday } from "./clock.ts";
import { type Invitation, invitationMessage } from "./invitation-message.ts";
import { type DraftMessage, messageIdFor, OWNER, render } from "./message.ts";
import { nextIssue } from "./newsletters.ts";
import { PEOPLE, type Person } from "./people.ts";
import { DEMO_SEED, type Prng, prng } from "./prng.ts";
import { type Block, readProse } from "./prose.ts";
import { filler } from "./slots.ts";
import { type GeneratorOptions, stranger, threadKey } from "./threads.ts";
import { spoken } from "./voices.ts";

/** One message that is still to come. */
export interface Arrival {
	/** Milliseconds after the mailbox was started. */
	after: number;
	/** RFC 5322 bytes. @param at epoch milliseconds at which it arrives */
	raw(at: number): Uint8Array;
}

interface Occasion {
	block: Block;
	key: string;
	at: number;
	edition: GeneratorOptions;
	random: Prng;
}

/** What arrives in the first hour, in order: replies, newsletters, invitations, first-time senders and a duplicate. */
export function demoArrivals(): Arrival[] {
	const blocks = readProse("arrivals");
	return blocks.map((block, index) => ({
		after: Number(block.fields.after) * 1000,
		raw(at) {
			// The same message again, by another route: equal but for its trace.
			const position = block.fields.again === undefined ? index : index - 1;
			const draft = compose(blocks[position] as Block, { key: `arrival-${position + 1}`, at });
			return render(position === index ? draft : { ...draft, key: `arrival-${index + 1}` });
		},
	}));
}

function compose(block: Block, { key, at }: { key: string; at: number }): DraftMessage {
	const edition = { now: at, seed: DEMO_SEED };
	if (block.fields.letter !== undefined) return nextIssue(edition, block.title, at);
	const occasion = { block, key, at, edition, random: prng(`${DEMO_SEED} ${key}`) };
	return block.fields.invite === undefined ? personal(occasion) : meeting(occasion);
}

function meeting({ block: { title, fields, entries }, key, at }: Occasion): DraftMessage {
	const by = fields.by as string;
	const days = Number(fields.in);
	const invitation: Invitation = {
		title,
		location: fields.invite as string,
		by,
		host: by,
		sent: 0,
		ahead: days,
		hour: Number(fields.hour),
		method: "REQUEST",
		note: entries[0]?.paragraphs.join("\n\n") ?? "",
		...(fields.updated !== undefined && { sequence: 1 }),
	};
	const start = onWeekday(dayStart(at, -days) + invitation.hour * HOUR);
	return invitationMessage(invitation, { key, at, start });
}

function personal({ block: { title, fields, slots, entries }, key, at, random }: Occasion): DraftMessage {
	const who = fields.by === undefined ? (PEOPLE[fields.who as string] as Person) : stranger(fields.by, random);
	const to = PEOPLE.ada as Person;
	const paragraphs = (entries[0]?.paragraphs ?? []).map(filler(slots, random, at));
	const answered = fields.answers === undefined ? null : messageIdFor(`${threadKey(fields.answers)}/1`, OWNER.email);
	return {
		key,
		kind: "person",
		at,
		...(who.offset !== undefined && { offset: who.offset }),
		from: who,
		to: [to],
		subject: title,
		messageId: messageIdFor(key, who.email),
		...(answered !== null && { inReplyTo: answered, references: [answered] }),
		body: () => spoken({ key, at, who, to, subject: title, paragraphs, position: 0 }),
		verdict: "pass",
		folder: "inbox",
		flags: { read: false, starred: false, important: false, answered: false },
		labels: who.label === undefined ? [] : [who.label],
	};
}
