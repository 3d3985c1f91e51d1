import type { RemoteMessage } from "./provider.ts";

/** The mail that every new mailbox of a provider starts with, for mailboxes created around one time. */
export interface Sample {
	/** The time it is made for, epoch milliseconds: no message is newer. */
	base: number;
	/** Of a listing that has listed exactly these messages. */
	cursor: string;
	/** Bytes of each message, in the order of the listing. */
	sizes: number[];
	messages: SampleMessage[];
}

/** A message of a sample, and its bytes on demand. */
export interface SampleMessage {
	remote: RemoteMessage;
	raw(): Uint8Array;
}
