import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { settingsContract } from "#shared/contracts/settings.ts";
import { lightDemo } from "#test/demo.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { corpus } from "../../../../fixtures/corpora.ts";
import { testIf } from "../../../../fixtures/only-if.ts";
import { activityScoreContract } from "../contract.ts";
import { searchOf, searchOfContact, searchOfOpened, searchWithin } from "../searches.ts";
import { analyzeMailboxes, analyzeStale } from "./analyze.ts";

let server: TestServer;
beforeAll(async () => {
	server = await startTestServer({ demo: lightDemo() });
});
afterAll(() => server?.close());

const HOUR_MS = 3_600_000;

interface Mail {
	id: string;
	from: string;
	date: Date;
	subject: string;
	inReplyTo?: string | undefined;
	/** Oldest first; absent: only the message that is answered. */
	references?: string[];
	isSent: boolean;
	text?: string;
}

/** As Gmail exports it. */
function entry({
	id,
	from,
	date,
	subject,
	inReplyTo,
	references = [inReplyTo ?? ""],
	isSent,
	text = "Text",
}: Mail): string {
	const [weekday, day, month, year, time] = date.toUTCString().replace(",", "").split(" ");
	return [
		`From x@y.example ${weekday} ${month} ${day} ${time} ${year}`,
		`From: ${from}`,
		`To: ${isSent ? "Others <others@list.example>" : "Me <me@home.example>"}`,
		`Subject: ${subject.replaceAll(/[\r\n]+\s*/g, " ")}`,
		`Date: ${date.toUTCString().replace("GMT", "+0000")}`,
		`Message-ID: <${id}>`,
		...(inReplyTo === undefined
			? []
			: [`In-Reply-To: <${inReplyTo}>`, `References: ${references.map((one) => `<${one}>`).join("\n ")}`]),
		`X-Gmail-Labels: ${isSent ? "Sent" : "Inbox,Opened"}`,
		...["", text, "", ""],
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
	expect(before).toMatchObject({ lastAnalyzed: null, score: null, current: { received: 13, score: null } });
	await analyzeStale(server.ctx);
	await server.ctx.jobs.drain(240_000);
	const report = await score(user).getActivityScore({ query: { account } });
	expect(Date.parse(report.lastAnalyzed ?? "")).toBeGreaterThan(0);
	expect(report.current).toMatchObject({ received: 13, sent: 13, read: 13, fromPeople: 13, answered: 12 });
	expect(report.current.response).toMatchObject({ count: 12 });
	expect(report.current.response.elapsedMedian).toBe(0.75);
	expect(report).toMatchObject({ openRate: 100, clickRate: null, before: null });
	expect(report.replyRate).toBeCloseTo((100 * 12) / 13);
	expect(report.contacts[0]).toMatchObject({ email: "ann@orchard.example", received: 13 });
	expect(report.streaks.longest).toMatchObject({ days: 6 });
	expect(report.current.days).toBe(10);
	expect(report.emailsPerDay).toBeCloseTo(26 / 10);
	// Whatever is read at once.
	for (const atOnce of [1, 3]) {
		const done: number[] = [];
		const job = { ownerId: user.ownerId, input: { accountId: account }, signal: new AbortController().signal };
		const progress = (at: { done: number }) => void done.push(at.done);
		await analyzeMailboxes(server.ctx, { ...job, progress }, atOnce);
		expect([atOnce, done.at(-1)]).toEqual([atOnce, 8]);
		const again = await score(user).getActivityScore({ query: { account } });
		expect(again).toEqual({ ...report, lastAnalyzed: again.lastAnalyzed });
	}
	const list = async (query: Omit<Parameters<ReturnType<typeof score>["listActivityEmails"]>[0]["query"], "account">) =>
		score(user).listActivityEmails({ query: { account, ...query } });
	for (const { bucket, replies } of report.responseTimes) {
		const { items, total } = await list({ list: "replies", bucket });
		expect([bucket, items.length, total]).toEqual([bucket, replies, replies]);
	}
	const first = await list({ list: "replies", limit: 5 });
	const second = await list({ list: "replies", limit: 50, cursor: first.nextCursor ?? "" });
	expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(12);
});

