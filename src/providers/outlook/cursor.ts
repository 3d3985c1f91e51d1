import { deflateRawSync, inflateRawSync } from "node:zlib";
import { z } from "zod";
import { CursorExpired } from "#server/mail/provider/errors.ts";

/** How far one folder has been listed. */
export interface FolderMark {
	/** The query that goes on from here; null: from the beginning. */
	query: string | null;
	/** All there was has been listed: the query asks for changes. */
	isListed: boolean;
	/** When the query was given, in days since 1970: Microsoft forgets old ones. */
	day: number;
	/** Counts how often the folder was listed from its beginning. */
	generation: number;
	/**
	 * Messages of the folder that this listing did not show are still to be looked for: `ahead` until it is through, then
	 * from which noted message on.
	 */
	search?: { ahead: boolean; after: string };
}

export interface Cursor {
	/** By id. */
	folders: Map<string, FolderMark>;
	/** The folder with which this round goes on; null: a new round. */
	at: string | null;
	/** While everything is listed for the first time. */
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
/** Bytes that a cursor of ours unpacks to at most. */
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

/** Ids and tokens of one mailbox have much in common, so that deflating them pays. */
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
