import { afterAll, beforeAll, expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { trustContract } from "#shared/contracts/trust.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { TRUST_VERSION } from "../trust/signals.ts";
import { enqueueTrust } from "./job.ts";

let server: TestServer;
let ada: TestUser;

const message = (subject: string, from: string, { headers = [] as string[], text = "Hello" } = {}): string =>
	[
		"From x Sun Nov 1 10:00:00 2026",
		...headers,
		...[
			`From: ${from}`,
			"To: ada@example.org",
			`Subject: ${subject}`,
			"Date: 1 Nov 2026 10:00:00 +0000",
			"",
			text,
			"",
			"",
		],
	].join("\n");

beforeAll(async () => {
	server = await startTestServer();
	ada = await server.signUp();
	const results = "Authentication-Results: mx.test; dkim=none; dmarc=fail (p=REJECT) header.from=bank.test";
	const mail = [
		message("Forged", "Bank <info@bank.test>", { headers: [results] }),
		message("Borrowed", "PayPal <x@intl-limited.net>"),
		message("Plain", "Ann <ann@vale.test>"),
		message("Mine", "PayPal <ada@intl-limited.net>", { headers: ["X-Gmail-Labels: Sent"] }),
	].join("");
	await ada.client(accountsContract).importMbox({ query: { filename: "a.mbox" } }, { bytes: Buffer.from(mail) });
	await server.ctx.jobs.drain();
});
afterAll(() => server.close());

const found = async (q: string) =>
	(await ada.client(emailsContract).listEmails({ query: { q } })).items.map(({ subject }) => subject).sort();

const verdicts = async () => {
	const { items } = await ada.client(emailsContract).listEmails({ query: { q: "in:anywhere" } });
	return Object.fromEntries(items.map(({ subject, trust }) => [subject, trust]));
};

const ALL = { Forged: "forged", Borrowed: "suspicious", Plain: "unknown", Mine: undefined };

it("stores a verdict with each received message, finds it by search and says why", async () => {
	expect(await verdicts()).toEqual(ALL);
	expect(await found("is:suspicious")).toEqual(["Borrowed", "Forged"]);
	expect(await found("-is:suspicious in:inbox")).toEqual(["Plain"]);
	const { items } = await ada.client(emailsContract).listEmails({ query: { q: "is:suspicious borrowed" } });
	const { warnings, trust } = await ada.client(emailsContract).getEmail({ params: { id: items[0]?.id ?? "" } });
	expect({ warnings, trust }).toEqual({
		warnings: [{ kind: "borrowed_name", about: "PayPal", other: "intl-limited.net" }],
		trust: "suspicious",
	});
});

it("takes the user's word for a sender, but not for a forged message", async () => {
	const api = ada.client(trustContract);
	expect(await api.trustSender({ body: { email: "X@intl-limited.net" } })).toEqual({ changed: 1 });
	expect(await api.trustSender({ body: { email: "info@bank.test" } })).toEqual({ changed: 0 });
	expect(await verdicts()).toEqual({ ...ALL, Borrowed: "safe" });
	expect(await api.distrustSender({ query: { email: "x@intl-limited.net" } })).toEqual({ changed: 1 });
	expect(await verdicts()).toEqual(ALL);
});

it("learns whose results a mailbox believes from nearly all of its mail", async () => {
	const bo = await server.signUp();
	const client = bo.client(emailsContract);
	const mail = (count: number, from: string, results: string): string =>
		Array.from({ length: count }, (_, i) =>
			message(`${from.slice(0, 3)} ${i}`, from, {
				headers: [`Authentication-Results: ${results} header.from=vale.test`, "Received: from x by mx.hoster.com; now"],
			}),
		).join("");
	const upload = async (filename: string, text: string): Promise<void> => {
		await bo.client(accountsContract).importMbox({ query: { filename } }, { bytes: Buffer.from(text) });
		await server.ctx.jobs.drain();
	};
	const judged = async (q: string) => {
		const { items } = await client.listEmails({ query: { q: `in:anywhere ${q}` } });
		const opened = await Promise.all(items.map(({ id }) => client.getEmail({ params: { id } })));
		return [...new Set(opened.map(({ trust, authentication }) => `${trust} ${authentication?.dmarc?.result ?? "-"}`))];
	};
	await upload("few.mbox", mail(5, "ann@vale.test", "mx.hoster.com; dmarc=pass"));
	expect(await judged("")).toEqual(["unknown -"]);
	// Enough, and one that names another server.
	const other = mail(3, "eve@vale.test", "mx.evil.com; dmarc=pass");
	await upload("many.mbox", mail(12, "ann@vale.test", "mx.hoster.com; dmarc=pass") + other);
	expect(await judged("from:ann 11")).toEqual(["safe pass"]);
	expect(await judged("from:eve")).toEqual(["unknown -"]);
	// A mailbox in which each sender brings its own.
	const own = Array.from({ length: 12 }, (_, i) => mail(1, `bob@shop${i}.com`, `mx.shop${i}.com; dmarc=pass`));
	await upload("own.mbox", own.join(""));
	expect(await judged("from:bob")).toEqual(["unknown -"]);
});

it("judges stored mail again once when the rules change", async () => {
	const { database, jobs } = server.ctx;
	const begin = async (): Promise<void> => {
		await enqueueTrust(server.ctx);
		await jobs.drain();
	};
	await begin();
	await database.exec(
		"update emails set trust = null, trust_reasons = null, trust_findings = null, trust_version = null",
		[],
	);
	await begin();
	expect((await verdicts()).Forged).toBeUndefined();
	await database.exec("update trust_versions set version = version - 1", []);
	await begin();
	expect(await verdicts()).toEqual(ALL);
	expect(await database.query("select distinct trust_version as v from emails where trust is not null", [])).toEqual([
		{ v: TRUST_VERSION },
	]);
});
