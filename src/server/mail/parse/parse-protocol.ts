import type { ParsedMessage } from "#shared/mail/message.ts";

/** One message as the store takes it. */
export interface ParsedItem {
	message: ParsedMessage;
	/** Distinct lexemes joined with single blanks: ready for `string_to_array(x, ' ')`. Empty for a header alone. */
	lexemes: string;
	/** Of the raw bytes, lower-case hex: also the name of the blob. Empty for a header alone. */
	sha256: string;
}

/** Main thread to worker: where a batch lies in shared memory. */
export interface ParseRequest {
	id: number;
	memory: SharedArrayBuffer;
	/** Byte offsets: message i is at `offsets[i]` up to `offsets[i + 1]`. */
	offsets: number[];
	/** Which messages to read: all, or those left when another worker failed. */
	indexes: number[];
	blobDir: string | null;
	/** The bytes are header sections whose bodies are not at hand. */
	areHeaders: boolean;
	/** One 32-bit cell: which message is being read, for the watchdog. */
	progress: SharedArrayBuffer;
}

/** Worker to main thread. */
export type ParseReply = { id: number; index: number; item: ParsedItem }[] | { id: number; failure: string };
