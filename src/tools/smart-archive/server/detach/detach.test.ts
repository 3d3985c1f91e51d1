import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cancelled } from "#server/platform/jobs/cancelled.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { newId } from "#shared/ids.ts";
import { smallDemo } from "#test/demo.ts";
import { type Dovecot, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { describeIf } from "../../../../../fixtures/only-if.ts";
import { smartArchiveContract } from "../../contract.ts";
import { makeMessage } from "../testing.ts";
import { detachJob } from "./job.ts";

interface Row {
	id: string;
	subject: string;
	folder_role: string;
	size_bytes: number;
	has_attachments: boolean;
	is_read: boolean;
	is_starred: boolean;
	received_date: Date;
}

describeIf(dovecotPath !== null)("taking attachments off at a Dovecot", () => {
	let dovecot: Dovecot;
	let server: TestServer;
	let owner: TestUser;
	let accountId: string;
	const user = "ann@post.example";

	beforeAll(async () => {
		dovecot = await startDovecot();
		server = await startTestServer({ env: { ALLOW_PRIVATE_HOSTS: "on" } });
		owner = await server.signUp();
		const made = await dovecot.addUser({ name: user });
		const messages = [
			{
				subject: "With a film",
				daysAgo: 40,
				attached: [{ name: "film.mov", type: "video/quicktime", bytes: 4_200_000 }],
			},
			{
				subject: "With two plans",
				daysAgo: 50,
				attached: [1, 2].map((n) => ({ name: `plan${n}.pdf`, type: "application/pdf", bytes: 90_000 })),
			},
			{ subject: "Without any", daysAgo: 60 },
		];
		const stored = messages.map((message, n) => ({
			raw: makeMessage(message)
				.replace(/^From .*\n/, "")
				.replaceAll("\n", "\r\n"),
			date: new Date(Date.now() - message.daysAgo * 86_400_000),
			flags: n === 1 ? "FS" : "S",
		}));
		await dovecot.load(made.user, stored, "INBOX");
		const server1 = {
			host: "localhost",
			port: dovecot.imapsPort,
			security: "tls" as const,
			certificate: dovecot.certificate,
		};
		const { account } = await owner.client(accountsContract).connectImap({
			body: {
				...{ email: user, username: made.user, password: made.password, imap: server1 },
				smtp: { ...server1, port: dovecot.submissionsPort },
			},
		});
		accountId = account.id;
		await server.ctx.jobs.drain();
	});
	afterAll(async () => {
		await server?.close();
		await dovecot?.stop();
	});

	const rows = () =>
		server.ctx.database.query<Row>(
			`select id, subject, folder_role, size_bytes, has_attachments, is_read, is_starred, received_date from emails
			where owner_id = $1 order by subject, size_bytes desc`,
			[owner.ownerId],
		);
	const atServer = async (folder: string) => {
		const uids = await dovecot.doveadm("search", "-u", user, "mailbox", folder, "all");
		return uids.trim().split("\n").length;
	};
	const sync = async () => {
		await owner.client(accountsContract).syncAccount({ params: { id: accountId } });
		await server.ctx.jobs.drain();
	};
	const planOf = (ids: string[]) =>
		owner.client(plansContract).createPlan({ body: { action: "trash", ids, source: "smart-archive" } });

	it("leaves the email in its folder without attachments, the original in the trash, and undo swaps them back", async () => {
		const before = await rows();
		const plan = await planOf(before.map(({ id }) => id));
		const { job } = await owner.client(smartArchiveContract).detachAttachments({ body: { plan: plan.id } });
		await server.ctx.jobs.drain();
		expect(await server.ctx.jobs.get(owner.ownerId, job.id)).toMatchObject({
			state: "done",
			result: { operationId: plan.id },
		});
		const client = owner.client(plansContract);
		const done = await client.getOperation({ params: { id: plan.id } });
		expect(done).toMatchObject({ state: "done", title: "Removed attachments from 2 emails", failed: 0, canUndo: true });

		const after = await rows();
		const locationOf = (subject: string) =>
			after.filter((row) => row.subject === subject).map((row) => [row.folder_role, row.has_attachments]);
		expect(locationOf("With a film")).toEqual([
			["trash", true],
			["inbox", false],
		]);
		expect(locationOf("With two plans")).toEqual([
			["trash", true],
			["inbox", false],
		]);
		expect(locationOf("Without any")).toEqual([["inbox", false]]);
		const freed =
			after.filter((row) => row.folder_role === "trash").reduce((sum, row) => sum + row.size_bytes, 0) -
			after
				.filter((row) => row.folder_role === "inbox" && row.subject !== "Without any")
				.reduce((sum, row) => sum + row.size_bytes, 0);
		expect(done.bytesApplied).toBe(freed);
		expect(freed).toBeGreaterThan(5_000_000);
		const [original, copy] = after.filter((row) => row.subject === "With two plans");
		expect(copy).toMatchObject({ is_read: true, is_starred: true, received_date: original?.received_date });
		const { text, attachments } = await owner.client(emailsContract).getEmail({ params: { id: copy?.id ?? "" } });
		expect(attachments).toEqual([]);
		expect(text).toContain("The text of With two plans.");
		expect(text).toMatch(/Taken off on .*: plan1\.pdf .*90,000 bytes/);
		expect([await atServer("INBOX"), await atServer("Trash")]).toEqual([3, 2]);

		// The next sync changes nothing.
		await sync();
		expect(await rows()).toEqual(after);

		await client.undoOperation({ params: { id: plan.id } });
		await sync();
		const back = await rows();
		for (const row of before) expect(back.find(({ id }) => id === row.id)).toEqual(row);
		expect(back.filter((row) => row.folder_role === "inbox")).toEqual(before);
		expect([await atServer("INBOX"), await atServer("Trash")]).toEqual([3, 2]);
	});

	it("restores everything when canceled with originals in the trash and their copies not yet in the folder", async () => {
		const plans = async () => (await rows()).filter((row) => row.subject === "With two plans");
		const original = (await plans()).find((row) => row.folder_role === "inbox");
		const plan = await planOf([original?.id ?? ""]);
		await owner.client(smartArchiveContract).detachAttachments({ body: { plan: plan.id } });
		await server.ctx.jobs.drain();
		const copy = (await plans()).find((row) => row.folder_role === "inbox");
		const client = owner.client(plansContract);
		// As between two batches of a large operation.
		await client.applyPlan({ params: { id: (await planOf([copy?.id ?? ""])).id } });
		await server.ctx.jobs.drain();
		const values = [owner.ownerId, plan.id];
		const { database } = server.ctx;
		await database.exec("update operations set state = 'running' where owner_id = $1 and id = $2", values);
		await database.exec(
			"update operation_items set state = 'pending' where owner_id = $1 and operation_id = $2 and email_id = $3",
			[...values, copy?.id],
		);
		const run = detachJob.run(server.ctx, {
			...{ id: newId(), ownerId: owner.ownerId, accountId: null, attempt: 1, leaseId: "test-lease", previous: null },
			input: { operationId: plan.id },
			signal: AbortSignal.abort(cancelled()),
			progress: () => undefined,
			yieldIfWaiting: async () => undefined,
		});
		await expect(run).rejects.toMatchObject({ code: "cancelled" });
		await server.ctx.jobs.drain();
		await sync();
		const lies = async (id = "") => (await plans()).find((row) => row.id === id)?.folder_role;
		expect([await lies(original?.id), await lies(copy?.id)]).toEqual(["inbox", "trash"]);
	});

	it("keeps the copy where it is when the original was permanently deleted", async () => {
		const all = await rows();
		const film = all.find((row) => row.subject === "With a film" && row.folder_role === "inbox");
		const plan = await planOf([film?.id ?? ""]);
		await owner.client(smartArchiveContract).detachAttachments({ body: { plan: plan.id } });
		await server.ctx.jobs.drain();
		await dovecot.doveadm("expunge", "-u", user, "mailbox", "Trash", "header", "subject", "With a film");
		await sync();
		const { operation } = await owner.client(plansContract).undoOperation({ params: { id: plan.id } });
		await server.ctx.jobs.drain();
		const undone = await owner.client(plansContract).getOperation({ params: { id: operation.id } });
		expect(undone).toMatchObject({ applied: 0, skipped: 2 });
		const remaining = (await rows()).filter((row) => row.subject === "With a film");
		expect(remaining.map((row) => [row.folder_role, row.has_attachments])).toEqual([["inbox", false]]);
	});

	it("changes nothing where there is nothing to remove", async () => {
		const [none] = (await rows()).filter((row) => row.subject === "Without any");
		const plan = await planOf([none?.id ?? ""]);
		const { job } = await owner.client(smartArchiveContract).detachAttachments({ body: { plan: plan.id } });
		await server.ctx.jobs.drain();
		expect(await server.ctx.jobs.get(owner.ownerId, job.id)).toMatchObject({ state: "failed" });
		expect((await rows()).find(({ id }) => id === none?.id)).toEqual(none);
	});
});

describe("in a mailbox without a server", () => {
	let server: TestServer;
	beforeAll(async () => {
		server = await startTestServer({ demo: smallDemo({ large: 2 }) });
	});
	afterAll(() => server.close());

	it.each(["demo", "mbox"])("removes attachments, too, and undoes it: %s", async (kind) => {
		const owner = await server.signUp();
		const accounts = owner.client(accountsContract);
		const film = { name: "f.mov", type: "video/quicktime", bytes: 4_500_000 };
		const bytes = new TextEncoder().encode(makeMessage({ subject: "Film", daysAgo: 3, attached: [film] }));
		if (kind === "demo") await accounts.startDemo();
		else await accounts.importMbox({ query: { filename: "a.mbox" } }, { bytes });
		await server.ctx.jobs.drain();
		const tool = owner.client(smartArchiveContract);
		const card = (await tool.getAnalysis()).cards.find(({ type }) => type === "large_attachments");
		expect(card?.cleanups).toContain("detach");
		const plan = await tool.planCleanup({ body: { selection: { type: "large_attachments" }, action: "trash" } });
		await tool.detachAttachments({ body: { plan: plan.id } });
		await server.ctx.jobs.drain();
		const client = owner.client(plansContract);
		const done = await client.getOperation({ params: { id: plan.id } });
		expect(done).toMatchObject({
			state: "done",
			title: `Removed attachments from ${plan.count === 1 ? "1 email" : `${plan.count} emails`}`,
		});
		expect((await tool.getAnalysis()).largeAttachmentsCount).toBe(0);
		await client.undoOperation({ params: { id: plan.id } });
		await server.ctx.jobs.drain();
		expect((await tool.getAnalysis()).largeAttachmentsCount).toBe(plan.count);
	});
});
