import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openSession } from "#server/mail/sessions/session.ts";
import { enqueueSync } from "#server/mail/sync/job.ts";
import { type Google, startGoogle } from "#test/emulators/google.ts";
import { OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { isPostgres, testIf } from "../../../../fixtures/only-if.ts";
import { createGmailProvider } from "../provider.ts";
import { connect, message, optionsFor, statesAt, storedStates } from "../testing.ts";

/** Units per minute, low enough that 150 messages take some seconds. */
const UNITS = 12_000;
const people = Array.from({ length: 6 }, () => ({ email: `${randomUUID()}@gmail.example`, name: "Ann Example" }));

let google: Google;
let install: Awaited<ReturnType<typeof testInstall>>;
const boxes: TestMailbox[] = [];
beforeAll(async () => {
	google = await startGoogle({ people });
	install = await testInstall();
});
afterAll(async () => {
	await install.remove();
	await google.close();
});
afterEach(async () => {
	google.limit({});
	for (const box of boxes.splice(0)) await box.close();
});

/** The kernel as in one process. */
async function openProcess(isIdle = false): Promise<TestMailbox> {
	const box = await openMailbox(install, {
		provider: createGmailProvider({ ...optionsFor(google), unitsPerMinute: UNITS }),
		isIdle,
	});
	boxes.push(box);
	return box;
}

function fill(count: number): string {
	const email = people.pop()?.email ?? "";
	for (let n = 0; n < count; n++)
		google.addMessage(email, message(`Letter ${n}`), { labels: ["INBOX"], receivedAt: Date.UTC(2026, 0, 1) + n });
	return email;
}

describe("the quota", () => {
	test("is never exceeded in any interval", async () => {
		const email = fill(150);
		const box = await openProcess();
		const accountId = await connect(box, google, email);
		await enqueueSync(box.ctx, OWNER, accountId);
		await box.ctx.jobs.drain();
		expect(await storedStates(box, accountId)).toEqual(statesAt(google, email));
		for (const seconds of [1, 2, 5, 60]) {
			// A quarter may be spent at once; the rest is replenished evenly.
			const maxUnits = UNITS * (0.25 + (0.75 * seconds) / 60);
			expect(google.unitsIn(seconds, email)).toBeLessThanOrEqual(maxUnits);
		}
		expect(google.requests.filter((request) => request.email === email && request.status === 429)).toEqual([]);
	});

	test("adapts when Gmail allows less than configured", async () => {
		const email = fill(60);
		google.limit({ perUser: 1_500, retryAfter: 1 });
		const box = await openProcess();
		const accountId = await connect(box, google, email);
		const { id } = await enqueueSync(box.ctx, OWNER, accountId);
		const wait = setInterval(() => google.advance(10), 1_000);
		await box.ctx.jobs.drain();
		clearInterval(wait);
		expect(await box.ctx.jobs.get(OWNER, id)).toMatchObject({ state: "done" });
		expect(await storedStates(box, accountId)).toEqual(statesAt(google, email));
	});
});

/** Sends concurrent requests with an expired token. */
async function refreshesOf(email: string, accountId: string, processes: TestMailbox[]): Promise<number> {
	google.expire(email);
	const before = google.refreshes();
	await Promise.all(
		processes.flatMap(({ ctx }) =>
			[1, 2, 3].map(async () => {
				const { session } = await openSession(ctx, OWNER, accountId);
				await session.reader.listFolders();
				await session.close();
			}),
		),
	);
	return google.refreshes() - before;
}

test("sessions that find the token expired refresh it once together", async () => {
	const email = fill(1);
	const box = await openProcess(true);
	const accountId = await connect(box, google, email);
	expect(await refreshesOf(email, accountId, [box])).toBe(1);
});

testIf(isPostgres)("processes renew a token once together", async () => {
	const email = fill(1);
	const processes = [await openProcess(true), await openProcess(true), await openProcess(true)];
	const accountId = await connect(processes[0] as TestMailbox, google, email);
	expect(await refreshesOf(email, accountId, processes)).toBe(1);
});
