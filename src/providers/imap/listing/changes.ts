import type { ImapFlow } from "imapflow";
import { CursorExpired } from "#server/mail/provider/errors.ts";
import type { RemoteMessage } from "#server/mail/provider/provider.ts";
import { packFlags } from "#shared/mail/flags.ts";
import { select } from "../connection/command-queue.ts";
import type { ImapFolder } from "../folders/folders.ts";
import { messageStateOf, readEnvelopes } from "../messages/envelopes.ts";
import { type Refused, readEach } from "../messages/read-each.ts";
import { existing } from "../messages/search.ts";
import type { FolderMark } from "../state/cursor.ts";
import { readFlags } from "../state/flags.ts";
import { locationOf, messageId } from "../state/ids.ts";
import {
	countUids,
	eachUid,
	hasUid,
	intersect,
	lowest,
	NO_UIDS,
	subtract,
	type UidSet,
	uidSet,
	unite,
} from "../state/uids.ts";
import { later, type Tracking, tracking } from "./change-tracking.ts";
import { remember } from "./listing.ts";
import type { ListingLimits } from "./listing-limits.ts";

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
 * @param options.room messages that still fit into the page; as many removals are reported besides
 * @returns null when the folder was recreated: its UIDVALIDITY differs
 * @throws CursorExpired when too many messages were added and expunged since
 */
export async function listChanged(
	client: ImapFlow,
	folder: ImapFolder,
	before: FolderMark,
	{ room, limits }: { room: number; limits: ListingLimits },
): Promise<ChangedPart | null> {
	const box = await select(client, folder.path, "read");
	const { key, validity, next } = before;
	if (validity !== box.validity) return null;
	// Both are read before the changes: a change in between is found again in the next round.
	const modseq = later(box.modseq, folder.status?.modseq ?? null);
	const uidNext = Math.max(box.uidNext, folder.status?.uidNext ?? 0, next);
	const ways = tracking(client, modseq);

	// What this round lists as new is above its window, however many pages it takes.
	const round = before.rest ?? { from: 0, to: next - 1, modseq: modseq ?? NO_MODSEQ };
	const isFirst = before.rest === undefined;
	const atLeast = isFirst ? box.messages - (uidNext - 1 - round.to) : 0;
	const old = await listKnown(client, prepared(before, ways), { ...round, atLeast }, { ways, room });
	const changed = old.changed.map(
		(message): RemoteMessage => ({
			id: messageId(key, validity, message.uid),
			...messageStateOf(client, folder, message),
		}),
	);
	const fresh = await readNewUids(client, [next, uidNext - 1], room - changed.length, limits);
	const added = await readEnvelopes(client, { ...folder, key, validity }, fresh.uids);
	const gone = unite(old.removed, missed(next, fresh.next - 1, added));
	const mark = remember({ ...remember(old.mark, changed), next: fresh.next }, added);
	const isDone = old.from === round.to && fresh.isDone;
	return {
		messages: [...changed, ...added],
		removed: [...eachUid(gone)].map((uid) => messageId(key, validity, uid)),
		mark: isDone ? completed(mark, ways, round.modseq) : { ...mark, rest: { ...round, from: old.from } },
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

/** UIDs that may have been listed. */
export function listedUids({ known, down = 1, next }: FolderMark): UidSet {
	return known ?? (next > down ? [[down, next - 1] as const] : NO_UIDS);
}

/**
 * UIDs added and expunged without being listed. They are reported as removed, because a message may be known by the id it
 * got when it was moved there from here.
 */
function missed(from: number, to: number, added: readonly RemoteMessage[]): UidSet {
	if (to < from) return NO_UIDS;
	return subtract([[from, to]], uidSet(added.map(({ id }) => locationOf(id)?.uid ?? from)));
}

/**
 * The next new messages.
 * @returns `next`: all up to it are listed, or missed
 */
async function readNewUids(
	client: ImapFlow,
	[from, to]: readonly [from: number, to: number],
	room: number,
	{ missedPerPage, missed: limit }: ListingLimits,
): Promise<{ uids: UidSet; next: number; isDone: boolean }> {
	if (to < from) return { uids: NO_UIDS, next: from, isDone: true };
	if (room <= 0) return { uids: NO_UIDS, next: from, isDone: false };
	if (to - from < Math.min(room, missedPerPage)) return { uids: [[from, to]], next: to + 1, isDone: true };
	const all = await existing(client, [[from, to]]);
	const gaps = subtract([[from, to]], all);
	if (gaps.some(([start, end]) => end - start >= limit)) throw new CursorExpired("Too many messages were missed");
	// The page ends before the first message that does not fit, or before the first gap that does not.
	const end = Math.min(firstBeyond(all, room) ?? to + 1, firstBeyond(gaps, missedPerPage) ?? to + 1);
	return { uids: intersect(all, [[from, end - 1]]), next: end, isDone: end > to };
}

/** The lowest UID after the first `count`; undefined when there are no more. */
function firstBeyond(set: UidSet, count: number): number | undefined {
	return subtract(set, lowest(set, count))[0]?.[0];
}

interface KnownPart {
	changed: FlaggedUid[];
	removed: UidSet;
	mark: FolderMark;
	/** All up to this UID were checked. */
	from: number;
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
		since === null
			? uidSet([...flagChanges.messages.map(({ uid }) => uid), ...flagChanges.refused])
			: existing(client, range, atLeast);
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
	const end = Math.min(other[room]?.uid ?? beyond, firstBeyond(gone, room) ?? beyond);
	const removed = intersect(gone, [[0, end - 1]]);
	return {
		changed: other.filter(({ uid }) => uid < end),
		removed,
		mark: known === undefined ? mark : { ...mark, known: subtract(known, removed) },
		from: end - 1,
	};
}

/** @param since a mod-sequence; null: all flags are read */
async function readFlagChanges(
	client: ImapFlow,
	range: UidSet,
	since: string | null,
): Promise<{ messages: FlaggedUid[]; vanished: UidSet; refused: number[] }> {
	const found = new Map<number, FlaggedUid>();
	const vanished: number[] = [];
	let refused: Refused = new Map();
	const onExpunge = ({ uid }: { uid?: number }): void => {
		if (uid !== undefined) vanished.push(uid);
	};
	client.on("expunge", onExpunge);
	try {
		const options = since === null ? {} : { changedSince: BigInt(since) };
		const query = { uid: true, flags: true, labels: true };
		refused = await readEach(
			client,
			range,
			query,
			(uid, { flags, labels }) => {
				if (flags) found.set(uid, { uid, flags, labels });
				return flags !== undefined;
			},
			options,
		);
	} finally {
		client.off("expunge", onExpunge);
	}
	return { messages: [...found.values()], vanished: uidSet(vanished), refused: [...refused.keys()] };
}

/** The mark after a complete round, without what the server tracks itself from now on. */
function completed(mark: FolderMark, { reportsChanges, reportsVanished }: Tracking, modseq: string): FolderMark {
	const { known: _, flags: __, rest: ___, ...base } = mark;
	return {
		...base,
		modseq: reportsChanges && modseq !== NO_MODSEQ ? modseq : null,
		...(reportsVanished ? {} : { known: mark.known ?? NO_UIDS }),
		...(reportsChanges ? {} : { flags: mark.flags ?? new Map() }),
	};
}
