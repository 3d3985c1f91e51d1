import { deflateRawSync, inflateRawSync } from "node:zlib";
import { z } from "zod";
import { CursorExpired } from "#server/mail/provider/errors.ts";
import { FLAG_NAMES } from "#shared/mail/flags.ts";
import { countUids, eachUid, hasUid, NO_UIDS, parseSequence, sequences, type UidSet, uidSet } from "./uids.ts";

/** Listing progress of one folder. */
export interface FolderMark {
	/** The folder's part of message ids. */
	key: string;
	/** UIDVALIDITY: a different value invalidates all UIDs. */
	validity: string;
	/** Messages with lower UIDs were listed, or will be in the first listing. */
	next: number;
	/** HIGHESTMODSEQ up to which changes were listed (RFC 7162); null without mod-sequences. */
	modseq: string | null;
	/** During the first listing, newest first: UIDs from here up were listed. */
	down?: number;
	/** Listed UIDs, when the server cannot report removals. */
	known?: UidSet;
	/** Listed flags by UID, when the server cannot report flag changes. Without an entry they are listed as changed. */
	flags?: Map<number, number>;
	/**
	 * An incomplete round of changes. UIDs up to `to` were listed before it: those above `from` are still to be checked.
	 * UIDs above `to` are new in it. `modseq`: HIGHESTMODSEQ at its start.
	 */
	rest?: { from: number; to: number; modseq: string };
}

/** Messages whose folder was deleted or recreated, still to be reported as removed. */
export interface Leftover {
	key: string;
	validity: string;
	uids: UidSet;
}

export interface Cursor {
	/** By path. */
	folders: Map<string, FolderMark>;
	leftovers: Leftover[];
	/** The last entry of the log of flags set by the product (`flag-log.ts`) that this takes into account. */
	flagSeq: number;
}

const number = z.string().regex(/^\d{1,20}$/);
const markSchema = z.object({
	i: z.string(),
	v: number,
	n: z.number().int().nonnegative(),
	m: number.optional(),
	d: z.number().int().optional(),
	k: z.string().optional(),
	g: z.string().optional(),
	b: z.literal([4, 8]).optional(),
	u: z.string().optional(),
	r: z.tuple([z.number().int(), z.number().int(), number]).optional(),
});
const schema = z.object({
	v: z.literal(1),
	// Pairs, because a folder name may be a reserved property name.
	f: z.array(z.tuple([z.string(), markSchema])),
	x: z.array(z.tuple([z.string(), number, z.string()])).optional(),
	s: z.number().int().nonnegative().optional(),
});

/** Bits per message in which listed flags are packed; cursors of versions that had fewer flags may have fewer. */
const FLAG_BITS = FLAG_NAMES.length <= 4 ? 4 : 8;

/** Maximum size in bytes of an unpacked cursor. */
const UNPACKED_LIMIT = 64 * 1024 * 1024;

/** @throws CursorExpired for anything that `writeCursor` did not write */
export function readCursor(cursor: string | null): Cursor {
	if (cursor === null) return { folders: new Map(), leftovers: [], flagSeq: 0 };
	try {
		const { f, x = [], s = 0 } = schema.parse(JSON.parse(cursor));
		const folders = f.map(([path, mark]): [string, FolderMark] => {
			const known = mark.k === undefined ? undefined : unpackUids(mark.k);
			const unknown = mark.u === undefined ? NO_UIDS : unpackUids(mark.u);
			return [
				path,
				{
					key: mark.i,
					validity: mark.v,
					next: mark.n,
					modseq: mark.m ?? null,
					...(mark.d === undefined ? {} : { down: mark.d }),
					...(known === undefined ? {} : { known }),
					...(mark.g === undefined
						? {}
						: { flags: unpackFlagBook(mark.g, mark.b ?? 4, { known: known ?? NO_UIDS, unknown }) }),
					...(mark.r === undefined ? {} : { rest: { from: mark.r[0], to: mark.r[1], modseq: mark.r[2] } }),
				},
			];
		});
		const leftovers = x.map(([key, validity, uids]) => ({ key, validity, uids: parseSequence(uids) }));
		return { folders: new Map(folders), leftovers, flagSeq: s };
	} catch (cause) {
		throw new CursorExpired("The cursor is not one of this mailbox", { cause });
	}
}