it("waits until each mailbox with mail is analyzed", async () => {
	const { user, account } = await withFile(letters);
	await generate(user, account);
	const read = async () => {
		const { lastAnalyzed, score: found } = await score(user).getActivityScore({ query: {} });
		return [lastAnalyzed !== null, found];
	};
	const [, found] = await read();
	expect(found).not.toBeNull();
	const add = async (text: string) => {
		const bytes = new TextEncoder().encode(text);
		await user.client(accountsContract).importMbox({ query: { filename: "more.mbox" } }, { bytes });
		await server.ctx.jobs.drain(240_000);
	};
	await add(letters.slice(0, 2).map(entry).join(""));
	expect(await read()).toEqual([false, null]);
	await generate(user);
	expect((await read())[0]).toBe(true);
	const { items } = await user.client(accountsContract).listAccounts();
	const other = items.find(({ id }) => id !== account)?.id;
	await server.ctx.database.exec("delete from activity_analyses where account_id = $1", [other]);
	expect(await read()).toEqual([false, null]);
	const { items: emails } = await user.client(emailsContract).listEmails({ query: { account: other, limit: 10 } });
	for (const action of ["trash", "delete"] as const) {
		const plans = user.client(plansContract);
		const { id } = await plans.createPlan({ body: { action, ids: emails.map((one) => one.id) } });
		await plans.applyPlan({ params: { id } });
		await server.ctx.jobs.drain(240_000);
	}
	// It has no mail: nothing is left to analyze.
	expect((await read())[0]).toBe(true);
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
	expect(await score(user).getActivityScore({ query: { account } })).toMatchObject({ current: { fromPeople: 12 } });
});

