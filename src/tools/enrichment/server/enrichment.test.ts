import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { settingsContract } from "#shared/contracts/settings.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { wholeList } from "#web/lib/api/all-pages.ts";
import { type Enrichment, enrichmentContract } from "../contract.ts";
import { mboxOf, type TestMessage } from "./testing/messages.ts";

let server: TestServer;
let ada: TestUser;

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

const OLD_JOB = "Hi Ada,\n\nsee below.\n\n-- \nJane van Dyke\nSales Assistant\nOldfirm Inc.\nPhone: +1 415-555-0100\n";
const NEW_JOB = [
	"Hi Ada,",
	"",
	"here it is.",
	"",
	"Best regards,",
	"Jane van Dyke",
	"Head of Sales",
	"Newfirm GmbH",
	"Hauptstraße 5, 10827 Berlin, Germany",
	"Tel.: +49 30 901820 | Fax: +49 30 901821",
	"https://www.linkedin.com/in/jane-van-dyke | www.newfirm.test",
	"",
	"On Monday Ada wrote:",
	"> -- ",
	"> Ada Lovelace",
	"> Chief Mathematician",
	"> Phone: +44 20 7946 0958",
].join("\n");
const CARD = [
	...["BEGIN:VCARD", "VERSION:3.0", "FN:Carl Card", "N:Card;Carl;;;", "EMAIL;TYPE=work:carl@cards.test"],
	...[
		"ORG:Card\\, Sons & Co;Printing",
		"TITLE:Printer",
		"TEL;TYPE=cell:+46 8 123 456 78",
		"TEL;TYPE=fax:+46 8 999 999 99",
	],
	...["ADR:;;Storgatan 1;Stockholm;;111 22;Sweden", "END:VCARD"],
].join("\n");
const OTHER_CARD = CARD.replace("carl@cards.test", "someone@else.test");
const PNG = Buffer.from(
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
	"base64",
);
const INVITATION = [
	...["BEGIN:VCALENDAR", "BEGIN:VEVENT", 'ORGANIZER;CN="Olga Organizer":mailto:olga@events.test'],
	...["ATTENDEE;CN=Ada:mailto:ada@example.org", "END:VEVENT", "END:VCALENDAR"],
].join("\n");

const messages: TestMessage[] = [
	...[900, 880, 860].map((days) => ({ from: "Jane <jane@newfirm.test>", date: daysAgo(days), text: OLD_JOB })),
	...[30, 20, 10].map((days) => ({ from: '"van Dyke, Jane" <jane@newfirm.test>', date: daysAgo(days), text: NEW_JOB })),
	{
		...{ from: "carl@cards.test", date: daysAgo(5) },
		attachment: { type: "text/vcard", name: "carl.vcf", text: CARD },
	},
	{
		...{ from: "Fred Forwarder <fred@cards.test>", date: daysAgo(5) },
		attachment: { type: "text/vcard", name: "carl.vcf", text: OTHER_CARD },
	},
	{
		...{ from: "olga@events.test", date: daysAgo(5) },
		attachment: { type: "text/calendar", name: "invite.ics", text: INVITATION },
	},
	{
		...{ from: "Otto Out <otto@away.test>", date: daysAgo(3), subject: "Automatic reply: Hello" },
		text: "I am out of the office.\n\nBest regards,\nOtto Out\nManaging Director\nAway Consulting Ltd\n",
	},
	{
		...{ from: "A. Kernel <kay@home.test>", date: daysAgo(4), head: ["Organization: Kernel Works, Inc."] },
		text: "This patch mends it.\n\nSigned-off-by: Kay Kernel <kay@home.test>\nSigned-off-by: Bob Ray <bob@redhat.com>\n",
	},
	{ from: "Dora Domain <dora@linux.intel.com>", date: daysAgo(4) },
	{ from: "noreply@robot.test", date: daysAgo(3), text: "Your code is 555-0199." },
	{ from: "Spam King <king@spam.test>", date: daysAgo(3), label: "Spam", text: "-- \nSpam King\nCEO\nSpam Inc." },
];

beforeAll(async () => {
	server = await startTestServer();
	ada = await server.signUp();
	await ada.client(accountsContract).importMbox({ query: { filename: "ada.mbox" } }, { bytes: mboxOf(messages) });
	await server.ctx.jobs.drain();
});
afterAll(() => server.close());

const enrich = (email: string, user = ada): Promise<Enrichment> =>
	user.client(enrichmentContract).enrichEmail({ body: { email } });
