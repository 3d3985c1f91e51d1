import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { activityScoreContract } from "#tools/activity-score/contract.ts";
import { dashboardContract } from "#tools/dashboard/contract.ts";
import { smartArchiveContract } from "#tools/smart-archive/contract.ts";
import { makeMessage, type TestMessage } from "#tools/smart-archive/server/testing.ts";
import { unsubscriberContract } from "#tools/unsubscriber/contract.ts";
import { emailsAWeek } from "#tools/unsubscriber/web/base/emails-a-week.ts";
import { corpus } from "../../fixtures/corpora.ts";
import { describeIf } from "../../fixtures/only-if.ts";
import { smallDemo } from "../demo.ts";
import { contradictionsIn } from "./contradictions.ts";
import { mailPlaces } from "./places.ts";

/** What was shown differently at two places, in the mail of several people. */

let server: TestServer;
beforeAll(async () => {
	server = await startTestServer({ demo: smallDemo({ large: 1 }) });
});
afterAll(() => server.close());

async function analyze(user: TestUser): Promise<void> {
	await server.ctx.jobs.drain();
	await user.client(smartArchiveContract).analyzeStorage({ body: {} });
	await user.client(activityScoreContract).generateActivityScore({ body: {} });
	await server.ctx.jobs.drain();
	const dashboard = user.client(dashboardContract);
	const { storage } = await dashboard.get_email_statistics({ query: {} });
	if (storage?.isPending)
		await expect.poll(async () => (await dashboard.get_email_statistics({ query: {} })).storage?.isPending).toBe(false);
}

async function upload(user: TestUser, filename: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
	const { account } = await user.client(accountsContract).importMbox({ query: { filename } }, { bytes });
	return account.id;
}

/** A list that wrote for a year, 7 years ago. */
const archive = Array.from(
	{ length: 84 },
	(_, n): TestMessage => ({
		...{ from: "Circle <circle@orchard.example>", subject: `Post ${n}`, daysAgo: 7 * 365 + (n * 365) / 83 },
		labels: n % 2 === 0 ? "Archived,Opened" : "Inbox,Unread",
		fields: ["List-Id: Circle <circle.orchard.example>"],
	}),
);

describe("the demo, a file and both together", () => {
	let user: TestUser;
	let accounts: Record<"the demo" | "a file" | "both", string | undefined>;
	beforeAll(async () => {
		user = await server.signUp();
		const demo = (await user.client(accountsContract).startDemo()).account.id;
		const file = await upload(user, "old.mbox", new TextEncoder().encode(archive.map(makeMessage).join("")));
		accounts = { "the demo": demo, "a file": file, both: undefined };
		await analyze(user);
	}, 240_000);

	it.each(["the demo", "a file", "both"] as const)("show each figure once, in %s", async (where) => {
		expect(contradictionsIn(await mailPlaces(user, accounts[where]))).toEqual([]);
	});

	it("keep the quota of the demo next to a file without one", async () => {
		const dashboard = user.client(dashboardContract);
		const one = await dashboard.get_email_statistics({ query: { account: accounts["the demo"] } });
		const both = await dashboard.get_email_statistics({ query: {} });
		expect(one.storage?.quotaBytes).toBeGreaterThan(0);
		expect([both.storage?.quotaBytes, both.storage?.percent]).toEqual([one.storage?.quotaBytes, one.storage?.percent]);
		const file = await dashboard.get_email_statistics({ query: { account: accounts["a file"] } });
		expect(file.storage).toMatchObject({ quotaBytes: 0, percent: 0, quotaBasis: "none" });
	});

	it("give a list of 84 emails in a year 1.6 a week, also years later", async () => {
		const query = { account: accounts["a file"], view: "all" } as const;
		const { items } = await user.client(unsubscriberContract).listSubscriptions({ query });
		const [list] = items;
		expect([items.length, list?.count]).toEqual([1, 84]);
		expect(emailsAWeek(items, { from: "2000-01-01" }).toFixed(1)).toBe("1.6");
		expect(((list?.perMonth ?? 0) * 7) / 30).toBeCloseTo(1.6, 1);
	});
});

const takeout = corpus("markup-gmail/takeout-open.mbox.gz");
const posts = corpus("list-usrp-users/list-usrp-users-2021-01-2021-07.mbox.gz");
describeIf(takeout !== null && posts !== null)("public mail", () => {
	it.each([
		["a Takeout", takeout],
		["a list archive", posts],
	] as const)(
		"shows each figure once, in %s",
		async (_, path) => {
			const user = await server.signUp();
			await upload(user, "public.mbox", gunzipSync(await readFile(path ?? "")));
			await analyze(user);
			expect(contradictionsIn(await mailPlaces(user, undefined))).toEqual([]);
		},
		240_000,
	);
});
