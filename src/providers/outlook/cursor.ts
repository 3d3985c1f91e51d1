import { deflateRawSync, inflateRawSync } from "node:zlib";
import { z } from "zod";
import { CursorExpired } from "#server/mail/provider/errors.ts";

/** Listing progress of one folder. */
export interface FolderMark {
	/** The delta or next query to continue with; null: from the beginning. */
	query: string | null;
	/** The first listing is complete: the query returns changes. */
	isListed: boolean;
	/** The day the query was issued, in days since 1970: Microsoft expires old ones. */
	day: number;
	/** Counts full listings of the folder. */
	generation: number;
	/**
	 * Messages of the folder that this listing did not show are still to be looked up: `ahead` until the listing is complete,
	 * then the known message id after which the search continues.
	 */
	search?: { ahead: boolean; after: string };
}

export interface Cursor {
	/** By id. */
	folders: Map<string, FolderMark>;
	/** The folder at which this round resumes; null: a new round. */
	at: string | null;
	/** During the first full listing. */
	first: { done: number; total: number } | null;
}

const markSchema = z.object({
	q: z.string().optional(),
	l: z.literal(1).optional(),
	d: z.number().int(),
	g: z.number().int().optional(),
	s: z.tuple([z.boolean(), z.string()]).optional(),
});
const schema = z.object({
	f: z.array(z.tuple([z.string(), markSchema])),
	a: z.string().optional(),
	n: z.tuple([z.number().int(), z.number().int()]).optional(),
});

const VERSION = "1:";
/** Maximum size in bytes of an unpacked cursor. */
const UNPACKED_LIMIT = 16 * 1024 * 1024;

/** @throws CursorExpired for anything that `writeCursor` did not write */
export function readCursor(text: string): Cursor {
	try {
		if (!text.startsWith(VERSION)) throw new Error("Another version");
		const packed = Buffer.from(text.slice(VERSION.length), "base64url");
		const { f, a, n } = schema.parse(
			JSON.parse(inflateRawSync(packed, { maxOutputLength: UNPACKED_LIMIT }).toString()),
		);
		const folders = f.map(([id, { q, l, d, g, s }]): [string, FolderMark] => [
			id,
			{
				...{ query: q ?? null, isListed: l === 1, day: d, generation: g ?? 0 },
				...(s === undefined ? {} : { search: { ahead: s[0], after: s[1] } }),
			},
		]);
		return { folders: new Map(folders), at: a ?? null, first: n === undefined ? null : { done: n[0], total: n[1] } };
	} catch (cause) {
		throw new CursorExpired("The cursor is not one of this mailbox", { cause });
	}
}

/** Deflated, because the ids and tokens of one mailbox have much in common. */
export function writeCursor({ folders, at, first }: Cursor): string {
	const f = [...folders].map(([id, { query, isListed, day, generation, search }]) => [
		id,
		{
			...(query === null ? {} : { q: query }),
			...(isListed ? { l: 1 } : {}),
			d: day,
			...(generation === 0 ? {} : { g: generation }),
			...(search === undefined ? {} : { s: [search.ahead, search.after] }),
		},
	]);
	const written = {
		f,
		...(at === null ? {} : { a: at }),
		...(first === null ? {} : { n: [first.done, first.total] }),
	};
	return VERSION + deflateRawSync(JSON.stringify(written)).toString("base64url");
}