const factOf = (result: Enrichment, field: string) => result.facts.find((one) => one.field === field);

describe("own mail", () => {
	it("decides by agreement, and newer mail outweighs older mail", async () => {
		const result = await enrich(" Jane@Newfirm.test ");
		expect(result).toMatchObject({
			...{ email: "jane@newfirm.test", found: true, message: null },
			...{ fullName: "Jane van Dyke", firstName: "Jane", lastName: "van Dyke" },
			...{ company: "Newfirm GmbH", position: "Head of Sales", phone: "+49 30 901820", location: "Berlin, Germany" },
			...{ linkedIn: "https://www.linkedin.com/in/jane-van-dyke", twitter: null },
			asked: [{ source: "own-mail", state: "found", detail: null }],
		});
		expect(result.confidence).toBeGreaterThan(0.6);
		expect(result.confidence).toBeLessThanOrEqual(1);
		const company = factOf(result, "company");
		expect(company?.alternatives).toMatchObject([{ value: "Oldfirm Inc." }]);
		expect(company?.evidence).toMatchObject([{ source: "own-mail", kind: "signature", count: 3, url: null }]);
		expect(Date.parse(company?.evidence[0]?.lastSeen ?? "")).toBeCloseTo(daysAgo(10).getTime(), -6);
		expect(Date.parse(company?.evidence[0]?.firstSeen ?? "")).toBeCloseTo(daysAgo(30).getTime(), -6);
		expect(factOf(result, "address")?.value).toBe("Hauptstraße 5, 10827 Berlin, Germany");
		expect(factOf(result, "website")?.value).toBe("https://www.newfirm.test");
		// Of the quoted signature and the fax nothing.
		expect(JSON.stringify(result)).not.toMatch(/Lovelace|7946|901821/);
	});

	it("reads contact cards about the sender, not those about others", async () => {
		expect(await enrich("carl@cards.test")).toMatchObject({
			...{ fullName: "Carl Card", company: "Card, Sons & Co", position: "Printer", phone: "+46 8 123 456 78" },
			location: "Stockholm, Sweden",
		});
		expect(await enrich("fred@cards.test")).toMatchObject({ fullName: "Fred Forwarder", company: null, phone: null });
	});

	it("reads invitations and automatic replies", async () => {
		expect(factOf(await enrich("olga@events.test"), "fullName")).toMatchObject({
			value: "Olga Organizer",
			evidence: [{ kind: "invitation" }],
		});
		const otto = await enrich("otto@away.test");
		expect(otto).toMatchObject({ company: "Away Consulting Ltd", position: "Managing Director" });
		expect(factOf(otto, "company")?.evidence).toMatchObject([{ kind: "out-of-office" }]);
	});

	it("reads the Organization header, the sender's own sign-offs, and the organization of a well-known domain", async () => {
		const kay = await enrich("kay@home.test");
		expect(kay).toMatchObject({ fullName: "Kay Kernel", company: "Kernel Works, Inc" });
		expect(factOf(kay, "company")?.evidence).toMatchObject([{ kind: "organization-header" }]);
		expect(factOf(kay, "fullName")?.evidence).toMatchObject([{ kind: "sign-off" }]);
		const dora = await enrich("dora@linux.intel.com");
		expect(dora).toMatchObject({ fullName: "Dora Domain", company: "Intel", position: null });
		expect(factOf(dora, "company")?.evidence).toMatchObject([{ kind: "domain" }]);
	});

	it.each(["noreply@robot.test", "king@spam.test", "nobody@nowhere.test"])("finds nothing about %s", async (email) => {
		expect(await enrich(email)).toMatchObject({
			...{ found: false, confidence: 0, facts: [], fullName: null },
			message: `Your mail has no details about ${email}.`,
		});
	});

	it.each(["", "  ", "no address", "a@b", "a b@c.test"])("refuses %j", async (email) => {
		await expect(enrich(email)).rejects.toMatchObject({ status: 400 });
	});
});

