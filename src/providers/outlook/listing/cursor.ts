import { deflateRawSync, inflateRawSync } from "node:zlib";
import { z } from "zod";
import { CursorExpired } from "#server/mail/provider/errors.ts";

/** Listing progress of one folder. */
export interface FolderMark {
	/** The delta or next query to continue with; null: from the beginning. */
	query: string | null;
	/** The last round is complete, the first listing or one of changes: the query begins another. */
	isListed: boolean;
	/** The day the query was issued, in days since 1970: Microsoft expires old ones. */
	day: number;
	/** Identifies the listing of the folder; increases. */
	generation: number;
	/** So often its listing began again before it was complete. */
	restarts: number;
}

export interface Cursor {
	/** By id. */
	folders: Map<string, FolderMark>;
	/** The folder at which this round resumes; null: the last page has read all, or this is a new round. */
	at: string | null;
	/**
	 * The round ends with a look-up of known messages that no listing returned, because a folder was listed from its
	 * beginning or is gone: the key after which that continues. Null: not needed.
	 */
	missing: string | null;
	/** When the last removals were reported, in epoch milliseconds. */
	removedAt: number;
	/** During the first full listing. */
	first: { done: number; total: number } | null;
}

const markSchema = z.object({
	q: z.string().optional(),
	l: z.literal(1).optional(),
	d: z.number().int(),
	g: z.number().int().optional(),
	r: z.number().int().optional(),
});
const schema = z.object({
	f: z.array(z.tuple([z.string(), markSchema])),
	a: z.string().optional(),
	m: z.string().optional(),
	t: z.number().int(),
	n: z.tuple([z.number().int(), z.number().int()]).optional(),
});

const VERSION = "2:";
/** Maximum size in bytes of an unpacked cursor. */
const UNPACKED_LIMIT = 16 * 1024 * 1024;

/** @throws CursorExpired for anything that `writeCursor` did not write */
export function readCursor(text: string): Cursor {
	try {
		if (!text.startsWith(VERSION)) throw new Error("Another version");
		const packed = Buffer.from(text.slice(VERSION.length), "base64url");
		const { f, a, m, t, n } = schema.parse(
			JSON.parse(inflateRawSync(packed, { maxOutputLength: UNPACKED_LIMIT }).toString()),
		);
		const folders = f.map(([id, { q, l, d, g, r }]): [string, FolderMark] => [
			id,
			{ query: q ?? null, isListed: l === 1, day: d, generation: g ?? 0, restarts: r ?? 0 },
		]);
		return {
			...{ folders: new Map(folders), at: a ?? null, missing: m ?? null, removedAt: t },
			first: n === undefined ? null : { done: n[0], total: n[1] },
		};
	} catch (cause) {
		throw new CursorExpired("The cursor is not one of this mailbox", { cause });
	}
}

/** Deflated, because the ids and tokens of one mailbox have much in common. */
export function writeCursor({ folders, at, missing, removedAt, first }: Cursor): string {
	const f = [...folders].map(([id, { query, isListed, day, generation, restarts }]) => [
		id,
		{
			...(query === null ? {} : { q: query }),
			...(isListed ? { l: 1 } : {}),
			d: day,
			...(generation === 0 ? {} : { g: generation }),
			...(restarts === 0 ? {} : { r: restarts }),
		},
	]);
	const written = {
		f,
		...(at === null ? {} : { a: at }),
		...(missing === null ? {} : { m: missing }),
		t: removedAt,
		...(first === null ? {} : { n: [first.done, first.total] }),
	};
	return VERSION + deflateRawSync(JSON.stringify(written)).toString("base64url");
}