it("counts and lists who waits as the follow-up tracker does", async () => {
	const question = (id: string, daysAgo: number): Mail => {
		const date = new Date(Date.now() - daysAgo * 24 * HOUR_MS);
		return { ...mail(id, 0, { subject: id }), date, text: "Could you send me the plan of the garden?" };
	};
	const { user, account } = await withFile([
		...[question("new", 1), question("old", 29), question("too-old", 31)],
		...[question("me-asked", 3), question("me-just-asked", 1)],
	]);
	const report = await score(user).getActivityScore({ query: { account } });
	expect(report).toMatchObject({ waitingForMe: 2, waitingForThem: 1 });
	const pages = [];
	for (let cursor: string | undefined, left = 3; left > 0; left--) {
		const query = { account, list: "waiting_for_me", limit: 1, cursor } as const;
		const { items, total, nextCursor } = await score(user).listActivityEmails({ query });
		pages.push({ subjects: items.map(({ subject }) => subject), total, isLast: nextCursor === null });
		if (nextCursor === null) break;
		cursor = nextCursor;
	}
	expect(pages).toEqual([
		{ subjects: ["new"], total: 2, isLast: false },
		{ subjects: ["old"], total: 2, isLast: true },
	]);
	const others = await score(user).listActivityEmails({ query: { account, list: "waiting_for_them" } });
	expect(others.items.map(({ subject }) => subject)).toEqual(["me-asked"]);
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

interface ThreadLine {
	message_id: string;
	date: string;
	from_: string;
	subject: string;
	in_reply_to: string[];
	references: string[];
	thread: string;
}

interface Reply {
	/** Epoch milliseconds. */
	from: number;
	until: number;
}

/**
 * The replies of the last 90 days, from the thread file alone: the first one to each message of somebody else. A reply to
 * a message that is not in the file answers the newest one before it in its thread, unless a reply came in between.
 */
function referenceReplies(lines: readonly (ThreadLine & { at: number; isMine: boolean })[]): Reply[] {
	const answered = new Set<string>();
	const replies: Reply[] = [];
	const sorted = lines.toSorted((a, b) => a.at - b.at);
	for (const [index, reply] of sorted.entries()) {
		if (!reply.isMine) continue;
		const named = lines.find(({ message_id }) => message_id === reply.in_reply_to[0]);
		const before = sorted.slice(0, index).findLast(({ thread }) => thread === reply.thread);
		const parent = named ?? before;
		if (parent === undefined || parent.isMine || answered.has(parent.message_id)) continue;
		answered.add(parent.message_id);
		if (parent.at <= reply.at) replies.push({ from: parent.at, until: reply.at });
	}
	const day = 24 * HOUR_MS;
	const end = Math.floor(Math.max(...lines.map(({ at }) => at)) / day + 1) * day;
	return replies.filter(({ until }) => until >= end - 90 * day && until < end);
}

/** Hours from Monday to Friday, 9:00 to 17:00 UTC, counted by seconds. */
function referenceWorkHours({ from, until }: Reply): number {
	let seconds = 0;
	for (let at = from; at < until; at += 1_000) {
		const date = new Date(at);
		const isWorkday = date.getUTCDay() >= 1 && date.getUTCDay() <= 5;
		if (isWorkday && date.getUTCHours() >= 9 && date.getUTCHours() < 17) seconds += 1;
	}
	return seconds / 3_600;
}

/** Between the two values around the position, in proportion. */
function referenceQuantile(values: readonly number[], share: number): number {
	const sorted = values.toSorted((a, b) => a - b);
	const position = share * (sorted.length - 1);
	const below = sorted[Math.floor(position)] ?? Number.NaN;
	const above = sorted[Math.ceil(position)] ?? Number.NaN;
	return below * (1 - (position % 1)) + above * (position % 1);
}

testIf(threads !== null)("agrees with reply times computed from the threads of a real list", async () => {
	const lines = gunzipSync(readFileSync(threads ?? ""))
		.toString()
		.trim()
		.split("\n")
		.map((text): ThreadLine => JSON.parse(text))
		.filter(({ date }) => !Number.isNaN(Date.parse(date)))
		.map((line) => ({
			...line,
			at: Math.floor(Date.parse(line.date) / 1000) * 1000,
			isMine: /marcus d\.? leech/i.test(line.from_),
		}));
	const expected = referenceReplies(lines);
	const { user, account } = await withFile(
		lines.map((line, index) => ({
			...{ id: line.message_id, date: new Date(line.at), subject: line.subject, isSent: line.isMine },
			...{ inReplyTo: line.in_reply_to[0], references: line.references },
			from: line.isMine ? ME : `Person ${index} <p${index}@list.example>`,
		})),
	);
	await generate(user, account);
	const { current } = await score(user).getActivityScore({ query: { account, zone: "UTC" } });
	const found: number[] = [];
	for (let cursor: string | undefined; ; ) {
		const page = await score(user).listActivityEmails({ query: { account, list: "replies", limit: 100, cursor } });
		found.push(...page.items.map(({ responseHours }) => Math.round((responseHours ?? Number.NaN) * 3_600)));
		if (page.nextCursor === null) break;
		cursor = page.nextCursor;
	}
	const elapsed = expected.map(({ from, until }) => (until - from) / HOUR_MS);
	expect(expected.length).toBeGreaterThan(80);
	const ascending = (times: readonly number[]) => times.toSorted((a, b) => a - b);
	expect(ascending(found)).toEqual(ascending(elapsed.map((hours) => Math.round(hours * 3_600))));
	const worked = expected.map(referenceWorkHours);
	expect(current.response).toEqual({
		count: expected.length,
		elapsedMedian: expect.closeTo(referenceQuantile(elapsed, 0.5), 3),
		median: expect.closeTo(referenceQuantile(worked, 0.5), 3),
		p90: expect.closeTo(referenceQuantile(worked, 0.9), 3),
	});
});
