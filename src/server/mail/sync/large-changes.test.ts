import { afterEach, expect, test } from "vitest";
import { createGmailProvider } from "#providers/gmail/provider.ts";
import * as gmail from "#providers/gmail/testing.ts";
import { imapProvider } from "#providers/imap/provider.ts";
import { createOutlookProvider } from "#providers/outlook/provider.ts";
import * as outlook from "#providers/outlook/testing.ts";
import type { Provider } from "#server/mail/provider/provider.ts";
import { newId } from "#shared/ids.ts";
import { accountOf, secondClient } from "#test/dovecot/account.ts";
import { startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { startGoogle } from "#test/emulators/google.ts";
import { startMicrosoft } from "#test/emulators/microsoft.ts";
import { messageStates, OWNER, openMailbox, providerStates, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { sized } from "#test/soak.ts";
import { testIf } from "../../../../fixtures/only-if.ts";
import { createPlan } from "../changes/plan.ts";
import { applyPlan } from "../changes/start.ts";
import { undoOperation } from "../changes/undo.ts";
import { sealCredentials } from "../sessions/credentials.ts";
import { countsAndRecounts } from "../store/testing.ts";
import { enqueueSync } from "./job.ts";

/** In `npm test` all sizes, and the limits that they cross, are a fiftieth. */
const scaled = (size: number): number => Math.ceil(size / sized(50, 1));

/** More than a page each, of new messages, of changes, or of both. */
const HELD = scaled(5_000);
const FRESH = scaled(1_201);
const READ = scaled(450);
const FRESH_WITH_READ = scaled(60);
const PLANNED = scaled(4_000);
const LATER = scaled(501);
const PAGE = scaled(500);

/** Half of these folders are empty. With the standard ones: 130. */
const FOLDERS = Array.from({ length: 124 }, (_, n) => `Project ${String(n).padStart(3, "0")}`);
const EXPECTED_MS = sized(120_000, 1_800_000);

/** A mail server, or an emulator of one, with one user. */
interface MailServer {
	provider: Provider;
	/** @returns the account's id */
	connect(box: TestMailbox): Promise<string>;
	deliver(numbers: readonly number[]): Promise<unknown>;
	/** Marks the first messages of the inbox as read, as another client. */
	markRead(count: number): Promise<unknown>;
	/** Expires what the product remembers of the server. @returns whether that has to be listed from the beginning */
	expire(): boolean;
	/** What is stored here and what there is, for comparison. */
	states(box: TestMailbox, accountId: string): Promise<[stored: unknown, actual: unknown]>;
	stop(): Promise<unknown>;
}

/** Message number `n`. The first ones are those that the plan is about. */
function mail(n: number): string {
	return [
		`From: ${n < PLANNED ? "bulk@example.org" : `person${n % 7}@example.org`}`,
		"To: me@example.org",
		`Subject: Number ${n}`,
		`Message-ID: <${n}@example.org>`,
		`Date: ${new Date(Date.UTC(2026, 0, 1, 0, n)).toUTCString()}`,
		"",
		`The text of number ${n}.`,
		"",
	].join("\r\n");
}

const numbers = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i);

async function dovecot(): Promise<MailServer> {
	const server = await startDovecot();
	const user = await server.addUser();
	return {
		provider: imapProvider,
		async connect({ ctx }) {
			const id = newId();
			const { settings, credentials } = accountOf(server, user).account;
			await ctx.database.exec(
				"insert into connected_accounts (owner_id, id, provider, name, settings, credentials) values ($1, $2, 'imap', 'Post', $3, $4)",
				[OWNER, id, settings, sealCredentials(ctx.config, OWNER, id, credentials ?? {})],
			);
			return id;
		},
		deliver: (wanted) =>
			server.load(
				user.user,
				wanted.map((n) => ({ raw: mail(n), date: new Date(Date.UTC(2026, 0, 1, 0, n)) })),
			),
		async markRead(count) {
			const other = await secondClient(server, user);
			await other.mailboxOpen("INBOX");
			await other.messageFlagsAdd(`1:${count}`, ["\\Seen"]);
			await other.logout();
		},
		expire: () => false,
		states: async (box, accountId) => [await messageStates(box), await providerStates(box, accountId)],
		stop: () => server.stop(),
	};
}

async function microsoft(): Promise<MailServer> {
	const email = "ann@outlook.example";
	const server = await startMicrosoft();
	server.limit({ perTenMinutes: 1_000_000 });
	for (const folder of FOLDERS) server.addFolder(email, folder);
	const limits = { page: scaled(200), lookups: scaled(100), stateEntries: scaled(1_000), requests: 1_000_000 };
	const filled = FOLDERS.filter((_, n) => n % 20 < 10);
	return {
		provider: createOutlookProvider(server, limits),
		connect: (box) => outlook.connect(box, server, email),
		async deliver(wanted) {
			for (const n of wanted)
				server.addMessage(email, mail(n), { folder: (n % 2 === 0 && filled[n % filled.length]) || "inbox" });
		},
		async markRead(count) {
			const unread = server.messages(email).filter(({ folder, isRead }) => folder === "Inbox" && !isRead);
			for (const { immutableId } of unread.slice(0, count)) server.modify(email, immutableId, { isRead: true });
		},
		expire() {
			server.forgetChanges(email);
			server.expire(email);
			return false;
		},
		states: async (box, accountId) => [await outlook.storedStates(box, accountId), outlook.statesAt(server, email)],
		stop: () => server.close(),
	};
}

async function google(): Promise<MailServer> {
	const email = "ann@gmail.example";
	const server = await startGoogle();
	const limits = { fresh: scaled(50), ids: scaled(500), records: scaled(500), individually: scaled(25) };
	const filled = FOLDERS.filter((_, n) => n % 20 < 10);
	return {
		provider: createGmailProvider({ ...gmail.optionsFor(server), unitsPerMinute: 100_000_000 }, limits),
		connect: (box) => gmail.connect(box, server, email),
		async deliver(wanted) {
			for (const n of wanted) {
				const label = n % 2 === 0 ? filled[n % filled.length] : undefined;
				server.addMessage(email, mail(n), { labels: ["INBOX", "UNREAD", ...(label === undefined ? [] : [label])] });
			}
		},
		async markRead(count) {
			const unread = server.messages(email).filter(({ labels }) => labels.includes("UNREAD"));
			for (const { id } of unread.slice(0, count)) server.modify(email, id, { remove: ["UNREAD"] });
		},
		expire() {
			server.forgetHistory(email);
			server.expire(email);
			return true;
		},
		states: async (box, accountId) => [await gmail.storedStates(box, accountId), gmail.statesAt(server, email)],
		stop: () => server.close(),
	};
}

/** With smaller pages. @param onBeginning called when the mailbox is listed from its beginning */
function paged(provider: Provider, onBeginning: () => void): Provider {
	return {
		...provider,
		async open(environment) {
			const session = await provider.open(environment);
			const { reader } = session;
			return {
				...session,
				reader: {
					...reader,
					listChanges(cursor, { limit, ...options }) {
						if (cursor === null) onBeginning();
						return reader.listChanges(cursor, { ...options, limit: Math.min(limit, PAGE) });
					},
				},
			};
		},
	};
}

const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
	for (const close of closings.splice(0).reverse()) await close();
});

