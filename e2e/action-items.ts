import { type EmailItem, emailsContract } from "#shared/contracts/emails.ts";
import { summariesContract } from "#shared/contracts/summaries.ts";
import type { TestUser } from "#test/server.ts";

/** An email in the inbox whose summary has action items. */
export async function withActionItems(user: TestUser, account: string): Promise<{ email: EmailItem; tasks: string[] }> {
	const query = { account, q: "please in:inbox" };
	const { items } = await user.client(emailsContract).listEmails({ query });
	for (const email of items) {
		const { actions } = await user.client(summariesContract)["email-ai-summary"]({ body: { emailId: email.id } });
		if (actions.length > 0) return { email, tasks: actions.map(({ text }) => text) };
	}
	throw new Error("No email asks for anything");
}
