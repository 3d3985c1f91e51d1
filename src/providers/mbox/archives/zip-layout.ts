/** Positions of the files in a zip archive, from its central directory, and which of them overlap. */

import type { Entry, ZipFile } from "yauzl";

/** Length of a local file header, without its name and extra field (APPNOTE 4.3.7). */
export const LOCAL_HEADER = 30;

export interface ZipLayout {
	/** Whether an entry overlaps an earlier one: no archiver does this, and each copy would cost its unpacking. */
	overlaps(ordinal: number): boolean;
	/** The latest possible end of an entry's data: the next entry, or the end of the file. */
	endOf(ordinal: number): number;
}

/** One entry's extent. */
interface Extent {
	start: number;
	/** Local header, name and packed data; an extra field may add to it. */
	length: number;
}

function extentOf(entry: Entry): Extent {
	const { relativeOffsetOfLocalHeader: start, fileNameLength, compressedSize } = entry;
	return { start, length: LOCAL_HEADER + fileNameLength + compressedSize };
}

/** @param extents by ordinal */
export function layOut(extents: readonly Extent[], fileBytes: number): ZipLayout {
	const order = extents.map((_, ordinal) => ordinal);
	order.sort((a, b) => startOf(extents, a) - startOf(extents, b) || a - b);
	const shared = new Uint8Array(extents.length);
	const ends = new Float64Array(extents.length);
	let reached = 0;
	for (const ordinal of order) {
		const { start, length } = extents[ordinal] as Extent;
		if (start < reached) shared[ordinal] = 1;
		else reached = start + length;
	}
	let following = fileBytes;
	for (const ordinal of order.reverse()) {
		ends[ordinal] = following;
		if (shared[ordinal] === 0) following = startOf(extents, ordinal);
	}
	return {
		overlaps: (ordinal) => shared[ordinal] === 1,
		endOf: (ordinal) => ends[ordinal] ?? 0,
	};
}

function startOf(extents: readonly Extent[], ordinal: number): number {
	return extents[ordinal]?.start ?? 0;
}

/** Reads the whole central directory. @throws errors of yauzl, or `tooMany` above the limit */
export async function readExtents(zip: ZipFile, maxEntries: number, tooMany: () => Error): Promise<Extent[]> {
	const extents: Extent[] = [];
	for await (const entry of zip.eachEntry()) {
		if (extents.length >= maxEntries) throw tooMany();
		extents.push(extentOf(entry));
	}
	return extents;
}
