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

/**
 * Rows of a file as they are read, empty ones included. Memory does not depend on the size of the file.
 * @throws AppError 400 with the problem of `readSegment`, after the rows before it
 */
export async function* rowsBySegments(
	bytes: AsyncIterable<Uint8Array>,
	{ encoding, delimiter, limits = TABLE_LIMITS, segmentBytes = SEGMENT_BYTES }: ReadRowsOptions,
	readSegment: ReadSegment,
): AsyncGenerator<string[]> {
	let parts: Uint8Array[] = [];
	let size = 0;
	let row = 0;
	async function* next(isLast: boolean): AsyncGenerator<string[]> {
		const segment = Buffer.concat(parts);
		const { rows, bytes: read, problem } = await readSegment(segment, { encoding, delimiter, row, isLast, limits });
		row += rows.length;
		parts = [segment.subarray(read)];
		size = segment.length - read;
		yield* rows;
		if (problem !== null) throw badRequest(problem.code, problem.message);
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
