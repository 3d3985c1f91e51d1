import type { ParsedMessage } from "#shared/mail/message.ts";

/** One message in the form that the store takes. */
export interface ParsedItem {
	message: ParsedMessage;
	/** Distinct lexemes joined with single spaces: ready for `string_to_array(x, ' ')`. Empty for a header alone. */
	lexemes: string;
	/** SHA-256 of the raw bytes, lower-case hex, which is also the blob's name. Empty for a header alone. */
	sha256: string;
}

/** Main thread to worker: where a batch is in shared memory. */
export interface ParseRequest {
	id: number;
	memory: SharedArrayBuffer;
	/** Byte offsets: message i spans `offsets[i]` to `offsets[i + 1]`. */
	offsets: number[];
	/** Which messages to parse: all, or the remaining ones after another worker failed. */
	indexes: number[];
	blobDir: string | null;
	/** The bytes are header sections without their bodies. */
	areHeaders: boolean;
	/** One 32-bit cell with the index of the message being parsed, for the watchdog. */
	progress: SharedArrayBuffer;
}

/** Worker to main thread. */
export type ParseReply = { id: number; index: number; item: ParsedItem }[] | { id: number; failure: string };
