/** Assembles the demo mailbox: messages, folders, flags, and duplicates. */

import type { Flags } from "#server/mail/provider/provider.ts";
import { automaticMessages } from "./automatic.ts";
import { DAY } from "./clock.ts";
import { invitationMessages } from "./invitations.ts";
import { type DemoFolder, type DemoKind, type DraftMessage, messageIdFor, render } from "./message.ts";
import { newsletterMessages } from "./newsletters.ts";
import { noticeMessages } from "./notifications.ts";
import { DEMO_SEED, prng } from "./prng.ts";
import { spamMessages } from "./spam.ts";
import { type GeneratorOptions, peopleMessages } from "./threads.ts";

/** One message: the data a listing needs, and its bytes on demand. */
export interface DemoMessage {
	/** Stable for the same seed and time. */
	id: string;
	kind: DemoKind;
	/** The id of the message that this one duplicates. */
	copyOf?: string;
	folder: DemoFolder;
	flags: Flags;
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
function finalize(draft: DraftMessage, edition: GeneratorOptions): void {
	const random = prng(`${edition.seed} settle ${draft.key}`);
	const age = (edition.now - draft.at) / DAY;
	const { flags } = draft;
	const personal = draft.kind === "person";
	if (draft.folder !== "inbox") return;
	if (personal) {
		flags.read = age > 12 || flags.answered || random.chance(age < 2 ? 0.45 : 0.8);
		flags.starred = random.chance(0.07);
		flags.important = random.chance(draft.labels.includes("Clients") ? 0.25 : 0.06);
	} else if (draft.kind === "list") flags.read = random.chance(0.7);
	else {
		flags.starred = flags.starred || random.chance(0.015);
		// Skimmed mail, and mail marked as read in bulk at the end of a month.
		flags.read = flags.read || random.chance(age > 30 ? 0.3 : 0.12);
	}
	if (draft.kind === "newsletter" && random.chance(0.04)) draft.labels = [...draft.labels, "To read"];

	const harbour = draft.from.email.endsWith("@harbourmuseum.example") || draft.labels.includes("Harbour");
	if (personal && harbour && age > 25 && random.chance(0.7)) draft.folder = "harbour";
	else if (personal && age > 60 && random.chance(0.6)) draft.folder = "archive";
	else if (draft.kind === "code" && age > 40 && random.chance(0.5)) draft.folder = "archive";
	else if (draft.kind === "travel" && age > 50 && random.chance(0.5)) draft.folder = "archive";
	else if (draft.kind === "newsletter" && random.chance(0.05)) draft.folder = "trash";
	else if (draft.kind === "social" && random.chance(0.08)) draft.folder = "trash";
	if (draft.folder === "trash" || draft.folder === "archive") flags.read = flags.read || random.chance(0.7);
}

/** Duplicates: some delivered twice by different routes, some sent again by the sender. */
function copies(drafts: readonly DraftMessage[], edition: GeneratorOptions): { draft: DraftMessage; of: string }[] {
	const random = prng(`${edition.seed} copies`);
	const eligible = drafts.filter(
		(draft) =>
			draft.folder === "inbox" && !draft.large && ["person", "newsletter", "invoice", "update"].includes(draft.kind),
	);
	return random
		.shuffle(eligible)
		.slice(0, 24)
		.map((original, index) => {
			const key = `${original.key}+again`;
			const again = index % 3 === 0;
			const at = Math.min(original.at + (again ? random.int(10, 240) * 60_000 : random.int(1, 90) * 1000), edition.now);
			const draft: DraftMessage = {
				...original,
				key,
				at,
				flags: { ...original.flags, answered: false, starred: false },
				labels: [...original.labels],
				messageId: again ? messageIdFor(key, original.from.email) : original.messageId,
			};
			return { draft, of: original.key };
		});
}

function describe(draft: DraftMessage, copyOf?: string): DemoMessage {
	return {
		id: draft.key,
		kind: draft.kind,
		...(copyOf === undefined ? {} : { copyOf }),
		folder: draft.folder,
		flags: draft.flags,
		labels: draft.labels,
		receivedAt: draft.at,
		subject: draft.subject,
		from: draft.from.email,
		large: draft.large ?? false,
		raw: () => render(draft),
	};
}

/**
 * The demo mailbox, newest message first.
 * @param options.now epoch milliseconds; nothing is newer, and the oldest message is about fourteen months older
 * @param options.seed another seed gives another mailbox; the same seed and time give the same bytes
 */
export function generateDemo(options: { now: number; seed?: string }): DemoMessage[] {
	const edition: GeneratorOptions = { now: options.now, seed: options.seed ?? DEMO_SEED };
	const people = peopleMessages(edition);
	const drafts = [
		...people,
		...newsletterMessages(edition),
		...noticeMessages(edition),
		...invitationMessages(edition),
		...spamMessages(edition),
		...automaticMessages(edition, people),
	];
	for (const draft of drafts) finalize(draft, edition);
	return [
		...drafts.map((draft) => describe(draft)),
		...copies(drafts, edition).map(({ draft, of }) => describe(draft, of)),
	].sort((a, b) => b.receivedAt - a.receivedAt || (a.id < b.id ? -1 : 1));
}
