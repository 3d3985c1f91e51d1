import { emailsContract } from "#shared/contracts/emails.ts";
import type { TestUser } from "#test/server.ts";

/** A count of mail on a screen, and how many emails the list that it opens has. */
export interface Pair {
	what: string;
	count: number;
	/** Null: no search can say it, as for a sender without an address, and the count is plain text. */
	listed: number | null;
}

/** Counts of mail on one screen. */
export interface Figures {
	screen: string;
	/** The numbers of the API that these are, as `numbersOf` names them. */
	numbers: readonly string[];
	/** @param account undefined: all mailboxes */
	read(user: TestUser, account: string | undefined): Promise<Pair[]>;
}

interface Listed {
	account: string | undefined;
	q: string | null;
	folder?: string;
}

/** The number of emails that the inbox lists for a link; null: the count is no link. */
export async function inInbox(user: TestUser, { account, q, folder }: Listed): Promise<number | null> {
	if (q === null) return null;
	const page = await user.client(emailsContract).listEmails({ query: { account, q, folder, limit: 1 } });
	if (!page.totalIsExact) throw new Error(`The total of ${q} is not exact`);
	return page.total;
}

/** The same for rows of a table, one after the other. */
export async function pairsOf<T>(rows: readonly T[], pair: (row: T) => Promise<Pair>): Promise<Pair[]> {
	const pairs: Pair[] = [];
	for (const row of rows) pairs.push(await pair(row));
	return pairs;
}
