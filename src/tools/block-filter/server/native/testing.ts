/** Shared by the tests of provider rules. */

import { accountsContract } from "#shared/contracts/accounts.ts";
import { type EmailItem, emailsContract } from "#shared/contracts/emails.ts";
import type { TestServer, TestUser } from "#test/server.ts";
import { type FilterDraft, filtersContract } from "../../contract.ts";
import { type NativeMailbox, nativeContract } from "../../native-contract.ts";

let messages = 0;

export function message(from: string, subject: string): string {
	const id = `letter-${++messages}@test.example`;
	const date = new Date().toUTCString().replace("GMT", "+0000");
	return `From: <${from}>\r\nTo: <ada@example.org>\r\nSubject: ${subject}\r\nMessage-ID: <${id}>\r\nDate: ${date}\r\n\r\nHello\r\n`;
}

/** A user who works with filters, and waits for the result. */
export function nativeFixture(server: TestServer, user: TestUser) {
	const filters = user.client(filtersContract);
	const native = user.client(nativeContract);
	const drain = () => server.ctx.jobs.drain();
	async function nativeState(account: string): Promise<NativeMailbox> {
		await drain();
		const found = (await native.listNative()).items.find((one) => one.accountId === account);
		if (found === undefined) throw new Error("The mailbox is not listed");
		return found;
	}
	return {
		filters,
		native,
		drain,
		make: (part: Partial<FilterDraft>) =>
			filters.createFilter({ body: { name: "A rule", ruleType: "domain", action: "delete", ...part } }),
		nativeState,
		states: async (account: string) => (await nativeState(account)).filters.map(({ state }) => state),
		async sync(account: string): Promise<void> {
			await user.client(accountsContract).syncAccount({ params: { id: account } });
			await drain();
		},
		async find(subject: string): Promise<EmailItem | undefined> {
			const q = `subject:"${subject}" in:anywhere`;
			return (await user.client(emailsContract).listEmails({ query: { q } })).items[0];
		},
	};
}
