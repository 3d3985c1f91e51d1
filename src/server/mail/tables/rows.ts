import { badRequest } from "../../errors.ts";
import { SEGMENT_BYTES, type SegmentInput, type SegmentRows, TABLE_LIMITS, type TableLimits } from "./limits.ts";

export interface ReadRowsOptions {
	encoding: SegmentInput["encoding"];
	delimiter: SegmentInput["delimiter"];
	limits?: TableLimits | undefined;
	segmentBytes?: number | undefined;
}

/** Reads one segment: in a worker thread, or in this one where it is a worker. */
export type ReadSegment = (segment: Uint8Array, input: SegmentInput) => Promise<SegmentRows>;

/** A row with its bytes in the file. */
export interface RawRow {
	/** Null: the bytes belong to no row, but come before the first or after the last one. */
	cells: string[] | null;
	/** With its line break. */
	bytes: Uint8Array;
}

/**
 * Rows of a file as they are read, empty ones included. Memory does not depend on the size of the file.
 * @throws AppError 400 with the problem of `readSegment`, after the rows before it
 */
export async function* rowsBySegments(
	bytes: AsyncIterable<Uint8Array>,
	options: ReadRowsOptions,
	readSegment: ReadSegment,
): AsyncGenerator<string[]> {
	for await (const { cells } of rawRowsBySegments(bytes, options, readSegment)) if (cells !== null) yield cells;
}

/** All bytes of a file, row by row. @throws AppError as `rowsBySegments` */
export async function* rawRowsBySegments(
	bytes: AsyncIterable<Uint8Array>,
	{ encoding, delimiter, limits = TABLE_LIMITS, segmentBytes = SEGMENT_BYTES }: ReadRowsOptions,
	readSegment: ReadSegment,
): AsyncGenerator<RawRow> {
	let parts: Uint8Array[] = [];
	let size = 0;
	let row = 0;
	async function* next(isLast: boolean): AsyncGenerator<RawRow> {
		const segment = Buffer.concat(parts);
		const found = await readSegment(segment, { encoding, delimiter, row, isLast, limits });
		row += found.rows.length;
		parts = [segment.subarray(found.bytes)];
		size = segment.length - found.bytes;
		yield* rawRowsOf(segment, found);
		if (found.problem !== null) throw badRequest(found.problem.code, found.problem.message);
	}
	let target = segmentBytes;
	for await (const chunk of bytes) {
		parts.push(chunk);
		size += chunk.length;
		if (size < target) continue;
		yield* next(false);
		// What is left is the beginning of a row, which is read again.
		target = size + segmentBytes;
	}
	yield* next(true);
}

function* rawRowsOf(segment: Uint8Array, { rows, start, ends, bytes }: SegmentRows): Generator<RawRow> {
	let at = 0;
	const until = (end: number): Uint8Array => {
		const part = segment.subarray(at, end);
		at = end;
		return part;
	};
	if (rows.length > 0 && start > 0) yield { cells: null, bytes: until(start) };
	for (const [index, cells] of rows.entries()) yield { cells, bytes: until(ends[index] ?? at) };
	if (at < bytes) yield { cells: null, bytes: until(bytes) };
}
