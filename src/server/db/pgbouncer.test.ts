import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import type { ServerEvent } from "#shared/contracts/events.ts";
import { jobsContract } from "#shared/contracts/jobs.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { testInstall } from "#test/database.ts";
import { makeMbox } from "#test/mail-file.ts";
import { type ServerProcess, startProcess } from "#test/process.ts";
import { signUpAt, type TestUser } from "#test/server.ts";
import { describeIf, isPostgres } from "../../../fixtures/only-if.ts";
import { createLogger } from "../log.ts";
import { openDatabase } from "./database.ts";

const server = process.env.TEST_PGBOUNCER_URL;
const MESSAGES = 120;

/** The server's events as an open browser receives them. */
async function listen(user: TestUser): Promise<{ heard: ServerEvent[]; close(): void }> {
	const hangUp = new AbortController();
	const response = await user.fetch("/api/v1/events", { signal: hangUp.signal });
	const heard: ServerEvent[] = [];
	const read = async (): Promise<void> => {
		const decoder = new TextDecoder();
		for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
			for (const [, data] of decoder.decode(chunk, { stream: true }).matchAll(/^data: (.*)$/gm))
				heard.push(JSON.parse(data ?? "") as ServerEvent);
	};
	read().catch(() => undefined);
	return { heard, close: () => hangUp.abort() };
}

describeIf(server !== undefined && isPostgres).each([
	["alone", false],
	["with a way past it for events", true],
])("a server and a worker behind PgBouncer in transaction mode, %s", (_, hasListenUrl) => {
	let install: Awaited<ReturnType<typeof testInstall>>;
	let direct: string;
	let web: ServerProcess;
	let worker: ServerProcess;
	let ada: TestUser;

	beforeAll(async () => {
		install = await testInstall({ isEmpty: true });
		direct = install.databaseUrl ?? "";
		const pooled = new URL(server ?? "");
		pooled.pathname = new URL(direct).pathname;
		install.databaseUrl = pooled.href;
		const env: Record<string, string> = hasListenUrl ? { DATABASE_LISTEN_URL: direct } : {};
		// Concurrently: one creates the tables, the other waits.
		[web, worker] = await Promise.all([
			startProcess(install, { ...env, ROLE: "web" }),
			startProcess(install, { ...env, ROLE: "worker" }),
		]);
		ada = await signUpAt(web.url, "ada@example.org");
	});
	afterAll(async () => {
		await web?.stop();
		await worker?.stop();
		await install.remove();
	});

	it("imports, streams the worker's progress to the browser, searches, changes and undoes", async () => {
		const events = await listen(ada);
		const emails = ada.client(emailsContract);
		const plans = ada.client(plansContract);
		const jobs = ada.client(jobsContract);
		const over = (id: string) =>
			vi.waitFor(async () => expect(await jobs.getJob({ params: { id } })).toMatchObject({ state: "done" }), 20_000);
		const reply = await ada.fetch("/api/v1/accounts/mbox?filename=mail.mbox", {
			method: "POST",
			body: makeMbox({ count: MESSAGES }),
		});
		expect(reply.status).toBe(202);
		const { job } = accountsContract.importMbox.reply.parse(await reply.json());
		await over(job.id);
		await vi.waitFor(() => {
			const states = events.heard.flatMap((event) =>
				event.type === "job" && event.job.id === job.id ? event.job.state : [],
			);
			expect(states).toContain("done");
			expect(events.heard.some((event) => event.type === "mail")).toBe(true);
		}, 10_000);
		expect((await emails.listEmails({ query: { q: "message number 77", limit: 5 } })).items[0]?.subject).toBe(
			"Message number 77",
		);
		const inbox = (await emails.listEmails({ query: { folder: "inbox", limit: 1 } })).total;
		const plan = await plans.createPlan({ body: { action: "trash", query: "in:inbox" } });
		expect(plan.count).toBe(inbox);
		await over((await plans.applyPlan({ params: { id: plan.id } })).job.id);
		expect((await emails.listEmails({ query: { folder: "inbox", limit: 1 } })).total).toBe(0);
		await over((await plans.undoOperation({ params: { id: plan.id } })).job.id);
		expect((await emails.listEmails({ query: { folder: "inbox", limit: 1 } })).total).toBe(inbox);
		events.close();
	});

	it("sets the statement timeout in PostgreSQL", async () => {
		const client = new pg.Client({ connectionString: direct });
		await client.connect();
		const { rows } = await client.query("show statement_timeout");
		await client.end();
		expect(rows).toEqual([{ statement_timeout: "1min" }]);
	});

	it("isolates two hundred concurrent transactions on a few connections", async () => {
		const log = createLogger({ logLevel: "silent" });
		const database = await openDatabase({ ...install, databasePool: 50 }, log, () => undefined);
		expect(database.pooled).toBe(true);
		await database.exec("create table counter (n int not null)", []);
		await database.exec("insert into counter values (0)", []);
		const increment = () =>
			database.transaction(async () => {
				const row = await database.one<{ n: number }>("select n from counter for update", []);
				await database.exec("update counter set n = $1", [(row?.n ?? 0) + 1]);
			});
		await Promise.all(Array.from({ length: 200 }, increment));
		expect(await database.query("select n from counter", [])).toEqual([{ n: 200 }]);
		await database.close();
	});
});
