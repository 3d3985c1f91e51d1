/** Reads the files of an archive in order. Their names are hints and are never used as paths. */

import { LimitReached, type Meter } from "../limits.ts";
import { tarFiles } from "./tar.ts";
import type { Chunks } from "./unpack.ts";

export interface Member {
	/** Index in the archive, counting folders, from 0. */
	ordinal: number;
	/** As in the archive, for display and as a hint. */
	name: string;
	/** Must be consumed or skipped before the next member is requested. */
	chunks: Chunks;
	/** Damage in this member does not affect the others. */
	separate: boolean;
	/** Set instead of contents for members that are not unpacked; `count` of them in a row, this one being the last. */
	unreadable?: { kind: "overlap" | "unreadable"; count: number; reason: string };
}

/** A displayable name: its last 300 characters, without control characters. */
export const shown = (name: string): string => name.slice(-300).replace(/[\p{Cc}\p{Cs}]+/gu, " ");

/** The contents of a member that is not unpacked. */
export const nothing: Chunks = {
	[Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }),
};

/**
 * @param source the unpacked archive
 * @param from ordinal of the first member wanted
 * @throws DamagedFile after the readable members; errors of `source` are passed through
 */
export async function* tarMembers(source: Chunks, from: number, meter: Meter): AsyncGenerator<Member> {
	const maxEntries = meter.limits.entries;
	for await (const { ordinal, name, contents } of tarFiles(source)) {
		if (ordinal >= maxEntries) throw new LimitReached("size", `The archive has more than ${maxEntries} files`);
		if (ordinal >= from) yield { ordinal, name: shown(name), chunks: contents, separate: false };
	}
}
