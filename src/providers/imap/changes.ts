import type { ImapFlow } from "imapflow";
import { CursorExpired } from "#server/mail/provider/errors.ts";
import type { RemoteMessage } from "#server/mail/provider/provider.ts";
import { later, type Tracking, tracking } from "./change-tracking.ts";
import { select } from "./command-queue.ts";
import type { FolderMark } from "./cursor.ts";
import { messageStateOf, readEnvelopes } from "./envelopes.ts";
import { packFlags, readFlags } from "./flags.ts";
import type { ImapFolder } from "./folders.ts";
import { locationOf, messageId } from "./ids.ts";
import { remember } from "./listing.ts";
import { existing } from "./search.ts";
import {
	countUids,
	eachUid,
	hasUid,
	highest,
	intersect,
	lowest,
	NO_UIDS,
	sequences,
	subtract,
	type UidSet,
	uidSet,
	unite,
} from "./uids.ts";

/** Removed UIDs reported individually when a folder was recreated or deleted. */
const MAX_LISTED = 1_000_000;
/** UIDs reported as removed for messages that were added and expunged between two syncs. */
const MAX_MISSED = 10_000;
/** In cursors of servers without mod-sequences. */
const NO_MODSEQ = "0";

export interface ChangedPart {
	messages: RemoteMessage[];
	removed: string[];
	mark: FolderMark;
	/** False: the rest did not fit into the page. */
	isDone: boolean;
}

/** Whether a folder may have changes that were not listed yet. */
export function isTouched(client: ImapFlow, mark: FolderMark, { status }: ImapFolder): boolean {
	if (status === undefined || mark.rest !== undefined) return true;
	if (status.validity !== mark.validity || status.uidNext !== mark.next) return true;
	if (status.modseq !== mark.modseq) return true;
	// Without mod-sequences the server does not report flag changes.
	if (!tracking(client, status.modseq).reportsChanges) return true;
	return mark.known !== undefined && countUids(mark.known) !== status.messages;
}

/**
 * Lists a folder's changes since its mark: removals, flag changes, then new messages in order of arrival, which may include
 * messages moved from other folders.
 * @param room messages that still fit into the page; removals count as well
 * @returns null when the folder was recreated: its UIDVALIDITY differs
 */
export async function listChanged(
	client: ImapFlow,
	folder: ImapFolder,
	before: FolderMark,
	room: number,
): Promise<ChangedPart | null> {
	const box = await select(client, folder.path, "read");
	const { key, validity, next } = before;
	if (validity !== box.validity) return null;
	// Both are read before the changes: a change in between is found again in the next round.
	const modseq = later(box.modseq, folder.status?.modseq ?? null);
	const uidNext = Math.max(box.uidNext, folder.status?.uidNext ?? 0, next);
	const ways = tracking(client, modseq);

	const window = before.rest ?? { from: 0, to: next - 1, modseq: modseq ?? NO_MODSEQ };
	// All others are new.
	const atLeast = window.from === 0 ? box.messages - (uidNext - next) : 0;
	const old = await listKnown(client, prepared(before, ways), { ...window, atLeast }, { ways, room });
	const changed = old.changed.map(
		(message): RemoteMessage => ({
			id: messageId(key, validity, message.uid),
			...messageStateOf(client, folder, message),
		}),
	);
	const fresh = await readNewUids(client, next, uidNext - 1, room - changed.length);
	const added = await readEnvelopes(client, { ...folder, key, validity }, fresh.uids);
	const gone = unite(old.removed, missed(next, fresh.next - 1, added));
	const mark = remember({ ...remember(old.mark, changed), next: fresh.next }, added);
	const isDone = mark.rest === undefined && fresh.isDone;
	return {
		messages: [...changed, ...added],
		removed: [...eachUid(gone)].map((uid) => messageId(key, validity, uid)),
		mark: isDone ? completed(mark, ways, window.modseq) : mark,
		isDone,
	};
}

/** A mark from when the server tracked more itself: what it no longer reports is tracked here from now on. */
function prepared(mark: FolderMark, { reportsChanges, reportsVanished }: Tracking): FolderMark {
	return {
		...mark,
		...(reportsVanished || mark.known !== undefined ? {} : { known: listedUids(mark) }),
		...(reportsChanges || mark.flags !== undefined ? {} : { flags: new Map() }),
	};
}

/** UIDs that may have been listed. @throws CursorExpired when there are too many to report individually */
export function listedUids({ known, down = 1, next }: FolderMark): UidSet {
	const uids = known ?? (next > down ? [[down, next - 1] as const] : NO_UIDS);
	if (countUids(uids) > MAX_LISTED) throw new CursorExpired("Too much has changed to tell it message by message");
	return uids;
}