/** Every sync ends, and what is here is then what is there. */
async function takesChanges(start: () => Promise<MailServer>, isExpiring: boolean): Promise<void> {
	const server = await start();
	closings.push(() => server.stop());
	const install = await testInstall();
	closings.push(() => install.remove());
	let beginnings = 0;
	const box = await openMailbox(install, { provider: paged(server.provider, () => beginnings++) });
	closings.push(() => box.close());
	const { ctx } = box;
	let count = 0;
	const deliver = async (more: number): Promise<void> => {
		await server.deliver(numbers(count, more));
		count += more;
	};
	await deliver(HELD);
	const accountId = await server.connect(box);

	async function sync(isFirst = false): Promise<void> {
		const isExpired = isExpiring && server.expire();
		beginnings = 0;
		const { id } = await enqueueSync(ctx, OWNER, accountId);
		await ctx.jobs.drain(EXPECTED_MS);
		expect(await ctx.jobs.get(OWNER, id)).toMatchObject({ state: "done" });
		// A listing that makes no progress starts over: then there is one more.
		expect(beginnings).toBe(isFirst || isExpired ? 1 : 0);
		const [stored, actual] = await server.states(box, accountId);
		expect(stored).toEqual(actual);
		expect(Object.keys(stored as object)).toHaveLength(count);
		for (const { saved, counted } of await countsAndRecounts(ctx.database)) expect(saved).toEqual(counted);
	}

	await sync(true);
	await deliver(FRESH);
	await sync();
	await server.markRead(READ);
	await deliver(FRESH_WITH_READ);
	await sync();
	const { id, count: planned } = await createPlan(ctx, OWNER, {
		...{ action: { type: "trash" }, query: "from:bulk@example.org", source: "inbox" },
	});
	expect(planned).toBe(PLANNED);
	await applyPlan(ctx, OWNER, id);
	await ctx.jobs.drain(EXPECTED_MS);
	await sync();
	await undoOperation(ctx, OWNER, id);
	await ctx.jobs.drain(EXPECTED_MS);
	await sync();
	await deliver(LATER);
	await sync();
}

const NAME = "a mailbox takes changes of any size";

testIf(dovecotPath !== null)(`${NAME}: Dovecot`, { timeout: EXPECTED_MS }, () => takesChanges(dovecot, false));

test.each([
	["Microsoft", microsoft, false],
	["Microsoft, with all tokens expired before each sync", microsoft, true],
	["Google", google, false],
	["Google, with all tokens expired before each sync", google, true],
] as const)(`${NAME}: %s`, { timeout: EXPECTED_MS }, (_, start, isExpiring) => takesChanges(start, isExpiring));