describe("public sources", () => {
	it("are asked only when they are on, and never about people on the suppression list", async () => {
		const user = await server.signUp();
		const requests: string[] = [];
		const { net } = server.ctx;
		server.ctx.net = {
			...net,
			dns: { ...net.dns, srv: async () => [] },
			async http(url) {
				requests.push(url);
				if (url.includes("libravatar")) return { status: 200, headers: new Headers(), body: PNG, url };
				const name = JSON.stringify({ display_name: "Gina Public", company: "Public Ltd" });
				const body = new TextEncoder().encode(url.includes("gravatar") ? name : "");
				return { status: url.includes("gravatar") ? 200 : 500, headers: new Headers(), body, url };
			},
		};
		try {
			expect((await enrich("gina@public.test", user)).found).toBe(false);
			expect(requests).toEqual([]);
			await user.client(settingsContract).updateSettings({
				params: { section: "enrichment" },
				body: { publicSources: ["gravatar", "libravatar", "openpgp"] },
			});
			const result = await enrich("gina@public.test", user);
			expect(result).toMatchObject({ found: true, fullName: "Gina Public", company: "Public Ltd" });
			expect(result.asked.map(({ source, state }) => [source, state])).toEqual([
				["own-mail", "nothing"],
				["gravatar", "found"],
				["libravatar", "found"],
				["openpgp", "failed"],
			]);
			expect(factOf(result, "company")?.evidence).toMatchObject([
				{
					source: "gravatar",
					kind: "profile",
					emailId: null,
					url: expect.stringMatching(/^https:\/\/gravatar\.com\//),
				},
			]);
			expect(result.pictures).toMatchObject([{ kind: "person", source: "libravatar" }]);
			const { pictures } = await user.client(enrichmentContract).getEnrichment({ params: { id: result.id } });
			expect(pictures).toEqual(result.pictures);
			const { items } = await user.client(enrichmentContract).listEnrichments({ query: {} });
			expect(items[0]).toMatchObject({ id: result.id, pictures: [] });
			const count = requests.length;
			await server.ctx.database.exec(
				"insert into suppressions (owner_id, target, source, reason, created_at) values ($1, $2, 'unsubscribe', null, now())",
				[user.ownerId, "gina@public.test"],
			);
			expect((await enrich("gina@public.test", user)).asked.map(({ source }) => source)).toEqual(["own-mail"]);
			expect(requests).toHaveLength(count);
		} finally {
			server.ctx.net = net;
		}
	});
});

describe("results", () => {
	it("are stored once per address, listed, searched and deleted", async () => {
		const client = ada.client(enrichmentContract);
		const first = await enrich("jane@newfirm.test");
		const again = await enrich("jane@newfirm.test");
		expect(again.id).toBe(first.id);
		const { items } = await client.listEnrichments({ query: { q: "newfirm gmbh" } });
		expect(items.map(({ email }) => email)).toEqual(["jane@newfirm.test"]);
		const page = await client.listEnrichments({ query: { limit: 1 } });
		const next = await client.listEnrichments({ query: { limit: 1, cursor: page.nextCursor ?? "" } });
		expect(next.items[0]?.id).not.toBe(page.items[0]?.id);
		await expect(client.listEnrichments({ query: { cursor: "x" } })).rejects.toMatchObject({ code: "bad-cursor" });
		await client.deleteEnrichment({ params: { id: first.id } });
		await expect(client.getEnrichment({ params: { id: first.id } })).rejects.toMatchObject({ status: 404 });
	});

	it("belong to their user", async () => {
		const { id } = await enrich("jane@newfirm.test");
		const bea = await server.signUp();
		expect((await enrich("jane@newfirm.test", bea)).found).toBe(false);
		const client = bea.client(enrichmentContract);
		await expect(client.getEnrichment({ params: { id } })).rejects.toMatchObject({ status: 404 });
		await expect(client.deleteEnrichment({ params: { id } })).rejects.toMatchObject({ status: 404 });
	});

	it("of people who opt out are deleted and not collected again, until they opt in", async () => {
		const client = ada.client(enrichmentContract);
		const { id } = await enrich("otto@away.test");
		await client.optOut({ body: { email: "OTTO@away.test" } });
		await expect(client.getEnrichment({ params: { id } })).rejects.toMatchObject({ status: 404 });
		await expect(enrich("otto@away.test")).rejects.toMatchObject({ status: 409, code: "opted-out" });
		expect((await client.listOptOuts()).items).toMatchObject([{ email: "otto@away.test" }]);
		for (const email of ["a@away.test", "b@away.test"]) await client.optOut({ body: { email } });
		const paged = await wholeList((cursor) => client.listOptOuts({ query: { limit: 2, cursor } }));
		expect([paged.total, paged.items]).toMatchObject([
			3,
			[{ email: "b@away.test" }, { email: "a@away.test" }, { email: "otto@away.test" }],
		]);
		await client.optIn({ query: { email: "otto@away.test" } });
		expect((await enrich("otto@away.test")).found).toBe(true);
	});
});
