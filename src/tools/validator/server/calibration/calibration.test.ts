import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { newId } from "#shared/ids.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { calibrate, type DeliveryResult, probabilityAt } from "../../calibration.ts";
import { validatorContract } from "../../contract.ts";

/** Results of addresses with the same score. */
const results = (score: number, count: number, delivered: number): DeliveryResult[] =>
	Array.from({ length: count }, (_, i) => ({ score, isDelivered: i < delivered }));

describe("the calibration curve", () => {
	it("needs enough results, and enough bounces", () => {
		expect(calibrate([...results(90, 80, 80), ...results(5, 19, 0)])).toEqual([]);
		expect(calibrate([...results(90, 191, 191), ...results(5, 9, 0)])).toEqual([]);
		expect(calibrate([...results(90, 90, 90), ...results(5, 10, 0)])).toHaveLength(2);
	});

	it("is the share that was delivered, and never falls", () => {
		const points = calibrate([
			...[...results(10, 100, 20), ...results(45, 100, 70), ...results(55, 100, 50), ...results(95, 400, 396)],
		]);
		expect(points.map(({ from, to, count, delivered }) => [from, to, count, delivered])).toEqual([
			...[
				[10, 19, 100, 20],
				[40, 49, 100, 70],
				[50, 59, 100, 50],
				[90, 100, 400, 396],
			],
		]);
		const [low, middle, pooled, high] = points.map(({ probability }) => probability);
		expect(low).toBeCloseTo(0.2, 1);
		expect(middle).toBeCloseTo(0.6, 2);
		expect(pooled).toBe(middle);
		expect(high).toBeCloseTo(0.99, 2);
		expect(probabilityAt(points, 0)).toBe(low);
		expect(probabilityAt(points, 100)).toBe(high);
		expect(probabilityAt(points, 75)).toBeCloseTo(((middle ?? 0) + (high ?? 0)) / 2, 2);
		expect(probabilityAt([], 75)).toBeNull();
	});

	it("never says certain", () => {
		for (const { probability } of calibrate([...results(95, 200, 200), ...results(5, 20, 0)])) {
			expect(probability).toBeGreaterThan(0);
			expect(probability).toBeLessThan(1);
		}
	});
});

const DAY = 24 * 3_600_000;
let server: TestServer;
let user: TestUser;
let accountId: string;
let clock = 0;

beforeAll(async () => {
	server = await startTestServer({ env: { DNS_SERVERS: "127.0.0.1:9" }, now: () => Date.now() + clock });
	user = await server.signUp();
	const bytes = new TextEncoder().encode("From a@b.test Mon Nov  2 10:00:00 2026\nFrom: a@b.test\n\nHello\n\n");
	accountId = (await user.client(accountsContract).importMbox({ query: { filename: "x.mbox" } }, { bytes })).account.id;
	await server.ctx.jobs.drain();
});
afterAll(() => server.close());

/** How emails to addresses ended, some time from the start of the test. */
async function sent(addresses: readonly string[], days: number, state: string, status: string | null): Promise<void> {
	for (const address of addresses)
		await server.ctx.database.exec(
			`insert into outgoing_recipients (owner_id, account_id, outgoing_id, address, state, status, updated_at)
			values ($1, $2, $3, $4, $5, $6, $7)`,
			[user.ownerId, accountId, newId(), address, state, status, new Date(Date.now() + days * DAY)],
		);
}

it("reads how the user's emails to validated addresses ended", async () => {
	const validator = user.client(validatorContract);
	const known = Array.from({ length: 120 }, (_, i) => `p${i}@x${i}`);
	// No DNS is asked: a domain without a dot receives no mail.
	for await (const _ of validator.validateEmails({ body: { emails: known } }));
	expect(await validator.getCalibration({})).toEqual({
		...{ results: 0, bounces: 0, neededResults: 100, neededBounces: 10, points: [] },
	});
	await sent(known.slice(0, 60), 1, "bounced", "5.1.1");
	await sent(known.slice(60, 110), 1, "accepted", null);
	await sent(known.slice(110, 112), 1, "rejected", "5.7.1");
	await sent(["never-validated@x"], 1, "bounced", "5.1.1");
	// Before they were validated.
	await sent(known.slice(112), -1, "bounced", "5.1.1");
	clock = 2 * DAY;
	// What was accepted yesterday may still bounce.
	expect(await validator.getCalibration({})).toMatchObject({ results: 60, bounces: 60, points: [] });
	clock = 5 * DAY;
	const { points, ...counts } = await validator.getCalibration({});
	expect(counts).toMatchObject({ results: 110, bounces: 60 });
	expect(points).toHaveLength(1);
	expect(points[0]).toMatchObject({ from: 0, to: 9, score: 0, count: 110, delivered: 50 });
	expect(points[0]?.probability).toBeCloseTo(50 / 110, 2);
	// A later email decides.
	await sent(known.slice(0, 30), 1.5, "accepted", null);
	expect(await validator.getCalibration({})).toMatchObject({ results: 110, bounces: 30 });
});
