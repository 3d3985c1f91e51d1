import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { routesOf } from "#server/http/mount.ts";
import { modules } from "#server/modules.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { activityScoreContract } from "#tools/activity-score/contract.ts";
import { smartArchiveContract } from "#tools/smart-archive/contract.ts";
import { makeMessage, type TestMessage } from "#tools/smart-archive/server/testing.ts";
import { smallDemo } from "../demo.ts";
import { figures } from "./figures.ts";
import { numbersOf } from "./numbers.ts";
import { otherNumbers } from "./other-numbers.ts";

let server: TestServer;
let user: TestUser;
let demo: string;
let file: string;

const copyOf = (subject: string, labels: string): TestMessage => ({
	...{ subject, labels, daysAgo: 40, messageId: `${subject}@copies.example` },
	from: "Copies <copies@orchard.example>",
	text: "The same text, twice in this file.",
});

/** What the demo has not: copies that are starred, copies in the trash, mail without an address, an old year. */
const messages: TestMessage[] = [
	...["Inbox,Opened", "Inbox,Opened,Work", "Inbox,Starred,Opened"].map((labels) => copyOf("kept once", labels)),
	...["Inbox,Opened", "Trash"].map((labels) => copyOf("one is in the trash", labels)),
	{ from: "Undisclosed <>", subject: "Without an address", daysAgo: 3 },
	{ subject: "Old", daysAgo: 5_000, labels: "Archived,Unread" },
	{ subject: "Large", daysAgo: 9, attached: [{ name: "film.mov", type: "video/quicktime", bytes: 4_200_000 }] },
];

beforeAll(async () => {
	server = await startTestServer({ demo: smallDemo({ large: 2 }) });
	user = await server.signUp();
	const accounts = user.client(accountsContract);
	demo = (await accounts.startDemo()).account.id;
	const bytes = new TextEncoder().encode(messages.map(makeMessage).join(""));
	file = (await accounts.importMbox({ query: { filename: "mail.mbox" } }, { bytes })).account.id;
	await server.ctx.jobs.drain();
	await user.client(smartArchiveContract).analyzeStorage({ body: {} });
	const plans = user.client(plansContract);
	const plan = await plans.createPlan({ body: { action: "trash", query: "subject:large", account: file } });
	await plans.applyPlan({ params: { id: plan.id } });
	await server.ctx.jobs.drain();
	await user.client(activityScoreContract).generateActivityScore({ body: {} });
	await server.ctx.jobs.drain();
}, 240_000);
afterAll(() => server.close());

describe.each(figures)("$screen", ({ read }) => {
	it.each(["the demo", "a file", "all mailboxes"])("opens as many emails as it counts, in %s", async (where) => {
		const account = { "the demo": demo, "a file": file }[where];
		const pairs = await read(user, account);
		expect(pairs.filter(({ listed }) => listed !== null).length).toBeGreaterThan(0);
		expect(pairs.filter(({ count, listed }) => listed !== null && count !== listed)).toEqual([]);
	});
});

it("has every number of the API: a new one is a figure with its list, or something else for a reason", () => {
	const numbers = numbersOf(routesOf(modules.flatMap((module) => module.routes(server.ctx))));
	const known = new Set(figures.flatMap((one) => one.numbers));
	const isOther = (number: string) => otherNumbers.some((other) => other.numbers.test(number));
	expect(numbers.filter((number) => !known.has(number) && !isOther(number))).toEqual([]);
	expect([...known].filter((number) => !numbers.includes(number))).toEqual([]);
	expect([...known].filter(isOther)).toEqual([]);
});
