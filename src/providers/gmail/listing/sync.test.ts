import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { addFile } from "#server/mail/accounts/import.ts";
import { setCategories } from "#server/mail/store/categories.ts";
import { countsAndRecounts } from "#server/mail/store/testing.ts";
import { enqueueSync } from "#server/mail/sync/job.ts";
import { webMailUrls } from "#server/mail/threads/web-mail.ts";
import { hashFile } from "#server/mail/uploads/files.ts";
import { drainAtOnce } from "#test/drain-at-once.ts";
import { noPause } from "#test/emulators/faults.ts";
import { type Google, startGoogle } from "#test/emulators/google.ts";
import { OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { createGmailProvider } from "../provider.ts";
import { connect, message, optionsFor, statesAt, storedStates } from "../testing.ts";

const COUNT = 130;
const RANDOM_FAULTS = {
	seed: 7,
	rateLimited: 0.03,
	forbidden: 0.02,
	serverError: 0.02,
	unavailable: 0.02,
	reset: 0.03,
	lost: 0.02,
	truncated: 0.03,
	expired: 0.03,
	duplicated: 0.5,
	reordered: 0.7,
	staleCursor: 0.2,
	slow: 0.05,
	slowMs: 100,
	retryAfter: 0,
};

const people = Array.from({ length: 12 }, () => ({ email: `${randomUUID()}@gmail.example`, name: "Ann Example" }));
let google: Google;
let install: Awaited<ReturnType<typeof testInstall>>;
let box: TestMailbox;
let email: string;
let accountId: string;
beforeAll(async () => {
	google = await startGoogle({ people });
	install = await testInstall();
	const provider = createGmailProvider({ ...optionsFor(google), unitsPerMinute: 1_000_000, pause: noPause });
	box = await openMailbox(install, { provider, pause: noPause });
});
afterAll(async () => {
	await box.close();
	await install.remove();
	await google.close();
});
afterEach(() => google.fail(null));

async function sync(): Promise<void> {
	const { id } = await enqueueSync(box.ctx, OWNER, accountId);
	await drainAtOnce(box);
	expect(await box.ctx.jobs.get(OWNER, id)).toMatchObject({ state: "done" });
}

/** Messages of all kinds. */
function fillUp(count = COUNT): string[] {
	const kinds = [
		["INBOX", "UNREAD", "CATEGORY_PROMOTIONS"],
		["INBOX", "CATEGORY_PERSONAL", "Work/Über uns"],
		["SENT"],
		["INBOX", "STARRED", "IMPORTANT", "CATEGORY_FORUMS"],
		[],
		["TRASH", "CATEGORY_SOCIAL"],
		["SPAM", "UNREAD"],
		["DRAFT"],
	];
	return Array.from({ length: count }, (_, n) =>
		google.addMessage(email, message(`Letter ${n}`, { text: "Words. ".repeat(n * 3) }), {
			labels: kinds[n % kinds.length] ?? [],
			receivedAt: Date.UTC(2026, 0, 1) - n * 3_600_000,
		}),
	);
}

async function isAsAtGoogle(): Promise<void> {
	expect(await storedStates(box, accountId)).toEqual(statesAt(google, email));
	for (const { saved, counted } of await countsAndRecounts(box.ctx.database)) expect(saved).toEqual(counted);
}

const requestCount = (method: string, from = 0): number =>
	google.requests.slice(from).filter((request) => request.method === method && request.email === email).length;

describe("a Gmail mailbox", () => {
	async function begin(): Promise<string[]> {
		email = people.pop()?.email ?? "";
		const ids = fillUp();
		accountId = await connect(box, google, email);
		return ids;
	}

	test("syncs everything as it is at Gmail, at little more than the cost of each message once", async () => {
		await begin();
		await sync();
		await isAsAtGoogle();
		// Fifty are listed first with headers only.
		expect(requestCount("messages.get")).toBe(COUNT + 50);
	});

	test("links a conversation to Gmail's web inbox by Gmail's thread id", async () => {
		await begin();
		const answered = randomUUID();
		const first = google.addMessage(email, message("Plans", { id: answered }), { labels: ["INBOX"] });
		google.addMessage(email, message("Re: Plans", { answers: answered }), { labels: ["INBOX"] });
		await sync();
		const threads = await box.ctx.database.query<{ threadId: string; accountId: string; subject: string }>(
			`select thread_id as "threadId", account_id as "accountId", subject from emails
			where owner_id = $1 and account_id = $2 and subject like '%Plans'`,
			[OWNER, accountId],
		);
		expect(threads).toHaveLength(2);
		const urls = await webMailUrls(box.ctx.database, OWNER, threads);
		const thread = google.messages(email).find(({ id }) => id === first)?.threadId;
		expect([...urls.values()]).toEqual([`https://mail.google.com/mail/u/${encodeURIComponent(email)}/#all/${thread}`]);
		expect(await webMailUrls(box.ctx.database, "somebody else", threads)).toEqual(new Map());
	});

	test("syncs the same despite faults, and follows changes made meanwhile", async () => {
		const ids = await begin();
		google.fail(RANDOM_FAULTS);
		const { id } = await enqueueSync(box.ctx, OWNER, accountId);
		google.modify(email, ids[3] ?? "", { add: ["TRASH"] });
		google.remove(email, ids[100] ?? "");
		google.addMessage(email, message("While it is listed"));
		await drainAtOnce(box);
		expect(await box.ctx.jobs.get(OWNER, id)).toMatchObject({ state: "done" });
		await isAsAtGoogle();
		for (const [n, one] of ids.entries()) {
			if (n === 100) continue;
			if (n % 5 === 0) google.modify(email, one, { add: ["STARRED"], remove: ["UNREAD"] });
			if (n % 7 === 0) google.modify(email, one, { add: ["Family"], remove: ["INBOX"] });
			if (n % 5 === 0 && n % 2 === 0) google.modify(email, one, { remove: ["STARRED"], add: ["UNREAD"] });
			if (n % 11 === 0) google.remove(email, one);
		}
		for (let n = 0; n < 20; n++) google.addMessage(email, message(`New ${n}`));
		await sync();
		await isAsAtGoogle();
	});

	test("keeps the category that a user chose here", async () => {
		const [first = "", second = ""] = await begin();
		await sync();
		const { database } = box.ctx;
		const row = await database.one<{ id: string }>("select id from emails where account_id = $1 and provider_id = $2", [
			accountId,
			first,
		]);
		const moved = {
			id: row?.id ?? "",
			category: "updates",
			reason: "You moved it there.",
			source: "user",
			previous: null,
		} as const;
		await database.transaction(() => setCategories({ database, ownerId: OWNER, accountId }, [moved]));
		google.modify(email, first, { add: ["CATEGORY_SOCIAL"], remove: ["CATEGORY_PROMOTIONS"] });
		google.modify(email, second, { remove: ["CATEGORY_PERSONAL"], add: ["CATEGORY_UPDATES"] });
		await sync();
		const rows = await storedStates(box, accountId);
		expect(rows.find(({ id }) => id === first)?.category).toBe("updates");
		expect(rows.find(({ id }) => id === second)?.category).toBe("updates");
		google.modify(email, second, { remove: ["CATEGORY_UPDATES"] });
		await sync();
		expect((await storedStates(box, accountId)).find(({ id }) => id === second)?.category).toBeNull();
		for (const { saved, counted } of await countsAndRecounts(database)) expect(saved).toEqual(counted);
	});

	test("is compared cheaply when Gmail's history has expired", async () => {
		const ids = await begin();
		await sync();
		for (const [n, one] of ids.entries()) {
			if (n % 3 === 0) google.modify(email, one, { add: ["STARRED", "Later"] });
			if (n % 10 === 0) google.remove(email, one);
		}
		google.addMessage(email, message("New"));
		google.forgetHistory(email);
		const from = google.requests.length;
		await sync();
		await isAsAtGoogle();
		expect(requestCount("messages.get", from)).toBe(1);
	});
});

/** The messages as exported by Google Takeout. */
async function takeout(messages: ReturnType<Google["messages"]>): Promise<void> {
	const mbox = messages.map(({ raw, threadId, receivedAt }) => {
		const text = raw.toString("latin1").replace(/^(>*From )/gm, ">$1");
		const thread = BigInt(`0x${threadId}`);
		return `From ${thread}@xxx ${new Date(receivedAt).toUTCString().replace(/(...), (..) (...) (....) (.*) GMT/, "$1 $3 $2 $5 +0000 $4")}\r\nX-GM-THRID: ${thread}\r\nX-Gmail-Labels: Archived\r\n${text}\r\n`;
	});
	const path = `${install.dataDir}/${randomUUID()}.mbox`;
	await writeFile(path, mbox.join(""), "latin1");
	const file = {
		id: randomUUID(),
		name: "All mail.mbox",
		path,
		sizeBytes: mbox.join("").length,
		sha256: await hashFile(path, AbortSignal.timeout(9_000)),
	};
	await addFile(box.ctx, OWNER, file, { accountId: null, uploadId: null });
	await drainAtOnce(box);
}

describe("with an uploaded Takeout archive", () => {
	test("only missing messages are fetched", async () => {
		email = people.pop()?.email ?? "";
		fillUp();
		for (let n = 0; n < 20; n++)
			google.addMessage(
				email,
				message(`Re: Letter ${n}`, { id: `answer-${n}@example.org`, text: "From here\r\nFrom there" }),
				{
					labels: ["INBOX", "UNREAD"],
					receivedAt: Date.UTC(2024, 0, 1) - n,
				},
			);
		const all = google.messages(email);
		await takeout(all.filter((_, n) => n % 10 !== 0));
		accountId = await connect(box, google, email);
		const from = google.requests.length;
		await sync();
		await isAsAtGoogle();
		const rawRequests = google.requests.slice(from).filter(({ path }) => path.includes("format=raw"));
		const drafts = all.filter(({ labels }, n) => labels.includes("DRAFT") && n % 10 !== 0);
		expect(rawRequests).toHaveLength(15 + drafts.length);
	});
});
