/** Mail that comes into a new demo mailbox while its user looks around. */

import { type Block, readBlocks } from "./content.ts";
import { threadKey } from "./conversations.ts";
import { invitation } from "./invitations.ts";
import { type Draft, draftOf, messageIdFor, render } from "./message.ts";
import { nextIssue } from "./newsletters.ts";
import { OWNER, person, stranger } from "./people.ts";
import { DEMO_SEED, prng } from "./prng.ts";
import { filler } from "./slots.ts";
import { spoken } from "./voices.ts";

/** One message that is still to come. */
export interface Arrival {
	/** Milliseconds after the mailbox was started. */
	after: number;
	/** RFC 5322 bytes. @param at epoch milliseconds at which it arrives */
	raw(at: number): Uint8Array;
}

/** What arrives in the first hour, in order: replies, newsletters, invitations, first-time senders and a duplicate. */
export function demoArrivals(): Arrival[] {
	const blocks = readBlocks("arrivals");
	return blocks.map(({ fields }, index) => ({
		after: Number(fields.after) * 1000,
		raw(at) {
			// The same message again, by another route: equal but for its trace.
			const position = fields.again === undefined ? index : index - 1;
			const draft = compose(blocks[position] as Block, `arrival-${position + 1}`, at);
			return render(position === index ? draft : { ...draft, key: `arrival-${index + 1}` });
		},
	}));
}

function compose(block: Block, key: string, at: number): Draft {
	const { title, fields, slots, entries } = block;
	if (fields.letter !== undefined) return nextIssue({ now: at, seed: DEMO_SEED }, title, at);
	if (fields.invite !== undefined) return invitation(block, key, at);
	const random = prng(`${DEMO_SEED} ${key}`);
	const from = fields.by === undefined ? person(fields.who) : stranger(fields.by, random);
	const paragraphs = (entries[0]?.paragraphs ?? []).map(filler(slots, random, at));
	const { answers } = fields;
	return draftOf({
		...{ key, kind: "person", at, offset: from.offset, from, subject: title },
		references: answers === undefined ? [] : [messageIdFor(`${threadKey(answers)}/1`, OWNER.email)],
		body: () => spoken({ key, at, who: from, to: OWNER, subject: title, paragraphs, position: 0 }),
	});
}
