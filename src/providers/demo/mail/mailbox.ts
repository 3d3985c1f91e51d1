/** Assembles the demo mailbox: messages, folders, flags, and duplicates. */

import type { MessageFlags } from "#shared/mail/flags.ts";
import { automatic } from "./automatic.ts";
import { DAY } from "./clock.ts";
import { conversations } from "./conversations.ts";
import { invitations } from "./invitations.ts";
import { type Draft, type GeneratorOptions, messageIdFor, render } from "./message.ts";
import { newsletters } from "./newsletters.ts";
import { notifications } from "./notifications.ts";
import { DEMO_SEED, prng } from "./prng.ts";
import { spam } from "./spam.ts";

/** One message: the data a listing needs, and its bytes on demand. */
export interface DemoMessage {
	/** Stable for the same seed and time. */
	id: string;
	kind: string;
	/** The id of the message that this one duplicates. */
	copyOf?: string;
	folder: string;
	flags: MessageFlags;
	labels: string[];
	/** Epoch milliseconds. */
	receivedAt: number;
	subject: string;
	from: string;
	/** Several megabytes. */
	large: boolean;
	/** RFC 5322 bytes, composed on each call; always the same. */
	raw(): Uint8Array;
}

/** Sets read, starred, important and folder as a busy user would leave them. */
function finalize(draft: Draft, { now, seed }: GeneratorOptions): void {
	if (draft.folder !== "inbox") return;
	const random = prng(`${seed} settle ${draft.key}`);
	const age = (now - draft.at) / DAY;
	const { flags, kind, labels } = draft;
	const isPersonal = kind === "person";
	if (isPersonal) {
		flags.read = age > 12 || flags.answered || random.chance(age < 2 ? 0.45 : 0.8);
		flags.starred = random.chance(0.07);
		flags.important = random.chance(labels.includes("Clients") ? 0.25 : 0.06);
	} else if (kind === "list") flags.read = random.chance(0.7);
	else {
		flags.starred = random.chance(0.015);
		// Skimmed mail, and mail marked as read in bulk at the end of a month.
		flags.read ||= random.chance(age > 30 ? 0.3 : 0.12);
	}
	if (kind === "newsletter" && random.chance(0.04)) draft.labels = [...labels, "To read"];

	const isHarbour = draft.from.email.endsWith("@harbourmuseum.example") || labels.includes("Harbour");
	const moves: [isMoved: boolean, chance: number, folder: string][] = [
		[isPersonal && isHarbour && age > 25, 0.7, "harbour"],
		[isPersonal && age > 60, 0.6, "archive"],
		[kind === "code" && age > 40, 0.5, "archive"],
		[kind === "travel" && age > 50, 0.5, "archive"],
		[kind === "newsletter", 0.05, "trash"],
		[kind === "social", 0.08, "trash"],
	];
	draft.folder = moves.find(([isMoved, chance]) => isMoved && random.chance(chance))?.[2] ?? "inbox";
	if (draft.folder === "trash" || draft.folder === "archive") flags.read ||= random.chance(0.7);
}

/** Duplicates: some delivered twice by different routes, some sent again by the sender. */
function copies(drafts: readonly Draft[], { now, seed }: GeneratorOptions): DemoMessage[] {
	const random = prng(`${seed} copies`);
	const kinds = ["person", "newsletter", "invoice", "update"];
	const eligible = drafts.filter(({ folder, large, kind }) => folder === "inbox" && !large && kinds.includes(kind));
	const originals = random.shuffle(eligible).slice(0, 24);
	return originals.map((original, index) => {
		const key = `${original.key}+again`;
		const isSentAgain = index % 3 === 0;
		const at = original.at + (isSentAgain ? random.int(10, 240) * 60_000 : random.int(1, 90) * 1000);
		const messageId = isSentAgain ? messageIdFor(key, original.from.email) : original.messageId;
		const flags = { ...original.flags, answered: false, starred: false };
		return describe({ ...original, key, at: Math.min(at, now), flags, messageId }, original.key);
	});
}

function describe(draft: Draft, copyOf?: string): DemoMessage {
	const { key: id, kind, folder, flags, labels, at: receivedAt, subject, from, large } = draft;
	const facts = { id, kind, copyOf, folder, flags, labels, receivedAt, subject, from: from.email, large };
	return { ...facts, raw: () => render(draft) };
}

/**
 * The demo mailbox, newest message first.
 * @param options.now epoch milliseconds; nothing is newer, and the oldest message is about fourteen months older
 * @param options.seed another seed gives another mailbox; the same seed and time give the same bytes
 */
export function generateDemo({ now, seed = DEMO_SEED }: { now: number; seed?: string }): DemoMessage[] {
	const edition: GeneratorOptions = { now, seed };
	const personal = conversations(edition);
	const drafts = [
		...personal,
		...newsletters(edition),
		...notifications(edition),
		...invitations(edition),
		...spam(edition),
		...automatic(edition, personal),
	];
	for (const draft of drafts) finalize(draft, edition);
	return [...drafts.map((draft) => describe(draft)), ...copies(drafts, edition)].sort(
		(a, b) => b.receivedAt - a.receivedAt || (a.id < b.id ? -1 : 1),
	);
}
