import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { consentContract } from "#shared/contracts/consent.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { type Dovecot, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { consentJourney } from "#test/emulators/consent-flow.ts";
import { type Google, startGoogle } from "#test/emulators/google.ts";
import { type Microsoft, startMicrosoft } from "#test/emulators/microsoft.ts";
import { freePort } from "#test/free-port.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { describeIf } from "../../../../../fixtures/only-if.ts";
import { smartArchiveContract } from "../../contract.ts";
import { makeMessage } from "../testing.ts";
import { restoreRun } from "./testing.ts";

const EMAIL = { gmail: "ann@gmail.example", outlook: "ann@outlook.example" };

let origin: string;
let google: Google;
let microsoft: Microsoft;
let server: TestServer;
let user: TestUser;
beforeAll(async () => {
	const port = String(await freePort());
	origin = `http://localhost:${port}`;
	google = await startGoogle({ origin, people: [{ email: EMAIL.gmail, name: "Ann" }] });
	microsoft = await startMicrosoft({ origin, people: [{ email: EMAIL.outlook, name: "Ann" }] });
	const env = { PORT: port, BASE_URL: origin, ALLOW_PRIVATE_HOSTS: "on", ...google.env, ...microsoft.env };
	server = await startTestServer({ env });
});
afterAll(async () => {
	await server?.close();
	await google?.close();
	await microsoft?.close();
});
beforeEach(async () => {
	await server.ctx.database.exec("delete from rate_limits", []);
	user = await server.signUp();
});

/** Four letters, two of them in one thread, with dates to the second. */
const letters = Array.from({ length: 4 }, (_, n) => {
	const raw = makeMessage({
		subject: n === 1 ? "Re: Letter 0" : `Letter ${n}`,
		daysAgo: 40 + n,
		messageId: `letter-${n}@example.org`,
		...(n === 1 && { fields: ["In-Reply-To: <letter-0@example.org>", "References: <letter-0@example.org>"] }),
	});
	const text = raw
		.replace(/^From .*\n/, "")
		.replace(/^X-Gmail-Labels: .*\n/m, "")
		.replaceAll("\n", "\r\n");
	return { text, receivedAt: Date.parse(/^Date: (.*)\r$/m.exec(text)?.[1] ?? "") };
});

async function connect(kind: "gmail" | "outlook"): Promise<string> {
	const client = user.client(consentContract);
	const redirectUri = `${origin}/auth/${kind}/callback`;
	const { authUrl } = await client[`${kind}-auth-init`]({ body: { redirectUri } });
	const back = await consentJourney(authUrl, EMAIL[kind]);
	const [code, state] = ["code", "state"].map((name) => back.searchParams.get(name) ?? "");
	const { account } = await client[`${kind}-auth`]({ body: { code: code ?? "", state: state ?? "", redirectUri } });
	await server.ctx.jobs.drain();
	return account.id;
}

const states = (account: string) =>
	server.ctx.database.query<{ message_id: string; folder_role: string }>(
		`select e.message_id, f.folder_name, e.folder_role, e.is_read, e.is_starred, e.is_important, e.labels,
			date_trunc('second', e.received_date) as received, (select array_agg(o.message_id order by o.message_id) from emails o
				where o.owner_id = e.owner_id and o.account_id = e.account_id and o.thread_id = e.thread_id) as thread
		from emails e join email_folders f on f.owner_id = e.owner_id and f.account_id = e.account_id and f.id = e.folder_id
		where e.owner_id = $1 and e.account_id = $2 order by e.message_id, e.id`,
		[user.ownerId, account],
	);

async function sync(account: string): Promise<void> {
	await user.client(accountsContract).syncAccount({ params: { id: account } });
	await server.ctx.jobs.drain();
}

/** Backs up the whole mailbox: everything is in the trash afterwards. */
async function backUp(account: string): Promise<string> {
	const plan = await user.client(plansContract).createPlan({ body: { action: "trash", query: "letter", account } });
	const tool = user.client(smartArchiveContract);
	const { backup } = await tool.startBackup({ body: { plan: plan.id, title: "Letters" } });
	await server.ctx.jobs.drain();
	expect((await states(account)).map((row) => row.folder_role)).toEqual(letters.map(() => "trash"));
	return backup.id;
}

const preview = (id: string) => user.client(smartArchiveContract).planRestore({ params: { id }, query: {} });

async function restore(id: string): Promise<string> {
	const { job } = await user.client(smartArchiveContract).startRestore({ params: { id }, body: {} });
	await server.ctx.jobs.drain();
	const { state, result, error } = await server.ctx.jobs.get(user.ownerId, job.id);
	expect({ state, error, refused: result?.refused }).toEqual({ state: "done", error: null, refused: 0 });
	return String(result?.operationId);
}

