import type { Category } from "#shared/mail/categories.ts";
import { OLD_PROMOTIONS } from "#shared/search/old-promotions.ts";
import { searchFor } from "#shared/search/scopes.ts";

/** The searches that list the emails a figure counts (docs/search.md): the screen links to them. Days are in UTC. */

/** Folders with received mail. */
const RECEIVED = "-in:sent -in:drafts -in:spam -in:trash";
const UNCATEGORIZED = "-category:primary -category:updates -category:forums -category:social -category:promotions";
/** What the dashboard counts mail as: suspicious and forged emails are in none of the categories. */
type Group = Category | "suspicious" | "other";

const groupQuery = (group: Group): string => {
	if (group === "suspicious") return "is:suspicious";
	return `${group === "other" ? UNCATEGORIZED : `category:${group}`} -is:suspicious`;
};

export const queries = {
	all: "-in:spam -in:trash",
	inbox: "in:inbox",
	unread: "is:unread",
	promotional: groupQuery("promotions"),
	important: "is:important",
	withAttachments: "has:attachment",
	spam: "in:spam",
	/** In the inbox. */
	primary: "in:inbox -category:promotions -category:social -category:updates -is:suspicious",
	inboxCategory: (group: Group) => `in:inbox ${groupQuery(group)}`,
	/** Old promotions that are in the inbox still. */
	oldPromotions: searchFor({ kind: "in", folder: "inbox" }, ...OLD_PROMOTIONS) as string,
	oldSocial: (before: string) => `in:inbox -is:starred (category:social OR category:forums) before:${before}`,
	oldUnread: (before: string) => `in:inbox is:unread before:${before}`,
};

/** `from` inclusive, `until` exclusive: days or times. */
interface Span {
	from: string;
	until: string;
}

const within = ({ from, until }: Span): string => `after:${from} before:${until}`;

/** Received in a span; of one category, where it is given. */
export function receivedQuery(span: Span, group?: Group): string {
	const received = `${RECEIVED} ${within(span)}`;
	return group === undefined ? received : `${groupQuery(group)} ${received}`;
}

export function senderQuery(email: string, span: Span | null): string {
	const address = /[\s()"]/.test(email) ? `"<${email.replaceAll('"', '""')}>"` : `<${email}>`;
	return [`from:${address}`, RECEIVED, ...(span === null ? [] : [within(span)])].join(" ");
}

export type StorageType = "attached" | "plain" | "discarded";

const types: Record<StorageType, string> = {
	attached: "has:attachment -in:spam -in:trash",
	plain: "-has:attachment -in:spam -in:trash",
	discarded: "(in:spam OR in:trash)",
};

/** Emails of a year by what takes up their space; of all types where none is given. */
export function storageQuery(year: number, type?: StorageType): string {
	const day = (of: number): string => `${String(of).padStart(4, "0")}-01-01`;
	return `${type === undefined ? "in:anywhere" : types[type]} ${within({ from: day(year), until: day(year + 1) })}`;
}
