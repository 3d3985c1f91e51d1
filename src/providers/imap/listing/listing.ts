import type { ImapFlow } from "imapflow";
import type { RemoteMessage } from "#server/mail/provider/provider.ts";
import { packFlags } from "#shared/mail/flags.ts";
import { select } from "../connection/command-queue.ts";
import type { ImapFolder } from "../folders/folders.ts";
import { readEnvelopes } from "../messages/envelopes.ts";
import { existing } from "../messages/search.ts";
import type { FolderMark } from "../state/cursor.ts";
import { locationOf } from "../state/ids.ts";
import { countUids, highest, NO_UIDS, subtract, type UidSet, uidSet, unite } from "../state/uids.ts";
import { later, tracking } from "./change-tracking.ts";

/** UIDs still to be listed per folder, cached per session: saves a SEARCH per page. */
export type Remaining = Map<string, { validity: string; down: number; uids: UidSet }>;

export interface ListedPart {
	messages: RemoteMessage[];
	mark: FolderMark;
	/** Messages of the folder still to be listed. */
	remainingCount: number;
}

/**
 * The next messages of a folder's first listing, newest first.
 * @param before the mark so far; undefined at the beginning
 * @returns null when the folder was recreated: its UIDVALIDITY differs
 */
export async function listOlder(
	client: ImapFlow,
	{ folder, key, before }: { folder: ImapFolder; key: string; before: FolderMark | undefined },
	{ room, remaining }: { room: number; remaining: Remaining },
): Promise<ListedPart | null> {
	const box = await select(client, folder.path, "read", before === undefined);
	if (before !== undefined && before.validity !== box.validity) return null;
	const { validity } = box;
	const mark =
		before ??
		begin(client, {
			key,
			validity: box.validity,
			next: box.uidNext,
			modseq: later(box.modseq, folder.status?.modseq ?? null),
		});
	const down = mark.down ?? mark.next;
	const atLeast = before === undefined ? box.messages : 0;
	const cached = remaining.get(folder.path);
	const isCached = cached !== undefined && cached.validity === validity && cached.down === down;
	const uids = isCached ? cached.uids : down > 1 ? await existing(client, [[1, down - 1]], atLeast) : NO_UIDS;
	const slice = highest(uids, room);
	const messages = await readEnvelopes(client, { ...folder, key, validity }, slice);
	messages.sort((a, b) => (locationOf(b.id)?.uid ?? 0) - (locationOf(a.id)?.uid ?? 0));
	const reached = slice[0]?.[0] ?? 1;
	const rest = subtract(uids, [[reached, down]]);
	if (rest.length === 0) remaining.delete(folder.path);
	else remaining.set(folder.path, { validity, down: reached, uids: rest });
	const { down: _, ...done } = remember(mark, messages);
	return { messages, mark: rest.length === 0 ? done : { ...done, down: reached }, remainingCount: countUids(rest) };
}

function begin(
	client: ImapFlow,
	{ key, validity, next, modseq }: { key: string; validity: string; next: number; modseq: string | null },
): FolderMark {
	const { reportsVanished, reportsChanges } = tracking(client, modseq);
	return {
		key,
		validity,
		next,
		modseq: reportsChanges ? modseq : null,
		...(reportsVanished ? {} : { known: NO_UIDS }),
		...(reportsChanges ? {} : { flags: new Map() }),
	};
}

/** Adds listed messages to the UIDs and flags that the cursor tracks. */
export function remember(mark: FolderMark, messages: readonly RemoteMessage[]): FolderMark {
	const { known, flags } = mark;
	if (known === undefined) return mark;
	const uids = messages.map(({ id }) => locationOf(id)?.uid ?? 0);
	const book = flags === undefined ? undefined : new Map(flags);
	for (const [index, { flags: now }] of messages.entries()) book?.set(uids[index] ?? 0, packFlags(now));
	return { ...mark, known: unite(known, uidSet(uids)), ...(book === undefined ? {} : { flags: book }) };
}
