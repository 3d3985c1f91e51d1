import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { connectMailbox } from "#server/mail/send/testing.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { smallDemo } from "#test/demo.ts";
import { type Dovecot, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import { composerContract } from "../contract.ts";

/** Which mailbox sends: with the demo connected first, an uploaded file, and real mailboxes. */

let server: TestServer;
let user: TestUser;
let demo: string;
let dovecot: Dovecot;
const drafts = () => user.client(composerContract);
const to = [{ name: "", email: "bob@example.net" }];

describeIf(dovecotPath !== null)("the mailbox that sends", () => {
	beforeAll(async () => {
		server = await startTestServer({ demo: smallDemo(), env: { ALLOW_PRIVATE_HOSTS: "on" } });
		dovecot = await startDovecot();
	});
	beforeEach(async () => {
		user = await server.signUp();
		demo = (await user.client(accountsContract).startDemo()).account.id;
		await server.ctx.jobs.drain();
	});
	afterAll(async () => {
		await server.close();
		await dovecot.stop();
	});
	const connect = async () =>
		connectMailbox({ ctx: server.ctx, ownerId: user.ownerId }, dovecot, await dovecot.addUser(), null);

	const firstOf = async (account: string): Promise<string> =>
		(await user.client(emailsContract).listEmails({ query: { account, limit: 1 } })).items[0]?.id ?? "";

	async function uploadFile(): Promise<string> {
		const bytes = new TextEncoder().encode(
			"From a@example.org Mon Jan  5 10:00:00 2026\nFrom: a@example.org\nTo: list@example.org\nSubject: x\n\nText\n",
		);
		const { account } = await user.client(accountsContract).importMbox({ query: { filename: "a.mbox" } }, { bytes });
		await server.ctx.jobs.drain();
		return account.id;
	}

	it("a new message is never the demo's while another mailbox can send, and the user can choose which", async () => {
		expect((await drafts().createDraft({ body: {} })).accountId).toBe(demo);
		const first = await connect();
		const second = await connect();
		const senders = (await drafts().listSenders()).items;
		expect(senders.map(({ accountId, isLocal }) => [accountId, isLocal])).toEqual([
			[demo, true],
			[first, false],
			[second, false],
		]);
		expect((await drafts().createDraft({ body: {} })).accountId).toBe(first);
		await drafts().updateComposerSettings({ body: { defaultAccountId: second } });
		expect((await drafts().createDraft({ body: {} })).accountId).toBe(second);
		await drafts().updateComposerSettings({ body: { defaultAccountId: await uploadFile() } });
		expect((await drafts().createDraft({ body: {} })).accountId).toBe(first);
	});

	it("an answer is sent from the mailbox with the message, or says why it cannot, and never from the demo", async () => {
		const file = await uploadFile();
		const real = await connect();
		await drafts().updateComposerSettings({ body: { defaultAccountId: real } });
		for (const kind of ["reply", "reply_all", "forward"] as const) {
			const { id, accountId } = await drafts().createDraft({ body: { kind, emailId: await firstOf(file), to } });
			expect(accountId).toBe(file);
			const send = () => drafts().sendDraft({ params: { id }, body: {} });
			await expect(send()).rejects.toMatchObject({
				...{ code: "cannot-send", message: expect.stringContaining("imported from a file") },
			});
			await drafts().updateDraft({ params: { id }, body: { accountId: demo } });
			await expect(send()).rejects.toMatchObject({
				code: "cannot-send",
				message: "What “Demo mailbox” sends stays in it. Choose another mailbox to send from.",
			});
			await drafts().updateDraft({ params: { id }, body: { accountId: real } });
			expect(await send()).toMatchObject({ state: "scheduled", accountId: real });
		}
		const own = await drafts().createDraft({ body: { kind: "reply", emailId: await firstOf(demo) } });
		expect(own.accountId).toBe(demo);
		expect(await drafts().sendDraft({ params: { id: own.id }, body: {} })).toMatchObject({ state: "scheduled" });
	});

	it("lists the messages of one mailbox before the others, page by page", async () => {
		const real = await connect();
		const ids: Record<string, string[]> = { [real]: [], [demo]: [] };
		for (const accountId of [real, demo, real, demo, real])
			ids[accountId]?.unshift((await drafts().createDraft({ body: { accountId, to } })).id);
		for (const first of [demo, real, undefined]) {
			const listed: string[] = [];
			let cursor: string | undefined;
			do {
				const page = await drafts().listDrafts({ query: { first, limit: 2, cursor } });
				listed.push(...page.items.map(({ id }) => id));
				cursor = page.nextCursor ?? undefined;
			} while (cursor !== undefined);
			const [ofReal = [], ofDemo = []] = [ids[real], ids[demo]];
			if (first === undefined) expect(listed).toEqual([...ofReal, ...ofDemo].sort().reverse());
			else expect(listed).toEqual(first === demo ? [...ofDemo, ...ofReal] : [...ofReal, ...ofDemo]);
		}
	});
});
