import type { Query } from "./query.ts";
import { addressOf } from "./values.ts";
import { writeQuery } from "./write.ts";

/** Searches that list the mail behind a count, so that each count can be opened in the inbox. */

const isNotIn = (folder: string): Query => ({ kind: "not", part: { kind: "in", folder } });

/** Received mail that was not deleted: the inbox, the archive and the user's own folders. */
export const RECEIVED: readonly Query[] = ["sent", "drafts", "spam", "trash"].map(isNotIn);

/** All mail except spam and trash. */
export const KEPT: readonly Query[] = ["spam", "trash"].map(isNotIn);

/** All mail that was not deleted, without drafts. */
export const IN_USE: readonly Query[] = ["drafts", "spam", "trash"].map(isNotIn);

/** All mail, with spam and trash. */
export const ANYWHERE: Query = { kind: "in", folder: "anywhere" };

/** Unread mail, in the folder that is shown. */
export const UNREAD = "is:unread";

export const UNSTARRED: Query = { kind: "not", part: { kind: "is", flag: "starred", value: true } };

/** Received mail in some of its folders. The inbox is always one of them. */
export function receivedIn({ archive, custom }: { archive: boolean; custom: boolean }): readonly Query[] {
	if (custom) return archive ? RECEIVED : [...RECEIVED, isNotIn("archive")];
	const inbox: Query = { kind: "in", folder: "inbox" };
	return [archive ? { kind: "or", parts: [inbox, { kind: "in", folder: "archive" }] } : inbox];
}

/** @param range ISO 8601; a missing end is open */
export function inRange({ from, until }: { from?: string | undefined; until?: string | undefined }): Query[] {
	const bound = (than: "after" | "before", text: string | undefined): Query[] =>
		text === undefined ? [] : [{ kind: "date", than, at: Date.parse(text) }];
	return [...bound("after", from), ...bound("before", until)];
}

/** Null: no search finds this sender, such as one without an address. */
export function bySender(email: string): Query | null {
	const address = addressOf(`<${email}>`);
	return address === null ? null : { kind: "address", field: "from", email: address };
}

/** @param key of `list-identity.ts` */
export function onList(key: string): Query {
	return { kind: "list", by: "key", name: key };
}

/** The search for mail that meets all of these; null when no search can say one of them. */
export function searchFor(...parts: readonly (Query | null)[]): string | null {
	const known = parts.filter((part) => part !== null);
	return known.length === parts.length ? writeQuery({ kind: "and", parts: known }) : null;
}
