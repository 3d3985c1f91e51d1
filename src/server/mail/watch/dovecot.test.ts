import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { secondClient, testMessage } from "#test/dovecot/account.ts";
import { type Dovecot, type MailUser, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";

/** End to end against a real mail server: changes there appear here, and the other way round. */

let dovecot: Dovecot;
let server: TestServer;
let owner: TestUser;
let user: MailUser;
let account: string;

const until = (condition: () => Promise<void>) => vi.waitFor(condition, { timeout: 25_000, interval: 50 });

async function find(subject: string) {
	const { items } = await owner.client(emailsContract).listEmails({ query: { account, limit: 50 } });
	return items.find((item) => item.subject === subject);
}

async function change(action: "star" | "archive", id: string | undefined): Promise<void> {
	const plans = owner.client(plansContract);
	const plan = await plans.createPlan({ body: { action: { type: action }, ids: [id ?? ""] } });
	await plans.applyPlan({ params: { id: plan.id } });
}

describeIf(dovecotPath !== null)("an account on a Dovecot server", () => {
	beforeAll(async () => {
		dovecot = await startDovecot();
		server = await startTestServer({ env: { ALLOW_PRIVATE_HOSTS: "on" } });
		owner = await server.signUp();
		user = await dovecot.addUser();
		await dovecot.deliver(user.user, testMessage("First"));
		const connected = await owner.client(accountsContract).connectImap({
			body: {
				email: `${user.user}@example.net`,
				username: user.user,
				password: user.password,
				imap: { host: "localhost", port: dovecot.imapsPort, security: "tls", certificate: dovecot.certificate },
				smtp: null,
			},
		});
		account = connected.account.id;
		await until(async () => expect(await find("First")).toBeDefined());
	});

	afterAll(async () => {
		await server?.close();
		await dovecot?.stop();
	});

	it("syncs delivered mail", async () => {
		await dovecot.deliver(user.user, testMessage("Arrives without a sync"));
		await until(async () => expect(await find("Arrives without a sync")).toMatchObject({ isRead: false }));
	});

	it("syncs a flag that another client sets", async () => {
		const other = await secondClient(dovecot, user);
		await other.mailboxOpen("INBOX");
		await other.messageFlagsAdd({ subject: "First" }, ["\\Seen", "\\Flagged"]);
		await until(async () => expect(await find("First")).toMatchObject({ isRead: true, isStarred: true }));
		await other.logout();
	});

	it("pushes our star to other clients", async () => {
		const email = await find("Arrives without a sync");
		await change("star", email?.id);
		const other = await secondClient(dovecot, user);
		await until(async () => {
			await other.mailboxOpen("INBOX");
			expect(await other.search({ flagged: true, subject: "Arrives without a sync" })).toHaveLength(1);
		});
		await other.logout();
	});

	it("keeps a message's id when another client moves it", async () => {
		const email = await find("First");
		const other = await secondClient(dovecot, user);
		await other.mailboxOpen("INBOX");
		await other.messageMove({ subject: "First" }, "Archive");
		await until(async () => expect(await find("First")).toMatchObject({ id: email?.id, folder: "archive" }));
		await other.logout();
	});

	it("keeps a message's id when we move it, and moves it back by undo", async () => {
		const email = await find("Arrives without a sync");
		await change("archive", email?.id);
		const other = await secondClient(dovecot, user);
		await until(async () => {
			await other.mailboxOpen("Archive");
			expect(await other.search({ subject: "Arrives without a sync" })).toHaveLength(1);
		});
		await server.ctx.jobs.drain();
		expect(await find("Arrives without a sync")).toMatchObject({ id: email?.id, folder: "archive" });
		const plans = owner.client(plansContract);
		const [last] = (await plans.listOperations({})).items;
		await plans.undoOperation({ params: { id: last?.id ?? "" } });
		await until(async () => {
			await other.mailboxOpen("INBOX");
			expect(await other.search({ subject: "Arrives without a sync" })).toHaveLength(1);
		});
		await server.ctx.jobs.drain();
		expect(await find("Arrives without a sync")).toMatchObject({ id: email?.id, folder: "inbox" });
		await other.logout();
	});

	it("records in the history what arrived and why", async () => {
		const { items } = await owner.client(accountsContract).listSyncs({ params: { id: account } });
		expect(items.at(-1)).toMatchObject({ trigger: "first", state: "done", error: null });
		expect(items.some(({ trigger }) => trigger === "push")).toBe(true);
		// A move that began while folders were listed one by one is added in one sync, and matched in the next.
		const added = items.reduce((sum, item) => sum + item.added, 0);
		expect([2, 3]).toContain(added);
	});
});
