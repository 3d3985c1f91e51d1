import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { domain, from, makeMessage, rule } from "#providers/conformance-rules.ts";
import type { MemoryEnvironment } from "#providers/memory-environment.ts";
import { AuthExpired, Unavailable, Unsupported } from "#server/mail/provider/errors.ts";
import type { ProviderRule } from "#server/mail/provider/rules.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";
import { accountOf, secondClient, testMessage } from "#test/dovecot/account.ts";
import { type Dovecot, type DovecotOptions, type MailUser, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { describeIf, testIf } from "../../../../fixtures/only-if.ts";
import { imapProvider } from "../provider.ts";
import { atScripts, OWN_SCRIPT } from "../testing.ts";
import type { SieveClient } from "./client.ts";

const SHOP = rule("shop", [domain("shop.example")], { move: { role: "spam" } });
const BOSS = rule("boss", [from("boss@example.org")], { star: true });
const signal = (): AbortSignal => new AbortController().signal;

let dovecot: Dovecot;
let owner: MailUser;
let environment: MemoryEnvironment;
let session: ProviderSession;

async function use(options: DovecotOptions): Promise<void> {
	dovecot = await startDovecot(options);
}
const apply = async (rules: ProviderRule[], again: string[] = []) =>
	session.rules?.apply(rules, new Set(again), signal());
const scripts = <T>(work: (client: SieveClient) => Promise<T>): Promise<T> => atScripts(dovecot, owner, work);
/** Script names, and whether they are active. */
const listed = () =>
	scripts(async (client) => Object.fromEntries((await client.list()).map((one) => [one.name, one.isActive])));
const textOf = (name: string) => scripts((client) => client.read(name));

async function arrive(subject: string, sender = "ann@example.org"): Promise<void> {
	await dovecot.deliver(owner.user, makeMessage({ subject, from: sender }));
}

/** A message's folder and flags; null: not found. */
async function find(subject: string): Promise<{ folder: string; flags: string[] } | null> {
	const other = await secondClient(dovecot, owner);
	try {
		const found: { folder: string; flags: string[] }[] = [];
		for (const { path } of await other.list()) {
			await other.mailboxOpen(path);
			for await (const { flags } of other.fetch({ subject }, { flags: true }))
				found.push({ folder: path, flags: [...(flags ?? [])].filter((flag) => flag !== "\\Recent").sort() });
		}
		expect(found.length).toBeLessThanOrEqual(1);
		return found[0] ?? null;
	} finally {
		await other.logout();
	}
}

const SERVERS: [name: string, options: DovecotOptions, own: string[]][] = [
	["where scripts include others", {}, ["mailstead", "mailstead-rules"]],
	["where they do not", { withoutSieve: ["include"] }, []],
];

describeIf(dovecotPath !== null).each(SERVERS)("a person's own script, %s", (_, options, own) => {
	beforeAll(() => use(options));
	afterAll(() => dovecot.stop());
	beforeEach(async () => {
		owner = await dovecot.addUser();
		environment = accountOf(dovecot, owner);
		session = await imapProvider.open(environment);
		await scripts(async (client) => {
			await client.put("other", "keep;");
			await client.put("own", OWN_SCRIPT);
			await client.activate("own");
		});
	});
	afterEach(() => session.close());

	test("runs alongside the rules, and is byte for byte the same when they are removed", async () => {
		expect(await apply([SHOP, BOSS])).toMatchObject([{ state: "applied" }, { state: "applied" }]);
		await arrive("An own rule");
		await arrive("One", "a@shop.example");
		await arrive("Two, which own rules see", "boss@example.org");
		expect(await find("An own rule")).toEqual({ folder: "INBOX", flags: ["\\Seen"] });
		expect(await find("One")).toEqual({ folder: "Junk", flags: [] });
		// A rule that files nothing leaves the message to the user's script.
		expect(await find("Two, which own rules see")).toEqual({ folder: "INBOX", flags: ["\\Flagged", "\\Seen"] });
		expect(Object.keys(await listed()).sort()).toEqual([...own, "other", "own"].sort());
		await apply([]);
		expect(await listed()).toEqual({ other: false, own: true });
		expect(await textOf("own")).toBe(OWN_SCRIPT);
	});

	test("can be changed meanwhile, and stays changed", async () => {
		await apply([SHOP]);
		const more = 'if header :is "subject" "Two" { addflag "\\\\Flagged"; }\r\n';
		await scripts(async (client) => client.put("own", (await client.read("own")) + more));
		await arrive("Two");
		expect(await find("Two")).toEqual({ folder: "INBOX", flags: ["\\Flagged"] });
		await apply([SHOP, BOSS]);
		await arrive("Three", "boss@example.org");
		expect(await find("Three")).toEqual({ folder: "INBOX", flags: ["\\Flagged"] });
		await apply([]);
		expect(await textOf("own")).toBe(OWN_SCRIPT + more);
	});

	test("activated elsewhere is reported, and included when the rules are synced again", async () => {
		await apply([SHOP]);
		await scripts((client) => client.activate("other"));
		expect(await apply([SHOP])).toEqual([{ key: "shop", state: "deleted" }]);
		expect(await listed()).toMatchObject({ other: true });
		expect(await apply([SHOP], ["shop"])).toMatchObject([{ state: "applied" }]);
		await arrive("One", "a@shop.example");
		await arrive("An own rule");
		expect(await find("One")).toMatchObject({ folder: "Junk" });
		expect(await find("An own rule")).toEqual({ folder: "INBOX", flags: [] });
		await apply([]);
		expect(await listed()).toMatchObject({ other: true });
		expect(await textOf("other")).toBe("keep;");
	});

	test("is restored when the mailbox is disconnected", async () => {
		await apply([SHOP]);
		await imapProvider.disconnect(environment, AbortSignal.timeout(10_000));
		expect(await listed()).toEqual({ other: false, own: true });
		expect(await textOf("own")).toBe(OWN_SCRIPT);
	});

	test("is found behind rules whose account was deleted", async () => {
		await apply([SHOP]);
		const later = await imapProvider.open(accountOf(dovecot, owner));
		await later.rules?.apply([SHOP], new Set(), signal());
		await later.rules?.apply([], new Set(), signal());
		await later.close();
		expect(await listed()).toEqual({ other: false, own: true });
		expect(await textOf("own")).toBe(OWN_SCRIPT);
	});
});

describeIf(dovecotPath !== null)("rules at a Dovecot", () => {
	beforeAll(() => use({ withoutSieve: ["body", "mime"], sieveBytes: 4_000 }));
	afterAll(() => dovecot.stop());
	beforeEach(async () => {
		owner = await dovecot.addUser();
		environment = accountOf(dovecot, owner);
		session = await imapProvider.open(environment);
	});
	afterEach(() => session.close());

	test("work alongside an active script that LISTSCRIPTS omits", async () => {
		const home = dirname(owner.mailDir);
		await writeFile(join(home, ".dovecot.sieve"), OWN_SCRIPT, { mode: 0o644 });
		expect(await apply([SHOP])).toMatchObject([{ state: "applied" }]);
		await arrive("An own rule");
		await arrive("One", "a@shop.example");
		expect(await find("An own rule")).toEqual({ folder: "INBOX", flags: ["\\Seen"] });
		expect(await find("One")).toMatchObject({ folder: "Junk" });
		await apply([]);
		await arrive("One more of an own rule");
		expect(await find("One more of an own rule")).toEqual({ folder: "INBOX", flags: ["\\Seen"] });
	});

	test("leave a script with the same name as ours unchanged", async () => {
		await scripts(async (client) => {
			await client.put("mailstead", OWN_SCRIPT);
			await client.activate("mailstead");
		});
		await apply([SHOP]);
		await arrive("An own rule");
		expect(await find("An own rule")).toEqual({ folder: "INBOX", flags: ["\\Seen"] });
		await apply([]);
		expect(await listed()).toEqual({ mailstead: true });
		expect(await textOf("mailstead")).toBe(OWN_SCRIPT);
	});

	test("that the server cannot run are refused with a reason", async () => {
		const odd = [
			rule("text", [{ about: "anywhere", texts: ["lottery"] }], { read: true }),
			rule("file", [{ about: "attachment" }], { read: true }),
			rule("label", [from("a@example.org")], { labels: ["Work"] }),
			rule("folder", [from("b@example.org")], { move: { folderId: "No such folder" } }),
		];
		expect(await apply([...odd, BOSS])).toEqual([
			{ key: "text", state: "refused", reason: "This mail server's rules do not look into the text of mail." },
			{ key: "file", state: "refused", reason: "This mail server's rules do not see attachments." },
			{ key: "label", state: "refused", reason: "This mailbox has folders, and no labels." },
			{ key: "folder", state: "refused", reason: "The folder that this rule moves mail to no longer exists." },
			{ key: "boss", state: "applied", id: "boss", difference: null },
		]);
	});

	test("that exceed the quota are reported, and none of them stays", async () => {
		await scripts((client) => client.put("large", `#${"x".repeat(3_950)}\n`));
		expect(await apply([BOSS, SHOP])).toMatchObject([
			{ state: "refused", reason: expect.stringMatching(/^The mail server has no space for these rules: “.*quota/i) },
			{ state: "refused" },
		]);
		expect(await listed()).toEqual({ large: false });
		await scripts((client) => client.remove("large"));
		expect(await apply([BOSS, SHOP])).toMatchObject([{ state: "applied" }, { state: "applied" }]);
	});

	test("match words at their beginning, after any delimiter, and whole addresses", async () => {
		await apply([
			rule("words", [{ about: "subject", texts: ["art", "Größe"] }], { read: true }),
			rule("person", [{ about: "to", addresses: ["team@example.net"], domains: [], texts: [] }], { star: true }),
		]);
		const subjects = ["Art is here", "Fwd: (artful)", "Re: „Größe“", "A party", "Smart", "Heart-felt"];
		for (const subject of subjects) await arrive(subject);
		const read = await Promise.all(subjects.map(async (subject) => (await find(subject))?.flags.includes("\\Seen")));
		expect(read).toEqual([true, true, true, false, false, false]);
		const mail = (to: string) => testMessage(`To ${to}`).replace("bob@example.net", to);
		for (const to of ["team@example.net", "ateam@example.net"]) await dovecot.deliver(owner.user, mail(to));
		expect(await find("To team@example.net")).toMatchObject({ flags: ["\\Flagged"] });
		expect(await find("To ateam@example.net")).toMatchObject({ flags: [] });
	});

	test("need a valid password, a reachable server, and one with ManageSieve", async () => {
		const at = async (settings: object, credentials = environment.account.credentials) => {
			const account = {
				...environment.account,
				settings: { ...environment.account.settings, ...settings },
				credentials,
			};
			const open = await imapProvider.open({ ...environment, account });
			try {
				return await open.rules?.apply([BOSS], new Set(), signal());
			} finally {
				await open.close();
			}
		};
		const wrong = await at({}, { password: "wrong" }).catch((cause: unknown) => cause);
		expect(wrong).toBeInstanceOf(AuthExpired);
		expect(String(wrong)).toContain("does not take the password for its rules");
		await expect(at({ sieve: { host: "localhost", port: dovecot.imapPort } })).rejects.toBeInstanceOf(Unsupported);
		await expect(at({ sieve: { host: "localhost", port: 1 } })).rejects.toBeInstanceOf(Unavailable);
		const untrusted = { ...(environment.account.settings.imap as object), certificate: undefined };
		await expect(at({ imap: untrusted })).rejects.toBeInstanceOf(Unavailable);
	});
});

testIf(dovecotPath !== null)("no password goes to a server for rules without TLS", async () => {
	const plain = await startDovecot({ tls: false });
	try {
		const user = await plain.addUser();
		const account = accountOf(plain, user);
		Object.assign(account.account.settings.imap as object, { port: plain.imapPort, security: "starttls" });
		const open = await imapProvider.open(account);
		const applying = open.rules?.apply([BOSS], new Set(), signal());
		await expect(applying).rejects.toThrow("localhost offers no STARTTLS, so that no password is sent to it.");
		await open.close();
	} finally {
		await plain.stop();
	}
});
