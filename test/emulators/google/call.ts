import type { Dice } from "../faults.ts";
import type { GmailMailbox } from "./mailbox.ts";
import type { MethodName } from "./methods.ts";

/** One request to the Gmail API, after who asks was found out. */
export interface Call {
	mailbox: GmailMailbox;
	params: Record<string, string>;
	query: URLSearchParams;
	body: Record<string, unknown>;
	/** A message that was uploaded as it is, instead of base64url in the body. */
	media: Buffer | null;
	/** Granted to the token. */
	scopes: readonly string[];
	method: string;
	path: string;
	now(): number;
	dice: Dice;
	/** Gmail puts a Message-ID of its own on what is sent. */
	newMessageIds: boolean;
	/** Brings a message to everybody of these who has a mailbox here. */
	deliver(raw: Buffer, recipients: string[]): void;
	watch(subscription: { topic: string; expiration: number }): void;
	stopWatching(): void;
}

/** Returns the reply's JSON; undefined: 204. */
export type Handler = (call: Call) => unknown;
export type Handlers = Partial<Record<MethodName, Handler>>;

export function strings(value: unknown): string[] {
	return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}

export function whole(value: string | null, usual: number, most: number): number {
	const wanted = Number(value ?? usual);
	return Number.isInteger(wanted) && wanted > 0 ? Math.min(wanted, most) : usual;
}
