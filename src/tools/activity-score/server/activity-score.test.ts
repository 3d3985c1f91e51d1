import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { settingsContract } from "#shared/contracts/settings.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { corpus } from "../../../../fixtures/corpora.ts";
import { testIf } from "../../../../fixtures/only-if.ts";
import { activityScoreContract } from "../contract.ts";
import { searchOf, searchOfContact, searchOfOpened, searchWithin } from "../searches.ts";
import { analyzeStale } from "./analyze.ts";
import { quantile } from "./work-hours.ts";

let server: TestServer;
beforeAll(async () => {
	server = await startTestServer();
}, 60_000);
afterAll(() => server?.close());

const HOUR_MS = 3_600_000;

interface Mail {
	id: string;
	from: string;
	date: Date;
	subject: string;
	inReplyTo?: string | undefined;
	isSent: boolean;
}

/** As Gmail exports it. */
function entry({ id, from, date, subject, inReplyTo, isSent }: Mail): string {
	const [weekday, day, month, year, time] = date.toUTCString().replace(",", "").split(" ");
	return [
		`From x@y.example ${weekday} ${month} ${day} ${time} ${year}`,
		`From: ${from}`,
		`To: ${isSent ? "Others <others@list.example>" : "Me <me@home.example>"}`,
		`Subject: ${subject.replaceAll(/[\r\n]+\s*/g, " ")}`,
		`Date: ${date.toUTCString().replace("GMT", "+0000")}`,
		`Message-ID: <${id}>`,
		...(inReplyTo === undefined ? [] : [`In-Reply-To: <${inReplyTo}>`, `References: <${inReplyTo}>`]),
		`X-Gmail-Labels: ${isSent ? "Sent" : "Inbox,Opened"}`,
		...["", "Text", "", ""],
	].join("\n");
}

async function withFile(messages: readonly Mail[]): Promise<{ user: TestUser; account: string }> {
	const user = await server.signUp();
	const bytes = new TextEncoder().encode(messages.map(entry).join(""));
	const { account } = await user.client(accountsContract).importMbox({ query: { filename: "mail.mbox" } }, { bytes });
	await server.ctx.jobs.drain(240_000);
	return { user, account: account.id };
}

const score = (user: TestUser) => user.client(activityScoreContract);

async function generate(user: TestUser, account?: string): Promise<void> {
	await score(user).generateActivityScore({ body: { account } });
	await server.ctx.jobs.drain(240_000);
}

const ME = "Me <me@home.example>";
const ANN = "Ann <ann@orchard.example>";
const start = Date.parse("2026-03-02T09:00:00Z");
const mail = (id: string, hours: number, more: Partial<Mail> = {}): Mail => {
	const isSent = id.startsWith("me");
	const date = new Date(start + hours * HOUR_MS);
	return { id: `${id}@test`, from: isSent ? ME : ANN, date, subject: "Lunch", isSent, ...more };
};
/** Six questions, each answered an hour later than the one before; then one that is not, and one that waits for Ann. */
const letters: Mail[] = [
	...Array.from({ length: 6 }, (_, n) => [
		mail(`q${n}`, 24 * n, { subject: `Question ${n}` }),
		mail(`me${n}`, 24 * n + n + 1, { subject: `Re: Question ${n}`, inReplyTo: `q${n}@test` }),
		mail(`thanks${n}`, 24 * n + 10, { subject: `Re: Question ${n}`, inReplyTo: `me${n}@test` }),
		mail(`me-thanks${n}`, 24 * n + 10.5, { subject: `Re: Question ${n}`, inReplyTo: `thanks${n}@test` }),
	]).flat(),
	mail("open", 200, { subject: "Still open" }),
	mail("me-ask", 210, { subject: "Can you come?" }),
];