export function writeCursor({ folders, leftovers, flagSeq }: Cursor): string {
	const f = [...folders].map(([path, { key, validity, next, modseq, down, known, flags, rest }]) => [
		path,
		{
			i: key,
			v: validity,
			n: next,
			...(modseq === null ? {} : { m: modseq }),
			...(down === undefined ? {} : { d: down }),
			...(known === undefined ? {} : { k: packUids(known) }),
			...(known === undefined || flags === undefined ? {} : packFlagBook(flags, known)),
			...(rest === undefined ? {} : { r: [rest.from, rest.to, rest.modseq] }),
		},
	]);
	const x = leftovers.map(({ key, validity, uids }) => [key, validity, sequences(uids).join(",")]);
	return JSON.stringify({ v: 1, f, ...(x.length === 0 ? {} : { x }), ...(flagSeq === 0 ? {} : { s: flagSeq }) });
}

/** Gaps and lengths as variable-length integers, deflated: at most a byte per message in a folder full of gaps. */
function packUids(set: UidSet): string {
	const bytes: number[] = [];
	let at = 0;
	for (const [from, to] of set) {
		pushVarint(bytes, from - at);
		pushVarint(bytes, to - from);
		at = to;
	}
	return deflateRawSync(Uint8Array.from(bytes)).toString("base64");
}

function unpackUids(packed: string): UidSet {
	const bytes = inflate(packed);
	const set: [number, number][] = [];
	let at = 0;
	for (let index = 0; index < bytes.length; ) {
		const [gap, afterGap] = readVarint(bytes, index);
		const [length, afterLength] = readVarint(bytes, afterGap);
		const from = at + gap;
		set.push([from, from + length]);
		at = from + length;
		index = afterLength;
	}
	return set;
}

/** Flags of each known message, in UID order, deflated; bits per message, if not four; and the UIDs without flags. */
function packFlagBook(flags: ReadonlyMap<number, number>, known: UidSet): { g: string; b?: number; u?: string } {
	const perByte = 8 / FLAG_BITS;
	const bytes = new Uint8Array(Math.ceil(countUids(known) / perByte));
	const unknown: number[] = [];
	let index = 0;
	for (const uid of eachUid(known)) {
		const at = Math.floor(index / perByte);
		const packed = flags.get(uid);
		if (packed === undefined) unknown.push(uid);
		bytes[at] = (bytes[at] ?? 0) | ((packed ?? 0) << ((index % perByte) * FLAG_BITS));
		index++;
	}
	return {
		g: deflateRawSync(bytes).toString("base64"),
		...(perByte === 2 ? {} : { b: FLAG_BITS }),
		...(unknown.length === 0 ? {} : { u: packUids(uidSet(unknown)) }),
	};
}

function unpackFlagBook(
	packed: string,
	bits: number,
	{ known, unknown }: { known: UidSet; unknown: UidSet },
): Map<number, number> {
	const perByte = 8 / bits;
	const mask = 2 ** bits - 1;
	const bytes = inflate(packed);
	const flags = new Map<number, number>();
	let index = 0;
	for (const uid of eachUid(known)) {
		if (!hasUid(unknown, uid))
			flags.set(uid, ((bytes[Math.floor(index / perByte)] ?? 0) >> ((index % perByte) * bits)) & mask);
		index++;
	}
	return flags;
}

function inflate(packed: string): Buffer {
	return inflateRawSync(Buffer.from(packed, "base64"), { maxOutputLength: UNPACKED_LIMIT });
}

function pushVarint(bytes: number[], value: number): void {
	let rest = value;
	while (rest >= 128) {
		bytes.push((rest % 128) + 128);
		rest = Math.floor(rest / 128);
	}
	bytes.push(rest);
}

function readVarint(bytes: Uint8Array, start: number): [value: number, next: number] {
	let value = 0;
	for (let index = start, unit = 1; ; index++, unit *= 128) {
		const byte = bytes[index];
		if (byte === undefined || unit > 2 ** 35) throw new RangeError("A set of UIDs is cut short");
		value += (byte % 128) * unit;
		if (byte < 128) return [value, index + 1];
	}
}
