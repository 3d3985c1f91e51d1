import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openSession } from "#server/mail/sessions/session.ts";
import { countsAndRecounts } from "#server/mail/store/testing.ts";
import { enqueueSync } from "#server/mail/sync/job.ts";
import { drainAtOnce } from "#test/drain-at-once.ts";
import { noPause } from "#test/emulators/faults.ts";
import { type Microsoft, startMicrosoft } from "#test/emulators/microsoft.ts";
import { OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { isPostgres, testIf } from "../../../../fixtures/only-if.ts";
import { createOutlookProvider } from "../provider.ts";
import { connect, message, people, RANDOM_FAULTS, statesAt, storedStates } from "../testing.ts";

const COUNT = 130;
const FOLDERS = ["inbox", "inbox", "archive", "sentitems", "Clients", "Clients/Über uns", "junkemail", "deleteditems"];
const testPeople = people(12);

let microsoft: Microsoft;
let install: Awaited<ReturnType<typeof testInstall>>;
const boxes: TestMailbox[] = [];
let box: TestMailbox;
let email: string;
let accountId: string;
beforeAll(async () => {
	microsoft = await startMicrosoft({ people: testPeople });
	install = await testInstall();
	box = await openProcess();
});
afterAll(async () => {
	for (const open of boxes) await open.close();
	await install.remove();
	await microsoft.close();
});
afterEach(() => {
	microsoft.fail(null);
});

/** The kernel as in one process. */
async function openProcess(isIdle = false): Promise<TestMailbox> {
	const open = await openMailbox(install, {
		provider: createOutlookProvider({ ...microsoft, pause: noPause }),
		isIdle,
		pause: noPause,
	});
	boxes.push(open);
	return open;
}

async function sync(): Promise<void> {
	const { id } = await enqueueSync(box.ctx, OWNER, accountId);
	await drainAtOnce(box);
	expect(await box.ctx.jobs.get(OWNER, id)).toMatchObject({ state: "done" });
}

/** A mailbox with messages of all kinds. @returns their ids */
async function begin(count = COUNT): Promise<string[]> {
	email = testPeople.pop()?.email ?? "";
	const ids = Array.from({ length: count }, (_, n) =>
		microsoft.addMessage(email, message(`Letter ${n} of ${email}`, n), {
			folder: FOLDERS[n % FOLDERS.length] ?? "inbox",
			isRead: n % 3 === 0,
			...(n % 5 === 0 && { flag: "flagged" as const }),
			...(n % 7 === 0 && { categories: ["Blue category", "Clients"] }),
			...(n % 11 === 0 && { importance: "high" as const }),
		}),
	);
	accountId = await connect(box, microsoft, email);
	return ids;
}

async function isAsAtMicrosoft(): Promise<void> {
	expect(await storedStates(box, accountId)).toEqual(statesAt(microsoft, email));
	for (const { saved, counted } of await countsAndRecounts(box.ctx.database)) expect(saved).toEqual(counted);
	expect(microsoft.peakConcurrency(email)).toBeLessThanOrEqual(4);
}

const requestCount = (method: string): number =>
	microsoft.requests.filter((request) => request.method === method && request.email === email).length;

describe("an Outlook mailbox", () => {
	test("syncs everything as it is at Microsoft, fetching each message once", async () => {
		await begin();
		await sync();
		await isAsAtMicrosoft();
		expect(requestCount("messages.value")).toBe(COUNT);
		expect(requestCount("messages.get")).toBe(0);
		expect(microsoft.requests.filter((request) => request.email === email && request.status === 429)).toEqual([]);
	});

	test("syncs the same despite faults, and follows changes made meanwhile", async () => {
		const ids = await begin();
		microsoft.fail({ ...RANDOM_FAULTS, staleCursor: 0.03, seed: 7 });
		const { id } = await enqueueSync(box.ctx, OWNER, accountId);
		microsoft.move(email, ids[3] ?? "", "deleteditems");
		microsoft.remove(email, ids[100] ?? "");
		microsoft.addMessage(email, message("While it is listed", 200), { folder: "inbox" });
		await drainAtOnce(box);
		expect(await box.ctx.jobs.get(OWNER, id)).toMatchObject({ state: "done" });
		for (const [n, one] of ids.entries()) {
			if (n === 100) continue;
			if (n % 5 === 1) microsoft.modify(email, one, { flag: "flagged", isRead: true });
			if (n % 7 === 2) microsoft.move(email, one, FOLDERS[(n + 3) % FOLDERS.length] ?? "inbox");
			if (n % 9 === 3) microsoft.modify(email, one, { categories: [`Category ${n % 4}`] });
			if (n % 11 === 0) microsoft.remove(email, one);
		}
		for (let n = 0; n < 20; n++) microsoft.addMessage(email, message(`New ${n}`, 300 + n), { folder: "inbox" });
		await sync();
		await isAsAtMicrosoft();
	});

	test("is compared folder by folder when Microsoft's delta tokens have expired", async () => {
		const ids = await begin(60);
		await sync();
		const rows = () => box.ctx.database.query("select id from emails where account_id = $1 order by id", [accountId]);
		const before = await rows();
		for (const [n, one] of ids.entries()) {
			if (n % 3 === 0) microsoft.modify(email, one, { flag: "flagged", categories: ["Later"] });
			if (n % 4 === 1) microsoft.move(email, one, "archive");
		}
		for (const one of ids.slice(0, 5)) microsoft.remove(email, one);
		microsoft.forgetChanges(email);
		await sync();
		await isAsAtMicrosoft();
		// A moved message keeps its row here.
		expect(before).toEqual(expect.arrayContaining(await rows()));
	});

	test("resumes after the syncing process ended", async () => {
		await begin();
		const { id } = await enqueueSync(box.ctx, OWNER, accountId);
		await expect.poll(async () => (await storedStates(box, accountId)).length, { timeout: 20_000 }).toBeGreaterThan(0);
		await boxes.pop()?.close();
		box = await openProcess();
		await box.ctx.jobs.drain();
		expect(await box.ctx.jobs.get(OWNER, id)).toMatchObject({ state: "done" });
		await isAsAtMicrosoft();
	});
});

/** Sends concurrent requests with an expired token. */
async function refreshesBy(processes: TestMailbox[]): Promise<number> {
	microsoft.expire(email);
	const before = microsoft.refreshes();
	await Promise.all(
		processes.flatMap(({ ctx }) =>
			[1, 2, 3].map(async () => {
				const { session } = await openSession(ctx, OWNER, accountId);
				await session.reader.listFolders();
				await session.close();
			}),
		),
	);
	return microsoft.refreshes() - before;
}

test("sessions that find the token expired refresh it once together", async () => {
	await begin(1);
	expect(await refreshesBy([box])).toBe(1);
	expect(await refreshesBy([box])).toBe(1);
});

testIf(isPostgres)("processes renew a token once together", async () => {
	await begin(1);
	const processes = [await openProcess(true), await openProcess(true), await openProcess(true)];
	expect(await refreshesBy(processes)).toBe(1);
});