it("measures replies, and lists the emails behind each figure", async () => {
	const { user, account } = await withFile(letters);
	const before = await score(user).getActivityScore({ query: { account } });
	expect(before.lastAnalyzed).toBeNull();
	await analyzeStale(server.ctx);
	await server.ctx.jobs.drain(240_000);
	const report = await score(user).getActivityScore({ query: { account } });
	expect(Date.parse(report.lastAnalyzed ?? "")).toBeGreaterThan(0);
	expect(report.current).toMatchObject({ received: 13, sent: 13, read: 13, fromPeople: 13, answered: 12 });
	expect(report.current.response).toMatchObject({ count: 12 });
	expect(report.current.response.elapsedMedian).toBe(0.75);
	expect(report).toMatchObject({ waitingForMe: 1, waitingForThem: 7, openRate: 100, clickRate: null, before: null });
	expect(report.replyRate).toBeCloseTo((100 * 12) / 13);
	expect(report.contacts[0]).toMatchObject({ email: "ann@orchard.example", received: 13 });
	expect(report.streaks.longest).toMatchObject({ days: 6 });
	expect(report.current.days).toBe(10);
	expect(report.emailsPerDay).toBeCloseTo(26 / 10);
	const list = async (query: Omit<Parameters<ReturnType<typeof score>["listActivityEmails"]>[0]["query"], "account">) =>
		score(user).listActivityEmails({ query: { account, ...query } });
	expect((await list({ list: "waiting_for_me" })).items.map(({ subject }) => subject)).toEqual(["Still open"]);
	expect((await list({ list: "waiting_for_them" })).total).toBe(7);
	for (const { bucket, replies } of report.responseTimes) {
		const { items, total } = await list({ list: "replies", bucket });
		expect([bucket, items.length, total]).toEqual([bucket, replies, replies]);
	}
	const first = await list({ list: "replies", limit: 5 });
	const second = await list({ list: "replies", limit: 50, cursor: first.nextCursor ?? "" });
	expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(12);
});

it("counts hours of work only, as the user sets them", async () => {
	const { user, account } = await withFile(letters);
	await generate(user, account);
	const read = async (zone: string) =>
		(await score(user).getActivityScore({ query: { account, zone } })).current.response.p90;
	const usual = await read("UTC");
	await user
		.client(settingsContract)
		.updateSettings({ params: { section: "activity-score" }, body: { workDays: [6] } });
	expect(await read("UTC")).toBeLessThan(usual ?? 0);
	await expect(read("Middle/Earth")).rejects.toMatchObject({ status: 400, code: "bad-request" });
});

it("follows mail that is moved to the trash", async () => {
	const { user, account } = await withFile(letters);
	await generate(user, account);
	const plans = user.client(plansContract);
	const { id } = await plans.createPlan({ body: { action: "trash", query: 'subject:"Still open"', account } });
	await plans.applyPlan({ params: { id } });
	await server.ctx.jobs.drain(240_000);
	expect(await score(user).getActivityScore({ query: { account } })).toMatchObject({
		waitingForMe: 0,
		current: { fromPeople: 12 },
	});
});

it("has no score without enough mail, and never 0", async () => {
	const { user, account } = await withFile(letters.slice(0, 2));
	await generate(user, account);
	expect(await score(user).getActivityScore({ query: { account } })).toMatchObject({
		...{ score: null, emailsPerDay: null, averageResponseTime: null, replyRate: null, openRate: null },
		recommendations: [],
	});
	const nobody = await server.signUp();
	expect(await score(nobody).getActivityScore({ query: {} })).toMatchObject({ score: null, lastAnalyzed: null });
});

it("agrees with the inbox in the demo, for every search", async () => {
	const user = await server.signUp();
	const { account } = await user.client(accountsContract).startDemo();
	await server.ctx.jobs.drain(240_000);
	await generate(user);
	const report = await score(user).getActivityScore({ query: {} });
	const count = async (q: string | null) =>
		(await user.client(emailsContract).listEmails({ query: { account: account.id, q: q ?? "", limit: 1 } })).total;
	const { current, before } = report;
	for (const period of [current, ...(before === null ? [] : [before])]) {
		expect(period.received).toBe(await count(searchOf("received", period)));
		expect(period.sent).toBe(await count(searchOf("sent", period)));
		expect(period.read).toBe(await count(searchOfOpened(period)));
	}
	expect(report.contacts.length).toBeGreaterThan(3);
	for (const { email, received, sent } of report.contacts) {
		expect([email, received]).toEqual([email, await count(searchOfContact("received", email, current))]);
		expect([email, sent]).toEqual([email, await count(searchOfContact("sent", email, current))]);
	}
	// A cell of the heat map: the same hour of several weeks.
	const hours = Map.groupBy(
		report.hours.filter(({ received }) => received > 0),
		({ at }) => {
			const date = new Date(at);
			return `${date.getUTCDay()} ${date.getUTCHours()}`;
		},
	);
	for (const cell of [...hours.values()].sort((a, b) => b.length - a.length).slice(0, 5)) {
		const spans = cell.map(({ at }) => ({ from: at, until: new Date(Date.parse(at) + HOUR_MS).toISOString() }));
		const sum = cell.reduce((all, { received }) => all + received, 0);
		expect(sum).toBe(await count(searchWithin("received", spans)));
	}
	expect(report.score).toBeGreaterThanOrEqual(45);
	expect(report.averageResponseTime).not.toBeNull();
}, 300_000);

