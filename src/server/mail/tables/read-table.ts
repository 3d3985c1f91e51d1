import type { MailContext } from "../context/context.ts";
import { readInWorker, type UploadTask } from "../uploads/read-upload.ts";
import type { DetectInput } from "./detect-format.task.ts";
import type { GivenFormat, TableFormat } from "./format.ts";
import { type SegmentInput, type SegmentRows, TABLE_LIMITS } from "./limits.ts";
import { type RawRow, type ReadRowsOptions, rawRowsBySegments } from "./rows.ts";

const detectTask: UploadTask<DetectInput, TableFormat> = {
	url: new URL("./detect-format.task.ts", import.meta.url),
	isTransient: true,
};
const rowsTask: UploadTask<SegmentInput, SegmentRows> = {
	url: new URL("./read-segment.task.ts", import.meta.url),
	isTransient: true,
	isBackground: true,
};

type Ctx = Pick<MailContext, "parsePool">;

/** Detects the format of a file in a worker thread, see `format.ts`. @throws AppError as `detectFormat` and `readUpload` */
export function detectFormat(
	ctx: Ctx,
	ownerId: string,
	{ head, ...input }: { head: Uint8Array; isWhole: boolean; given: GivenFormat },
): Promise<TableFormat> {
	return readInWorker(ctx, ownerId, head, { task: detectTask, input: { limits: TABLE_LIMITS, ...input } });
}

/** Reads the rows of a file in worker threads, for a job or export. @throws AppError as `readSegment` and `readUpload` */
export function readRawRows(
	ctx: Ctx,
	ownerId: string,
	bytes: AsyncIterable<Uint8Array>,
	options: ReadRowsOptions,
): AsyncGenerator<RawRow> {
	return rawRowsBySegments(bytes, options, (segment, input) =>
		readInWorker(ctx, ownerId, segment, { task: rowsTask, input }),
	);
}