/** Dies after the provider has taken a message and before that is recorded. */
async function interrupt(id: string): Promise<void> {
	const run = await restoreRun(server.ctx, user.ownerId, id);
	expect(await run.interrupted((sql) => sql.includes("set provider_id"))).toBe(true);
}

async function undo(id: string): Promise<void> {
	await user.client(plansContract).undoOperation({ params: { id } });
	await server.ctx.jobs.drain();
}

it("restores at Gmail what is in the trash and what was deleted there", async () => {
	for (const [n, { text, receivedAt }] of letters.entries())
		google.addMessage(EMAIL.gmail, text, {
			labels: n === 0 ? ["INBOX", "UNREAD"] : n === 2 ? ["STARRED", "Plans"] : ["INBOX"],
			receivedAt,
		});
	const account = await connect("gmail");
	const before = await states(account);
	expect(before).toHaveLength(4);
	const id = await backUp(account);
	for (const { id: message, raw } of google.messages(EMAIL.gmail))
		if (/letter-[02]@/.test(/^Message-ID: (.*)$/m.exec(raw.toString())?.[1] ?? "")) google.remove(EMAIL.gmail, message);
	await sync(account);
	expect(await preview(id)).toMatchObject({ count: 4, fromTrash: 2, there: 0, blocked: [] });
	await interrupt(id);
	expect(google.messages(EMAIL.gmail)).toHaveLength(3);
	const operation = await restore(id);
	expect(await states(account)).toEqual(before);
	expect(google.messages(EMAIL.gmail).filter(({ labels }) => labels.includes("TRASH"))).toEqual([]);
	expect(google.messages(EMAIL.gmail)).toHaveLength(4);
	await undo(operation);
	expect(google.messages(EMAIL.gmail).every(({ labels }) => labels.includes("TRASH"))).toBe(true);
});

it("restores at Outlook what is in the trash, and says that the rest cannot be added there", async () => {
	for (const { text, receivedAt } of letters)
		microsoft.addMessage(EMAIL.outlook, text, { folder: "inbox", receivedAt });
	const account = await connect("outlook");
	const before = await states(account);
	const id = await backUp(account);
	const [gone] = microsoft.messages(EMAIL.outlook).filter(({ raw }) => raw.toString().includes("letter-3@"));
	microsoft.remove(EMAIL.outlook, gone?.id ?? "");
	await sync(account);
	expect(await preview(id)).toMatchObject({
		...{ count: 3, fromTrash: 3, there: 0 },
		blocked: [{ accountId: account, reason: "no-append", count: 1 }],
	});
	await restore(id);
	expect(await states(account)).toEqual(before.filter(({ message_id }) => !message_id.startsWith("letter-3")));
});

describeIf(dovecotPath !== null)("at a Dovecot", () => {
	let dovecot: Dovecot;
	beforeAll(async () => {
		dovecot = await startDovecot();
	});
	afterAll(() => dovecot?.stop());

	it("restores what is in the trash and what was expunged, with flags and dates", async () => {
		const name = "ann@post.example";
		const made = await dovecot.addUser({ name });
		const stored = letters.map(({ text, receivedAt }, n) => ({
			raw: text,
			date: new Date(receivedAt),
			flags: n === 1 ? "FS" : n === 2 ? "" : "S",
		}));
		await dovecot.load(made.user, stored, "INBOX");
		const imap = {
			...{ host: "localhost", port: dovecot.imapsPort, security: "tls" as const },
			certificate: dovecot.certificate,
		};
		const { account } = await user.client(accountsContract).connectImap({
			body: {
				...{ email: name, username: made.user, password: made.password, imap },
				smtp: { ...imap, port: dovecot.submissionsPort },
			},
		});
		await server.ctx.jobs.drain();
		const before = await states(account.id);
		expect(before).toHaveLength(4);
		const id = await backUp(account.id);
		await dovecot.doveadm("expunge", "-u", name, "mailbox", "Trash", "header", "Message-ID", "letter-1@example.org");
		await dovecot.doveadm("expunge", "-u", name, "mailbox", "Trash", "header", "Message-ID", "letter-2@example.org");
		await sync(account.id);
		expect(await preview(id)).toMatchObject({ count: 4, fromTrash: 2, there: 0, blocked: [] });
		await interrupt(id);
		const run = await restoreRun(server.ctx, user.ownerId, id);
		await run.interrupted((sql) => sql.includes("set provider_id"));
		const operation = await run.finish();
		await server.ctx.jobs.drain();
		expect(await states(account.id)).toEqual(before);
		await sync(account.id);
		expect(await states(account.id)).toEqual(before);
		await undo(operation);
		await sync(account.id);
		expect((await states(account.id)).map((row) => row.folder_role)).toEqual(letters.map(() => "trash"));
	});
});
