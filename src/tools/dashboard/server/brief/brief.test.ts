import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { type ModelServer, startModelServer } from "#test/model-server.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { dashboardContract } from "../../contract.ts";
import { readBrief } from "./read-brief.ts";

/** The brief of today over HTTP. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let models: ModelServer;
let server: TestServer;
let ada: TestUser;

const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
const compact = (time: number): string => day(time).replaceAll("-", "");

interface Given {
	from: string;
	hoursAgo: number;
	subject: string;
	lines: string[];
	headers?: string[];
}

function message({ from, hoursAgo, subject, lines, headers = [] }: Given): string {
	const date = new Date(Date.now() - hoursAgo * HOUR).toUTCString();
	const [weekday, dayOfMonth, month, year, time] = date.replace(",", "").split(" ");
	return [
		`From x@example.org ${weekday} ${month} ${dayOfMonth} ${time} ${year}`,
		`From: ${from}`,
		"To: Ada Vale <ada@example.org>",
		`Subject: ${subject}`,
		`Message-ID: <${subject.replaceAll(/\W/g, "")}@example.org>`,
		`Date: ${date}`,
		"X-Gmail-Labels: Inbox,Unread,Category Personal",
		...headers,
		"",
		...lines,
		"",
		"",
	].join("\n");
}

const calendar = (
	method: string,
	uid: string,
	summary: string,
	at: number,
	sequence = 0,
): Pick<Given, "headers" | "lines"> => ({
	headers: ["MIME-Version: 1.0", `Content-Type: text/calendar; method=${method}; charset=utf-8`],
	lines: [
		"BEGIN:VCALENDAR",
		`METHOD:${method}`,
		"BEGIN:VEVENT",
		`UID:${uid}`,
		`SEQUENCE:${sequence}`,
		`SUMMARY:${summary}`,
		"LOCATION:Room 4",
		`DTSTART;VALUE=DATE:${compact(at)}`,
		"ORGANIZER:mailto:mara@orchard.example",
		"END:VEVENT",
		"END:VCALENDAR",
	],
});

beforeAll(async () => {
	models = await startModelServer();
	server = await startTestServer();
	ada = await server.signUp();
	const now = Date.now();
	const mbox = [
		message({
			from: "Mara Lindqvist <mara@orchard.example>",
			hoursAgo: 3,
			subject: "Contract",
			lines: ["The lawyers have approved the contract.", `Please send the signed contract by ${day(now + 2 * DAY)}.`],
		}),
		message({
			from: "Ben Okafor <ben@example.net>",
			hoursAgo: 30,
			subject: "Lunch on Sunday",
			lines: ["I have a table for four.", "Do you join us for lunch?"],
		}),
		message({
			from: "Shop <news@shop.example>",
			hoursAgo: 2,
			subject: "Sale",
			headers: ["List-Id: <news.shop.example>"],
			lines: ["Please buy by tomorrow!"],
		}),
		message({
			from: "Old Friend <old@example.net>",
			hoursAgo: 24 * 60,
			subject: "Long ago",
			lines: ["Could you call me tomorrow?"],
		}),
		message({
			from: "Mara Lindqvist <mara@orchard.example>",
			hoursAgo: 50,
			subject: "Planning",
			...calendar("REQUEST", "planning", "Planning meeting", now),
		}),
		message({
			from: "Mara Lindqvist <mara@orchard.example>",
			hoursAgo: 49,
			subject: "Review",
			...calendar("REQUEST", "review", "Review", now),
		}),
		message({
			from: "Mara Lindqvist <mara@orchard.example>",
			hoursAgo: 48,
			subject: "Canceled: Review",
			...calendar("CANCEL", "review", "Review", now, 1),
		}),
		message({
			from: "Mara Lindqvist <mara@orchard.example>",
			hoursAgo: 47,
			subject: "Later",
			...calendar("REQUEST", "later", "Later meeting", now + 3 * DAY),
		}),
	].join("");
	await ada
		.client(accountsContract)
		.importMbox({ query: { filename: "mail.mbox" } }, { bytes: new TextEncoder().encode(mbox) });
	await server.ctx.jobs.drain();
});
afterAll(async () => {
	await server.close();
	await models.close();
});
beforeEach(() => {
	server.ctx.config.model = null;
	models.requests.length = 0;
});

const brief = (user = ada) => user.client(dashboardContract).getBrief({ query: {} });

it("says what is new, who waits, what takes place and what is due, in sentences of the emails", async () => {
	const { newMail, waiting, invitations, dates } = await brief();
	expect(newMail.items).toMatchObject([
		{ sender: "Mara Lindqvist", subject: "Contract", line: expect.stringContaining("contract") },
	]);
	const { items } = await ada.client(emailsContract).listEmails({ query: { q: newMail.q } });
	expect([newMail.total, items.map(({ id }) => id)]).toEqual([1, newMail.items.map(({ emailId }) => emailId)]);
	expect(waiting.items).toContainEqual(
		expect.objectContaining({ sender: "Ben Okafor", line: "Do you join us for lunch?", isQuestion: true }),
	);
	expect(waiting.items.map(({ subject }) => subject)).not.toContain("Sale");
	expect(invitations).toMatchObject({
		items: [{ summary: "Planning meeting", location: "Room 4", isDate: true }],
		...{ read: 4, emails: 4 },
	});
	expect(dates).toMatchObject({
		items: [{ subject: "Contract", due: day(Date.now() + 2 * DAY), line: expect.stringContaining("signed contract") }],
		total: 1,
	});
	expect(dates.read).toBe(dates.emails);
	expect(models.requests).toEqual([]);
});

it("reads invitations page by page, and says where it does not read or show all", async () => {
	const read = (limits: { items: number; dates: number; invitations: number; invitationPage: number }) =>
		readBrief(server.ctx, { ownerId: ada.ownerId, account: null, zone: "UTC" }, limits);
	for (const invitationPage of [1, 2, 3, 4]) {
		const { invitations } = await read({ items: 5, dates: 40, invitations: 300, invitationPage });
		// The oldest one takes place, one that a later email canceled does not.
		expect(invitations).toMatchObject({ items: [{ summary: "Planning meeting" }], read: 4, emails: 4 });
	}
	const few = await read({ items: 1, dates: 2, invitations: 3, invitationPage: 2 });
	expect(few.invitations).toEqual({ items: [], read: 3, emails: 4 });
	expect(few.dates.read).toBe(2);
	expect(few.dates.emails).toBeGreaterThan(2);
	expect(few.waiting.items).toHaveLength(1);
	expect(few.waiting.total).toBe((await brief()).waiting.total);
});

it("shows no other user's mail, and rejects unknown time zones and mailboxes", async () => {
	const other = await server.signUp();
	expect(await brief(other)).toMatchObject({
		newMail: { items: [], total: 0 },
		waiting: { items: [], total: 0 },
		invitations: { items: [], read: 0, emails: 0 },
		dates: { items: [], total: 0, read: 0, emails: 0 },
	});
	const { items } = await ada.client(accountsContract).listAccounts();
	const account = items[0]?.id ?? "";
	await expect(other.client(dashboardContract).getBrief({ query: { account } })).rejects.toMatchObject({ status: 404 });
	await expect(ada.client(dashboardContract).getBrief({ query: { zone: "Mars/Olympus" } })).rejects.toMatchObject({
		status: 400,
	});
});

it("is written by a model on request, from its lines, with a source for each sentence", async () => {
	const write = () => ada.client(dashboardContract).writeBrief({ body: {} });
	await expect(write()).rejects.toMatchObject({ code: "no-model" });
	server.ctx.config.model = {
		...{ provider: "openai-compatible", baseUrl: models.url, model: "test-model", apiKey: null },
		...{ tokensPerDay: 0, dollarsPerDay: 0, inputPrice: 0, outputPrice: 0 },
	};
	models.answer(() =>
		JSON.stringify({
			sentences: [
				{ text: "Mara needs the contract.", emails: [1] },
				{ text: "It costs 4711.", emails: [1] },
				{ text: "All is well.", emails: [] },
			],
		}),
	);
	expect(await write()).toMatchObject({
		sentences: [
			{ text: "Mara needs the contract.", isSupported: true },
			{ text: "It costs 4711.", isSupported: false },
		],
		dropped: 1,
		engine: { host: models.host },
	});
	expect(models.requests[0]?.body).toContain("Planning meeting");
	expect(models.requests[0]?.body).not.toContain("table for four");
});
