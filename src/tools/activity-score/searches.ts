import type { Query } from "#shared/search/query.ts";
import { bySender, inRange, RECEIVED, searchFor } from "#shared/search/scopes.ts";
import { addressOf } from "#shared/search/values.ts";

/** The searches that list the emails a figure counts: the screen links to them, and tests compare the two. */

/** Days or times; `until` is exclusive. */
export interface Span {
	from: string;
	until: string;
}

const SENT: Query = { kind: "in", folder: "sent" };
const read = (value: boolean): Query => ({ kind: "is", flag: "read", value });
const LIST: Query = { kind: "list", by: "any", name: "" };

export type Direction = "received" | "sent";

function inFolders(direction: Direction): readonly Query[] {
	return direction === "sent" ? [SENT] : RECEIVED;
}

export function searchOf(direction: Direction, span: Span): string | null {
	return searchFor(...inFolders(direction), ...inRange(span));
}

export function searchOfOpened(span: Span): string | null {
	return searchFor(...RECEIVED, read(true), ...inRange(span));
}

export function searchOfUnread(span: Span): string | null {
	return searchFor(...RECEIVED, read(false), ...inRange(span));
}

/** Within any of these spans, such as an hour of several weeks. */
export function searchWithin(direction: Direction, spans: readonly Span[]): string | null {
	const parts = spans.map((span): Query => ({ kind: "and", parts: inRange(span) }));
	return searchFor(...inFolders(direction), ...(parts.length === 1 ? parts : [{ kind: "or" as const, parts }]));
}

/** Mail from or to a contact, or both, that is not from lists. */
export function searchOfContact(direction: Direction | "both", email: string, span: Span): string | null {
	const sender = bySender(email);
	const address = addressOf(`<${email}>`);
	if (sender === null || address === null) return null;
	const received: readonly Query[] = [sender, ...RECEIVED, { kind: "not", part: LIST }];
	const sent: readonly Query[] = [{ kind: "address", field: "to", email: address }, SENT];
	if (direction !== "both") return searchFor(...(direction === "sent" ? sent : received), ...inRange(span));
	const parts = [received, sent].map((all): Query => ({ kind: "and", parts: [...all] }));
	return searchFor({ kind: "or", parts }, ...inRange(span));
}
