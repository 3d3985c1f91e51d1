/** The files inside an archive, one after the other. Their names are looked at and never used as paths. */

import { LimitReached, type Meter } from "./limits.ts";
import { tarFiles } from "./tar.ts";
import type { Chunks } from "./unpack.ts";

export interface Member {
	/** Position in the archive, folders counted, from 0. */
	ordinal: number;
	/** As the archive names it, for people to read and as a hint. */
	name: string;
	/** Read to its end or left alone, before the next member is asked for. */
	chunks: Chunks;
	/** Damage in this member leaves the others readable. */
	separate: boolean;
	/** Set instead of contents for members that are not unpacked; `count` of them in a row, this one the last. */
	unreadable?: { kind: "overlap" | "unreadable"; count: number; reason: string };
}

/** A name fit to be shown: its end, without control characters. */
export const shown = (name: string): string => name.slice(-300).replace(/[\p{Cc}\p{Cs}]+/gu, " ");

/** The contents of a member that is not unpacked. */
export const nothing: Chunks = {
	[Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }),
};

/**
 * @param source the unpacked archive
 * @param from ordinal of the first member wanted
 * @throws DamagedFile after the members that could be read; what `source` throws comes through as it is
 */
export async function* tarMembers(source: Chunks, from: number, meter: Meter): AsyncGenerator<Member> {
	const most = meter.limits.entries;
	for await (const { ordinal, name, contents } of tarFiles(source)) {
		if (ordinal >= most) throw new LimitReached("size", `The archive has more than ${most} files`);
		if (ordinal >= from) yield { ordinal, name: shown(name), chunks: contents, separate: false };
	}
}
