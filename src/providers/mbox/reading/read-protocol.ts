import type { StoredFile } from "#server/mail/provider/provider.ts";
import type { FilePosition } from "../file-position.ts";
import type { ReadLimits } from "../limits.ts";
import type { ReadGap, ReadMessage } from "./reader.ts";

/** What the worker reads. */
export interface WorkerInput {
	file: StoredFile;
	from: FilePosition;
	/** Null: all members. */
	only: readonly number[] | null;
	/** Null: the usual maximum bytes per message. */
	limit: number | null;
	limits: ReadLimits;
	/** Messages yielded before. */
	messages: number;
}

/** The meter of the worker. */
export interface Progress {
	readBytes: number;
	readMs: number;
	messages: number;
}

/** What it has read since the last reply, with the meter after each. */
export interface ReadMessageReply extends Progress {
	items: (Progress & { item: ReadGap | (Omit<ReadMessage, "raw"> & { raw: Uint8Array }) })[];
	isLast: boolean;
	failure: { name: string; message: string } | null;
}
