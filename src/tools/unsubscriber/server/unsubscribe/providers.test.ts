import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { consentContract } from "#shared/contracts/consent.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { secondClient } from "#test/dovecot/account.ts";
import { type Dovecot, type MailUser, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { consentJourney } from "#test/emulators/consent-flow.ts";
import { type Google, startGoogle } from "#test/emulators/google.ts";
import { type Microsoft, startMicrosoft } from "#test/emulators/microsoft.ts";
import { freePort } from "#test/free-port.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { unsubscriberContract } from "../../contract.ts";
import { type Senders, startSenders } from "../testing/senders.ts";
import { dkimRecord, mailing, signed } from "../testing/signed.ts";

/** Many lists at once, in mailboxes whose provider has to be told. */

const EMAIL = { gmail: "ann@gmail.example", outlook: "ann@outlook.example", imap: "ann@post.example" };
type Kind = keyof typeof EMAIL;
const kinds: readonly Kind[] = dovecotPath === null ? ["gmail", "outlook"] : ["gmail", "outlook", "imap"];
const PER_LIST = 3;

let senders: Senders;
let dns: TestDns;
let google: Google;
let microsoft: Microsoft;
let dovecot: Dovecot | null = null;
let box: MailUser;
let server: TestServer;
let origin: string;

beforeAll(async () => {
	senders = await startSenders(["shop.test"]);
	dns = await startDns({
		localhost: { A: "127.0.0.1" },
		"shop.test": { A: "127.0.0.1" },
		"s1._domainkey.shop.test": { TXT: dkimRecord },
	});
	const port = String(await freePort());
	origin = `http://localhost:${port}`;
	google = await startGoogle({ origin, people: [{ email: EMAIL.gmail, name: "Ann" }] });
	microsoft = await startMicrosoft({ origin, people: [{ email: EMAIL.outlook, name: "Ann" }] });
	if (dovecotPath !== null) {
		dovecot = await startDovecot();
		box = await dovecot.addUser({ name: EMAIL.imap });
	}
	const env = { PORT: port, BASE_URL: origin, ALLOW_PRIVATE_HOSTS: "on", DNS_SERVERS: dns.server };
	server = await startTestServer({ env: { ...env, ...google.env, ...microsoft.env } });
});
afterAll(async () => {
	await server?.close();
	await google?.close();
	await microsoft?.close();
	await dovecot?.stop();
	await senders?.close();
	await dns?.close();
});

/** Two lists with one click, and one with a page that the user has to open. */
async function listMail(): Promise<string[]> {
	const oneClick = (name: string) => [
		`List-Id: ${name} <${name}.shop.test>`,
		`List-Unsubscribe: <${senders.url(`/yes?${name}`)}>`,
		"List-Unsubscribe-Post: List-Unsubscribe=One-Click",
	];
	const mail: string[] = [];
	for (let n = 0; n < PER_LIST; n++) {
		const date = new Date(Date.now() - (n + 2) * 86_400_000);
		for (const name of ["first", "second"]) {
			const made = { from: `${name} <${name}@shop.test>`, subject: `${name} ${n}`, date, head: oneClick(name) };
			mail.push(await signed(mailing(made), "shop.test"));
		}
		const head = ["List-Id: page <page.shop.test>", "List-Unsubscribe: <https://shop.test/leave>"];
		mail.push(mailing({ from: "page <page@shop.test>", subject: `page ${n}`, date, head }));
	}
	return mail;
}

/** Connects the mailbox with this mail in it. */
async function connect(kind: Kind, user: TestUser, mail: readonly string[]): Promise<void> {
	if (kind === "imap") {
		for (const raw of mail) await dovecot?.deliver(box.user, raw);
		const imap = { host: "localhost", security: "tls" as const, certificate: dovecot?.certificate ?? "" };
		await user.client(accountsContract).connectImap({
			body: {
				...{ email: EMAIL.imap, username: box.user, password: box.password },
				imap: { ...imap, port: dovecot?.imapsPort ?? 0 },
				smtp: { ...imap, port: dovecot?.submissionsPort ?? 0 },
			},
		});
	} else {
		for (const raw of mail)
			if (kind === "gmail") google.addMessage(EMAIL.gmail, raw, { labels: ["INBOX"] });
			else microsoft.addMessage(EMAIL.outlook, raw, { folder: "inbox" });
		const client = user.client(consentContract);
		const redirectUri = `${origin}/auth/${kind}/callback`;
		const { authUrl } = await client[`${kind}-auth-init`]({ body: { redirectUri } });
		const back = await consentJourney(authUrl, EMAIL[kind]);
		const [code = "", state = ""] = ["code", "state"].map((name) => back.searchParams.get(name) ?? "");
		await client[`${kind}-auth`]({ body: { code, state, redirectUri } });
	}
	await server.ctx.jobs.drain();
}

/** Subjects in the provider's trash. */
async function inTrash(kind: Kind): Promise<string[]> {
	const subjectOf = (raw: Uint8Array) => /^Subject: (.*?)\r?$/m.exec(Buffer.from(raw).toString())?.[1] ?? "";
	if (kind === "gmail")
		return google
			.messages(EMAIL.gmail)
			.filter(({ labels }) => labels.includes("TRASH"))
			.map(({ raw }) => subjectOf(raw))
			.sort();
	if (kind === "outlook")
		return microsoft
			.messages(EMAIL.outlook)
			.filter(({ folder }) => folder === "Deleted Items")
			.map(({ raw }) => subjectOf(raw))
			.sort();
	if (dovecot === null) return [];
	const client = await secondClient(dovecot, box);
	try {
		const status = (await client.status("Trash", { messages: true })) || { messages: 0 };
		if (status.messages === 0) return [];
		await client.mailboxOpen("Trash", { readOnly: true });
		const found = await client.fetchAll("1:*", { envelope: true });
		return found.map(({ envelope }) => envelope?.subject ?? "").sort();
	} finally {
		client.close();
	}
}

describe.each(kinds)("in a mailbox of %s", (kind) => {
	it("unsubscribes from many lists at once, deletes the emails of those it succeeded for, and restores them", async () => {
		await server.ctx.database.exec("delete from rate_limits", []);
		senders.requests.length = 0;
		const user = await server.signUp();
		await connect(kind, user, await listMail());
		const client = user.client(unsubscriberContract);
		const { items } = await client.listSubscriptions({ query: { sort: "name" } });
		expect(items.map(({ name, count }) => [name, count])).toEqual(
			["first", "page", "second"].map((name) => [name, PER_LIST]),
		);
		const subscriptions = items.map(({ id }) => id);
		const { job, removal, removalAfter } = await client.unsubscribe({
			body: { subscriptions, mode: "unsubscribe_delete" },
		});
		await server.ctx.jobs.drain();
		expect(removal).toBeNull();
		expect((await server.ctx.jobs.get(user.ownerId, job?.id ?? "")).result).toMatchObject({
			...{ confirmed: 2, requested: 0, needsAction: 1, failed: 0 },
		});
		expect(senders.requests.map(({ method, at }) => `${method} ${at}`).sort()).toEqual(
			["first", "second"].map((name) => `POST shop.test/yes?${name}`),
		);
		const of = (...names: string[]) => names.flatMap((name) => [0, 1, 2].map((n) => `${name} ${n}`)).sort();
		expect(await inTrash(kind)).toEqual(of("first", "second"));
		const open = await client.listSubscriptions();
		expect(open.items.map(({ name, state }) => [name, state])).toEqual([["page", "needs_action"]]);
		const plans = user.client(plansContract);
		await plans.undoOperation({ params: { id: removalAfter ?? "" } });
		await server.ctx.jobs.drain();
		expect(await inTrash(kind)).toEqual([]);

		// The button "Delete" removes the emails of all of them, whatever became of the request.
		const { removal: deletion } = await client.unsubscribe({ body: { subscriptions, mode: "delete_only" } });
		await server.ctx.jobs.drain();
		expect(await inTrash(kind)).toEqual(of("first", "page", "second"));
		await plans.undoOperation({ params: { id: deletion?.operation.id ?? "" } });
		await server.ctx.jobs.drain();
		expect(await inTrash(kind)).toEqual([]);
	});
});
