import { afterAll, beforeAll, expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { settingsContract } from "#shared/contracts/settings.ts";
import { newId } from "#shared/ids.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { type ScriptedSmtpServer, startScriptedSmtpServer } from "#test/scripted-smtp-server.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { sized } from "#test/soak.ts";
import { type FileRow, validatorContract } from "../contract.ts";
import { type Reason, reasonCodes } from "../reasons.ts";

/** The cause of a reason: an address that has it, and what it is without it. */
interface Cause {
	email: string;
	/** What makes the difference. */
	cause: string;
	/** Takes the cause out of the world; a text: the same address without what is wrong with it. */
	without: string | (() => unknown);
	/** Then. */
	reason: Reason;
}

const MX: [number, string] = [10, "mx.mail.test"];
const OK = "250 2.1.5 Ok";
/** Longer than any answer of a mail server is kept. */
const WEEK_MS = 8 * 24 * 3_600_000;

let dns: TestDns;
let mail: ScriptedSmtpServer;
let server: TestServer;
let user: TestUser;
let clock = 0;
/** The mailbox with the email of a contact. */
let contactsAccount: string;

const receives = (domain: string) => () => dns.set({ [domain]: { MX } });
const accepts = (email: string) => () => mail.mailboxes.set(email, OK);
const fixed = "ann@plain.test";

const causes: Record<Reason, Cause> = {
	syntax: { email: "ann@@plain.test", cause: "two @", without: fixed, reason: "mailbox-exists" },
	"blocked-domain": {
		...{ email: "ann@blocked.test", cause: "the user's block list", reason: "mailbox-exists" },
		without: () => saveSettings([]),
	},
	"no-top-level-domain": { email: "ann@localhost", cause: "no dot", without: fixed, reason: "mailbox-exists" },
	"domain-not-found": {
		...{ email: "ann@missing.test", cause: "NXDOMAIN", reason: "mailbox-exists" },
		without: receives("missing.test"),
	},
	"null-mx": {
		...{ email: "ann@null-mx.test", cause: "MX 0 .", reason: "mailbox-exists" },
		without: receives("null-mx.test"),
	},
	"no-mail-server": {
		...{ email: "ann@nothing.test", cause: "neither MX nor address", reason: "mailbox-exists" },
		without: receives("nothing.test"),
	},
	"mail-server-not-found": {
		...{ email: "ann@dead-mx.test", cause: "the MX has no address", reason: "mailbox-exists" },
		without: receives("dead-mx.test"),
	},
	"temporary-failure": {
		...{ email: "ann@slow-mx.test", cause: "SERVFAIL", reason: "mailbox-exists" },
		without: receives("slow-mx.test"),
	},
	"mailbox-not-found": {
		...{ email: "gone@plain.test", cause: "550 5.1.1", reason: "mailbox-exists" },
		without: accepts("gone@plain.test"),
	},
	"mailbox-disabled": {
		...{ email: "off@plain.test", cause: "550 5.2.1", reason: "mailbox-exists" },
		without: accepts("off@plain.test"),
	},
	"mailbox-full": {
		...{ email: "full@plain.test", cause: "452 4.2.2", reason: "mailbox-exists" },
		without: accepts("full@plain.test"),
	},
	bounced: {
		...{ email: "moved@plain.test", cause: "the user's email bounced", reason: "mailbox-exists" },
		without: () => run("delete from outgoing_recipients where owner_id = $1 and address = $2", "moved@plain.test"),
	},
	suppressed: {
		...{ email: "asked@plain.test", cause: "the suppression list", reason: "mailbox-exists" },
		without: () => run("delete from suppressions where owner_id = $1 and target = $2", "asked@plain.test"),
	},
	disposable: { email: "ann@mailinator.com", cause: "a listed domain", without: fixed, reason: "mailbox-exists" },
	"ip-address": { email: "ann@[192.0.2.1]", cause: "an IP literal", without: fixed, reason: "mailbox-exists" },
	"no-mx": {
		...{ email: "ann@a-only.test", cause: "an address, but no MX", reason: "mailbox-exists" },
		without: receives("a-only.test"),
	},
	"catch-all": {
		...{ email: "ann@all.test", cause: "an impossible address is accepted", reason: "mailbox-exists" },
		without: () => mail.domains.delete("all.test"),
	},
	greylisted: {
		...{ email: "ann@grey.test", cause: "450 4.7.1", reason: "mailbox-exists" },
		without: accepts("ann@grey.test"),
	},
	role: { email: "sales@plain.test", cause: "a role", without: fixed, reason: "mailbox-exists" },
	gibberish: {
		...{ email: "xkqjzvbw@shut.test", cause: "a random name that no server confirms", reason: "mailbox-exists" },
		without: receives("shut.test"),
	},
	"known-contact": {
		...{ email: "friend@plain.test", cause: "an email from the address", reason: "mailbox-exists" },
		async without() {
			// It is gone at once, before its mail is deleted.
			await user.client(accountsContract).deleteAccount({ params: { id: contactsAccount } });
		},
	},
	"mailbox-exists": {
		...{ email: fixed, cause: "250 for the address, 550 for an impossible one", reason: "mailbox-not-found" },
		without: () => mail.mailboxes.delete(fixed),
	},
	"server-refused": {
		...{ email: "ann@rude.test", cause: "550 5.7.1 for every address", reason: "mailbox-exists" },
		without: accepts("ann@rude.test"),
	},
	"server-busy": {
		...{ email: "busy@plain.test", cause: "451 4.3.0", reason: "mailbox-exists" },
		without: accepts("busy@plain.test"),
	},
	"server-unreachable": {
		...{ email: "ann@closed.test", cause: "MX, and no mail server that can be asked", reason: "mailbox-exists" },
		without: receives("closed.test"),
	},
	"accepts-mail": {
		...{ email: "ann@silent.test", cause: "mailbox checks are off", reason: "mailbox-exists" },
		without: () => saveSettings([]),
	},
};

/** Runs a statement about an address of the user. */
const run = (statement: string, address: string) => server.ctx.database.query(statement, [user.ownerId, address]);
const saveSettings = (blockedDomains: string[], checkMailboxes = true) =>
	user
		.client(settingsContract)
		.updateSettings({ params: { section: "validator" }, body: { blockedDomains, checkMailboxes } });
const validateAll = async (emails: string[]): Promise<[email: string, reason: Reason][]> => {
	const found: [string, Reason][] = [];
	for await (const { email, reason } of user.client(validatorContract).validateEmails({ body: { emails } }))
		found.push([email, reason]);
	return found;
};

async function importMail(...senders: string[]): Promise<string> {
	const date = new Date().toUTCString().replace("GMT", "+0000");
	const [from] = senders;
	const text = senders
		.map((one) => `From ${one} Mon Nov  2 10:00:00 2026\nFrom: <${one}>\nDate: ${date}\nSubject: Hello\n\nHello\n\n`)
		.join("");
	const reply = await user
		.client(accountsContract)
		.importMbox({ query: { filename: `${from}.mbox` } }, { bytes: new TextEncoder().encode(text) });
	await server.ctx.jobs.drain();
	return reply.account.id;
}

beforeAll(async () => {
	mail = await startScriptedSmtpServer();
	dns = await startDns({
		...{ "mx.mail.test": { A: "127.0.0.1" }, "plain.test": { MX }, "blocked.test": { MX }, "mailinator.com": { MX } },
		...{
			"all.test": { MX },
			"grey.test": { MX },
			"rude.test": { MX },
			"silent.test": { MX },
			"null-mx.test": { MX: [0, "."] },
			"nothing.test": { TXT: "none" },
		},
		...{ "a-only.test": { A: "127.0.0.1" }, "dead-mx.test": { MX: [10, "gone.mail.test"] } },
		...{ "slow-mx.test": { MX: [10, "mx.servfail.test"] }, "servfail.test": "servfail" },
		// Nothing listens there.
		...{ "closed.test": { MX: [10, "mx.closed.test"] }, "shut.test": { MX: [10, "mx.closed.test"] } },
		"mx.closed.test": { A: "127.0.0.9" },
	});
	server = await startTestServer({
		env: { DNS_SERVERS: dns.server, ALLOW_PRIVATE_HOSTS: "on" },
		config: { probe: { heloName: null, port: mail.port, intervalMs: 0 } },
		now: () => Date.now() + clock,
	});
	user = await server.signUp();
	await saveSettings(["blocked.test"]);
	contactsAccount = await importMail("friend@plain.test");
	const accountId = await importMail("other@elsewhere.test");
	await server.ctx.database.exec(
		`insert into outgoing_recipients (owner_id, account_id, outgoing_id, address, state, status, reply, updated_at)
		values ($1, $2, $3, 'moved@plain.test', 'bounced', '5.1.10', '550 5.1.10 Null MX', now())`,
		[user.ownerId, accountId, newId()],
	);
	await run(
		"insert into suppressions (owner_id, target, source, reason, created_at) values ($1, $2, 'manual', 'Asked', now())",
		"asked@plain.test",
	);
	// Mailboxes that exist wherever their cause leaves it to the mail server.
	for (const { email } of Object.values(causes)) mail.mailboxes.set(email, OK);
	mail.mailboxes.delete("gone@plain.test");
	mail.mailboxes.set("off@plain.test", "550 5.2.1 Account disabled");
	mail.mailboxes.set("full@plain.test", "452 4.2.2 Over quota");
	mail.mailboxes.set("ann@grey.test", "450 4.7.1 Greylisted");
	mail.mailboxes.set("busy@plain.test", "451 4.3.0 Local error");
	mail.mailboxes.delete("ann@rude.test");
	mail.domains.set("rude.test", "550 5.7.1 Your address is on a blocklist");
	mail.domains.set("all.test", OK);
});
afterAll(async () => {
	await server.close();
	await Promise.all([dns.close(), mail.close()]);
});

it("every reason is produced by its cause, and by no other cause", async () => {
	const unchecked = causes["accepts-mail"].email;
	const found = new Map(
		await validateAll(Object.values(causes).flatMap(({ email }) => (email === unchecked ? [] : email))),
	);
	await saveSettings(["blocked.test"], false);
	for (const [email, reason] of await validateAll([unchecked])) found.set(email, reason);
	await saveSettings(["blocked.test"]);
	expect(Object.fromEntries(found)).toEqual(
		Object.fromEntries(Object.entries(causes).map(([reason, { email }]) => [email, reason])),
	);
	expect(new Set(found.values())).toEqual(new Set(reasonCodes));
});

/** Rows of each cause in the table. */
const ROWS = sized(60, 220);
const letters = "bcdfghjklmnpqrstvwxz";
const numbered = (rest: string) => (n: number) => `ann${n}${rest}`;
/** The mailboxes of a cause, with the reply to each. */
const replies = (addressOf: (n: number) => string, reply: string) => (n: number) => {
	mail.mailboxes.set(addressOf(n), reply);
	return addressOf(n);
};
/** Addresses whose reason is the cause's, with mailbox checks. */
const tableCauses: Partial<Record<Reason, (n: number) => string>> = {
	...{ syntax: numbered("@@plain.test"), "blocked-domain": numbered("@blocked.test") },
	...{ "no-top-level-domain": numbered("@localhost"), "domain-not-found": numbered("@missing.test") },
	...{ "null-mx": numbered("@null-mx.test"), "no-mail-server": numbered("@nothing.test") },
	...{ "mail-server-not-found": numbered("@dead-mx.test"), "temporary-failure": numbered("@slow-mx.test") },
	...{
		disposable: numbered("@mailinator.com"),
		"no-mx": replies(numbered("@a-only.test"), OK),
		"catch-all": numbered("@all.test"),
	},
	...{ "server-refused": numbered("@rude.test"), "server-unreachable": numbered("@closed.test") },
	...{ "ip-address": (n) => `ann${n}@[192.0.2.1]`, role: replies((n) => `sales@role${n}.test`, OK) },
	gibberish: (n) => `xkqjzvbw${letters[n % 20]}${letters[Math.floor(n / 20)]}@shut.test`,
	...{
		"mailbox-not-found": numbered("gone@plain.test"),
		"mailbox-disabled": replies(numbered("off@plain.test"), "550 5.2.1 Account disabled"),
	},
	...{
		"mailbox-full": replies(numbered("full@plain.test"), "452 4.2.2 Over quota"),
		"server-busy": replies(numbered("busy@plain.test"), "451 4.3.0 Local error"),
	},
	"mailbox-exists": replies(numbered("lee@plain.test"), OK),
	...{ bounced: (n) => `moved${n}@plain.test`, suppressed: (n) => `asked${n}@plain.test` },
	"known-contact": (n) => `friend${n}@plain.test`,
};
const numbers = Array.from({ length: ROWS }, (_, n) => n);

/** Rows of a file with the reason of each, one cause after another. */
async function tableOf(): Promise<[email: string, reason: Reason][]> {
	dns.set(Object.fromEntries(numbers.map((n) => [`role${n}.test`, { MX }])));
	const accountId = await importMail(...numbers.map((n) => `friend${n}@plain.test`));
	await server.ctx.database.exec(
		`insert into outgoing_recipients (owner_id, account_id, outgoing_id, address, state, status, reply, updated_at)
		select $1, $2, $3, 'moved' || n || '@plain.test', 'bounced', '5.1.10', '550 5.1.10 Null MX', now()
		from generate_series(0, $4::int) n`,
		[user.ownerId, accountId, newId(), ROWS],
	);
	await server.ctx.database.exec(
		`insert into suppressions (owner_id, target, source, reason, created_at)
		select $1, 'asked' || n || '@plain.test', 'manual', 'Asked', now() from generate_series(0, $2::int) n`,
		[user.ownerId, ROWS],
	);
	return numbers.flatMap((n) =>
		Object.entries(tableCauses).map(([reason, address]) => [address(n), reason as Reason] as [string, Reason]),
	);
}

it("no row of a table has a verdict other than that of its cause, with and without mailbox checks", async () => {
	const table = await tableOf();
	const text = `Email,Cause\n${table.map((row) => `${row.join(",")}\n`).join("")}`;
	const client = user.client(validatorContract);
	for (const isChecked of [true, false]) {
		await saveSettings(["blocked.test"], isChecked);
		const { id } = await client.validateFile(
			{ query: { filename: "t.csv" } },
			{ bytes: new TextEncoder().encode(text) },
		);
		await server.ctx.jobs.drain();
		const found = new Map<string, number>();
		let after: number | undefined;
		do {
			const page: { items: FileRow[]; nextAfter: number | null } = await client.listFileRows({
				params: { id },
				query: { limit: 1_000, after },
			});
			for (const { position, verdict } of page.items) {
				const [email, cause] = table[position] ?? ["", "syntax"];
				const expected = isChecked || !PROBED.has(cause) ? cause : "accepts-mail";
				const isWrong = verdict?.email !== email || verdict.reason !== expected;
				const key = isWrong ? `${email}: ${verdict?.reason} in place of ${expected}` : expected;
				found.set(key, (found.get(key) ?? 0) + 1);
			}
			after = page.nextAfter ?? undefined;
		} while (after !== undefined);
		const expected = new Map<string, number>();
		for (const [, cause] of table) {
			const reason = isChecked || !PROBED.has(cause) ? cause : "accepts-mail";
			expected.set(reason, (expected.get(reason) ?? 0) + 1);
		}
		expect(found).toEqual(expected);
	}
	await saveSettings(["blocked.test"]);
});

/** Only a mail server says so. */
const PROBED: ReadonlySet<Reason> = new Set<Reason>([
	...(["catch-all", "server-refused", "server-unreachable", "server-busy", "mailbox-exists"] as const),
	...(["mailbox-not-found", "mailbox-disabled", "mailbox-full"] as const),
]);

// The last one makes the address of others unknown.
const order = reasonCodes.toSorted((a, b) => Number(a === "mailbox-exists") - Number(b === "mailbox-exists"));
it.each(order.map((reason) => [reason, causes[reason].cause] as const))(
	"%s ends with its cause: %s",
	async (reason) => {
		const { email, without, reason: expected } = causes[reason];
		clock += WEEK_MS;
		if (typeof without !== "string") await without();
		const address = typeof without === "string" ? without : email;
		const verdict = await user.client(validatorContract).validateEmail({ body: { email: address } });
		expect([address, verdict.reason]).toEqual([address, expected]);
	},
);
