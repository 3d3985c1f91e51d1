import type { ListUnsubscribe } from "#shared/mail/message.ts";
import type { Database } from "../../db/database.ts";

export type Category = "promotions" | "social" | "updates" | "forums" | "primary";

/** What a message is sorted by: its header, and of its text as much as is here yet. */
export interface SortedFacts {
	/** Lower case. */
	senderEmail: string;
	senderName: string;
	subject: string;
	preview: string;
	/** As `emails.headers` keeps them. */
	headers: Readonly<Record<string, string>>;
	listUnsubscribe: ListUnsubscribe | null;
	/** Empty: it belongs to no list. */
	listKey: string;
	/** People in To, Cc and Bcc. */
	recipients: number;
	isReply: boolean;
	hasHtml: boolean;
	hasAttachments: boolean;
}

/** Where a message belongs, and why, in one sentence for the person. */
export interface Sorted {
	category: Category;
	why: string;
}

export type Sorter = (facts: SortedFacts) => Sorted;

/** What puts messages into categories in this mailbox, with what its owner has taught so far. */
export function createSorter(_database: Database, _ownerId: string, _accountId: string): Promise<Sorter> {
	return Promise.resolve(() => ({ category: "primary", why: "Nothing speaks for another category." }));
}