const threads = corpus("list-usrp-users/list-usrp-users-2021-01-2021-07.threads.jsonl.gz");

testIf(threads !== null)(
	"agrees with reply times computed from the threads of a real list",
	async () => {
		interface Line {
			message_id: string;
			date: string;
			from_: string;
			subject: string;
			in_reply_to: string[];
		}
		const lines = gunzipSync(readFileSync(threads ?? ""))
			.toString()
			.trim()
			.split("\n")
			.map((line): Line => JSON.parse(line))
			.filter(({ date }) => !Number.isNaN(Date.parse(date)));
		const isMine = ({ from_ }: Line): boolean => /marcus d\.? leech/i.test(from_);
		const messages = lines.map(
			(line, index): Mail => ({
				id: line.message_id,
				from: isMine(line) ? ME : `Person ${index} <p${index}@list.example>`,
				date: new Date(Math.floor(Date.parse(line.date) / 1000) * 1000),
				subject: line.subject,
				inReplyTo: line.in_reply_to[0],
				isSent: isMine(line),
			}),
		);
		// Reference: the first reply to each message of somebody else, by In-Reply-To alone.
		const byId = new Map(messages.map((message) => [message.id, message]));
		const newest = Math.max(...messages.map(({ date }) => date.getTime()));
		const until = Math.floor(newest / 86_400_000 + 1) * 86_400_000;
		const answered = new Set<string>();
		const expected: { at: number; hours: number }[] = [];
		for (const { isSent, inReplyTo = "", date } of messages.toSorted((a, b) => a.date.getTime() - b.date.getTime())) {
			const parent = byId.get(inReplyTo);
			if (!isSent || parent === undefined || parent.isSent || answered.has(parent.id)) continue;
			answered.add(parent.id);
			const hours = (date.getTime() - parent.date.getTime()) / HOUR_MS;
			if (hours >= 0) expected.push({ at: date.getTime(), hours });
		}
		const recent = expected.filter(({ at }) => at >= until - 90 * 86_400_000 && at < until).map(({ hours }) => hours);
		const { user, account } = await withFile(messages);
		await generate(user, account);
		const { current } = await score(user).getActivityScore({ query: { account } });
		const found: number[] = [];
		for (let cursor: string | undefined; ; ) {
			const page = await score(user).listActivityEmails({ query: { account, list: "replies", limit: 100, cursor } });
			found.push(...page.items.map(({ responseHours }) => responseHours ?? Number.NaN));
			if (page.nextCursor === null) break;
			cursor = page.nextCursor;
		}
		const rounded = (hours: number) => Math.round(hours * 3600);
		const left = found.map(rounded);
		const missing = recent.map(rounded).filter((time) => {
			const index = left.indexOf(time);
			if (index !== -1) left.splice(index, 1);
			return index === -1;
		});
		expect(recent.length).toBeGreaterThan(80);
		expect(missing).toEqual([]);
		// Replies whose parent is not in the file answer the newest message before them in the thread.
		expect(left.length).toBeLessThan(recent.length / 10);
		const sorted = found.toSorted((a, b) => a - b);
		expect(current.response.elapsedMedian).toBeCloseTo(quantile(sorted, 0.5) ?? 0, 3);
	},
	120_000,
);
