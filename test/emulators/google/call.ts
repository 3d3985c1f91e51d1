import type { Dice } from "../faults.ts";
import type { GmailMailbox } from "./mailbox.ts";
import type { MethodName } from "./methods.ts";

/** One authenticated request to the Gmail API. */
export interface Call {
	mailbox: GmailMailbox;
	params: Record<string, string>;
	query: URLSearchParams;
	body: Record<string, unknown>;
	/** A message uploaded directly, instead of base64url in the body. */
	media: Buffer | null;
	/** Scopes of the token. */
	scopes: readonly string[];
	method: string;
	path: string;
	now(): number;
	dice: Dice;
	/** Sent mail gets a Message-ID from Gmail. */
	newMessageIds: boolean;
	/** Delivers a message to those recipients who have a mailbox here. */
	deliver(raw: Buffer, recipients: string[]): void;
	watch(subscription: { topic: string; expiration: number }): void;
	stopWatching(): void;
}

/** Returns the JSON response; undefined: 204. */
export type Handler = (call: Call) => unknown;
export type Handlers = Partial<Record<MethodName, Handler>>;

export function strings(value: unknown): string[] {
	return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}

export function positiveInteger(value: string | null, usual: number, max: number): number {
	const wanted = Number(value ?? usual);
	return Number.isInteger(wanted) && wanted > 0 ? Math.min(wanted, max) : usual;
}