/**
 * UIDs added and expunged without being listed. They are reported as removed, because a message may be known by the id it
 * got when it was moved there from here.
 */
function missed(from: number, to: number, added: readonly RemoteMessage[]): UidSet {
	if (to < from) return NO_UIDS;
	return highest(subtract([[from, to]], uidSet(added.map(({ id }) => locationOf(id)?.uid ?? from))), MAX_MISSED);
}

/** The next new messages. */
async function readNewUids(
	client: ImapFlow,
	from: number,
	to: number,
	room: number,
): Promise<{ uids: UidSet; next: number; isDone: boolean }> {
	if (to < from) return { uids: NO_UIDS, next: from, isDone: true };
	if (room <= 0) return { uids: NO_UIDS, next: from, isDone: false };
	if (to - from < room) return { uids: [[from, to]], next: to + 1, isDone: true };
	const all = await existing(client, [[from, to]]);
	const uids = lowest(all, room);
	const isDone = countUids(all) <= room;
	return { uids, next: isDone ? to + 1 : (uids.at(-1)?.[1] ?? to) + 1, isDone };
}

interface KnownPart {
	changed: FlaggedUid[];
	removed: UidSet;
	/** With `rest` when it did not fit into the page. */
	mark: FolderMark;
}

interface FlaggedUid {
	uid: number;
	flags: Set<string>;
	/** Gmail labels. */
	labels?: Set<string>;
}

/** Lists changes of messages that were listed before. */
async function listKnown(
	client: ImapFlow,
	mark: FolderMark,
	{ atLeast, ...window }: NonNullable<FolderMark["rest"]> & { atLeast: number },
	{ ways, room }: { ways: Tracking; room: number },
): Promise<KnownPart> {
	const { known, flags: book } = mark;
	const range: UidSet = window.to > window.from ? [[window.from + 1, window.to]] : NO_UIDS;
	const since = ways.reportsChanges ? mark.modseq : null;
	const flagChanges = await readFlagChanges(client, range, since);
	const isHere = async (): Promise<UidSet> =>
		since === null ? uidSet(flagChanges.messages.map(({ uid }) => uid)) : existing(client, range, atLeast);
	const gone =
		known === undefined ? intersect(flagChanges.vanished, range) : subtract(intersect(known, range), await isHere());
	const other = flagChanges.messages.filter(
		({ uid, flags }) =>
			(known === undefined || hasUid(known, uid)) &&
			!hasUid(gone, uid) &&
			(book === undefined || book.get(uid) !== packFlags(readFlags(flags))),
	);
	other.sort((a, b) => a.uid - b.uid);
	// The page ends before the first change that does not fit.
	const beyond = window.to + 1;
	const end = Math.min(other[room]?.uid ?? beyond, subtract(gone, lowest(gone, room))[0]?.[0] ?? beyond);
	const removed = intersect(gone, [[0, end - 1]]);
	const { rest: _, ...base } = mark;
	return {
		changed: other.filter(({ uid }) => uid < end),
		removed,
		mark: {
			...base,
			...(known === undefined ? {} : { known: subtract(known, removed) }),
			...(end === beyond ? {} : { rest: { ...window, from: end - 1 } }),
		},
	};
}

/** @param since a mod-sequence; null: all flags are read */
async function readFlagChanges(
	client: ImapFlow,
	range: UidSet,
	since: string | null,
): Promise<{ messages: FlaggedUid[]; vanished: UidSet }> {
	const found = new Map<number, FlaggedUid>();
	const vanished: number[] = [];
	const onExpunge = ({ uid }: { uid?: number }): void => {
		if (uid !== undefined) vanished.push(uid);
	};
	client.on("expunge", onExpunge);
	try {
		for (const part of sequences(range)) {
			const options = { uid: true, ...(since === null ? {} : { changedSince: BigInt(since) }) };
			for await (const { uid, flags, labels } of client.fetch(part, { uid: true, flags: true, labels: true }, options))
				if (flags && hasUid(range, uid)) found.set(uid, { uid, flags, labels });
		}
	} finally {
		client.off("expunge", onExpunge);
	}
	return { messages: [...found.values()], vanished: uidSet(vanished) };
}

/** The mark after a complete round, without what the server tracks itself from now on. */
function completed(mark: FolderMark, { reportsChanges, reportsVanished }: Tracking, modseq: string): FolderMark {
	const { known: _, flags: __, ...rest } = mark;
	return {
		...rest,
		modseq: reportsChanges && modseq !== NO_MODSEQ ? modseq : null,
		...(reportsVanished ? {} : { known: mark.known ?? NO_UIDS }),
		...(reportsChanges ? {} : { flags: mark.flags ?? new Map() }),
	};
}
