import { type EmailItem, emailsContract } from "#shared/contracts/emails.ts";
import type { TestUser } from "#test/server.ts";

/** All messages of a user, as the inbox lists them. */
export async function everythingOf(user: TestUser): Promise<EmailItem[]> {
	const all: EmailItem[] = [];
	for (let cursor: string | undefined; ; ) {
		const page = await user.client(emailsContract).listEmails({ query: { q: "in:anywhere", limit: 200, cursor } });
		all.push(...page.items);
		if (page.nextCursor === null) return all;
		cursor = page.nextCursor;
	}
}

/** Whether filters look at a message. */
export const received = ({ folder }: EmailItem): boolean => ["inbox", "archive", "custom"].includes(folder);

export const hostOf = ({ senderEmail }: EmailItem): string => senderEmail.slice(senderEmail.lastIndexOf("@") + 1);

/** The domain that sends a user the most, and all that was received. */
export async function busiestOf(user: TestUser): Promise<{ domain: string; all: EmailItem[] }> {
	const all = (await everythingOf(user)).filter(received);
	const byHost = Map.groupBy(all, hostOf);
	const [domain = ""] = [...byHost].sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
	return { domain, all };
}
