import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Action, plansContract } from "#shared/contracts/plans.ts";
import { newId } from "#shared/ids.ts";
import { listCopies } from "../analysis/list-duplicates.ts";
import { forgetGoneMail } from "../analysis/store.ts";
import { type Fixture, startFixture, type TestMessage } from "../testing.ts";
import { differencesOf } from "./differences.ts";
import { exactCopies } from "./exact.ts";
import { storeFingerprints } from "./fingerprints.ts";
import { copiesByText } from "./near.ts";
import { type Group, replaceGroups } from "./store.ts";

const story = (extra: string) =>
	`The orchard opens on Saturday at nine. Bring baskets, boots and a coat, for the grass is wet in the morning. There is
	cider for those who stay until the evening, and bread from the oven in the yard. Children may ride on the cart as long
	as the old horse is willing. We ask everybody to leave the dogs at home, because of the hens and their young. ${extra}`;

const twice = (message: TestMessage): TestMessage[] => [message, message];
const messages: TestMessage[] = [
	...twice({ subject: "Contract", daysAgo: 30, messageId: "contract@example.org" }),
	{ subject: "Three times", daysAgo: 31, messageId: "thrice@example.org" },
	...twice({ subject: "Three times", daysAgo: 31, messageId: "thrice@example.org" }),
	...twice({ subject: "To the list", daysAgo: 32, messageId: "sent@example.org" }),
	...twice({ subject: "Half gone", daysAgo: 33, messageId: "trashed@example.org" }),
	// One Message-ID, two messages: a list has changed one of them.
	{ subject: "Changed", daysAgo: 34, messageId: "changed@example.org", text: "As it was written." },
	{ subject: "Changed", daysAgo: 34, messageId: "changed@example.org", text: "With a footer of the list." },
	...[1, 2, 3].map((week) => ({
		from: "Orchard <news@orchard.example>",
		subject: "Open day",
		daysAgo: 7 * week,
		text: story(week === 3 ? "You receive this because you signed up at our gate." : ""),
	})),
	{ from: "Orchard <news@orchard.example>", subject: "Re: Open day", daysAgo: 29, text: `Shall we go? ${story("")}` },
	{
		from: "Orchard <news@orchard.example>",
		subject: "Open day",
		daysAgo: 60,
		text: story("").split(".").reverse().join(" unlike ").repeat(2),
	},
	// Automated messages differ in a number, a name, a date or an amount.
	...[1664, 1072].map((build, n) => ({
		from: "Builds <builds@example.org>",
		subject: `Build ${build} failed`,
		daysAgo: n,
		text: story(`See the log of build ${build}.`),
	})),
	...[353, 190].map((issue, n) => ({
		from: "Tracker <tracker@example.org>",
		subject: "New comment on an issue",
		daysAgo: n,
		text: story(`Somebody commented on issue #${issue}.`),
	})),
	...["Ann", "Bob"].map((name, n) => ({
		from: "Club <club@example.org>",
		subject: "Your membership",
		daysAgo: n,
		text: `Dear ${name}, ${story("")}`,
	})),
	...["Monday", "Tuesday"].map((day, n) => ({
		from: "Calendar <calendar@example.org>",
		subject: "Reminder",
		daysAgo: n,
		text: story(`It is on ${day}.`),
	})),
	...["$20.00", "$25.00"].map((amount, n) => ({
		from: "Shop <shop@example.org>",
		subject: "Your receipt",
		daysAgo: n,
		text: story(`You paid ${amount}.`),
	})),
	// The same mail by two ways: another Message-ID, nothing else.
	...twice({ from: "Both <both@example.org>", subject: "By two ways", daysAgo: 35, text: story("") }),
	{ from: "Other <other@orchard.example>", subject: "Open day number 1", daysAgo: 61, text: story("") },
	...[1, 2].map((n) => ({
		from: "Robot <robot@example.org>",
		subject: "Report",
		daysAgo: n,
		text: story("The report is attached."),
		attached: [{ name: `report-${n}.pdf`, type: "application/pdf", bytes: 5_000 + n }],
	})),
];

let fixture: Fixture;
const rowsOf = (messageId: string) =>
	fixture.server.ctx.database.query<{ id: string; folder_role: string; is_starred: boolean; labels: string[] }>(
		"select id, folder_role, is_starred, labels from emails where owner_id = $1 and message_id = $2 order by id",
		[fixture.user.ownerId, messageId],
	);
const copies = async (kind: "exact" | "near") => (await fixture.tool.listCopies({ query: { kind } })).items;

/** Changes the last copy of a message. */
async function change(messageId: string, action: Action): Promise<void> {
	const client = fixture.user.client(plansContract);
	const { id } = await client.createPlan({ body: { action, ids: [(await rowsOf(messageId)).at(-1)?.id ?? ""] } });
	await client.applyPlan({ params: { id } });
	await fixture.drain();
}

beforeAll(async () => {
	fixture = await startFixture(messages);
	await change("contract@example.org", { type: "star", value: true });
	await change("thrice@example.org", { type: "label", add: ["Work"], remove: [] });
	// One was sent and came back: both are kept.
	await change("sent@example.org", { type: "move", folderId: "sent" });
	await change("trashed@example.org", { type: "trash" });
	await fixture.tool.analyzeStorage({ body: {} });
	await fixture.drain();
});
afterAll(() => fixture?.close());

describe("exact duplicates", () => {
	it("are found where received mail is twice in one mailbox, and the best copy is kept", async () => {
		const groups = await copies("exact");
		expect(groups.map((group) => group.copies[0]?.subject).sort()).toEqual(["By two ways", "Contract", "Three times"]);
		const contract = groups.find((group) => group.copies[0]?.subject === "Contract");
		expect(contract?.copies[0]).toMatchObject({ id: contract?.keptId, isStarred: true, differences: [] });
		const thrice = groups.find((group) => group.copies[0]?.subject === "Three times");
		const kept = (await rowsOf("thrice@example.org")).find(({ id }) => id === thrice?.keptId);
		expect(kept?.labels).toEqual(["Work"]);
	});

	it("are listed with the first copies of each group, the one that is kept among them, and count all", async () => {
		const { ctx } = fixture.server;
		const { items } = await listCopies(ctx, fixture.user.ownerId, null, { kind: "exact", limit: 10 }, 2);
		expect(items.map(({ count, copies: shown }) => [count, shown.length]).sort()).toEqual([
			[2, 2],
			[2, 2],
			[3, 2],
		]);
		for (const { keptId, copies: shown } of items) expect(shown[0]?.id).toBe(keptId);
	});

	it("are removed by a plan that keeps one of each", async () => {
		const analysis = await fixture.tool.getAnalysis();
		expect(analysis.duplicatesCount).toBe(4);
		const plan = await fixture.tool.planCleanup({ body: { selection: { type: "exact_duplicates" }, action: "trash" } });
		expect(plan.count).toBe(4);
		const client = fixture.user.client(plansContract);
		const { operation } = await client.applyPlan({ params: { id: plan.id } });
		await fixture.drain();
		const remaining = async (id: string) => (await rowsOf(id)).filter((row) => row.folder_role !== "trash").length;
		expect([await remaining("contract@example.org"), await remaining("thrice@example.org")]).toEqual([1, 1]);
		expect((await fixture.tool.getAnalysis()).duplicatesCount).toBe(0);
		expect(await copies("exact")).toEqual([]);
		await client.undoOperation({ params: { id: operation.id } });
		await fixture.drain();
		expect((await fixture.tool.getAnalysis()).duplicatesCount).toBe(4);
	});

	it("are kept once they are starred", async () => {
		const [group] = await copies("exact");
		const other = group?.copies.find(({ id }) => id !== group.keptId)?.id ?? "";
		const client = fixture.user.client(plansContract);
		const { id } = await client.createPlan({ body: { action: { type: "star", value: true }, ids: [other] } });
		await client.applyPlan({ params: { id } });
		await fixture.drain();
		const plan = await fixture.tool.planCleanup({ body: { selection: { type: "exact_duplicates" }, action: "trash" } });
		const { items } = await client.listPlanItems({ params: { id: plan.id } });
		expect(items.map((item) => item.id)).not.toContain(other);
		expect(plan.count).toBe(3);
		await client.undoOperation({ params: { id } });
		await fixture.drain();
	});

	it("are kept when the one to keep was removed in the meantime", async () => {
		const client = fixture.user.client(plansContract);
		const [group] = await copies("exact");
		const { id } = await client.createPlan({ body: { action: "trash", ids: [group?.keptId ?? ""] } });
		await client.applyPlan({ params: { id } });
		await fixture.drain();
		expect((await fixture.tool.getAnalysis()).duplicatesCount).toBe(4 - ((group?.copies.length ?? 0) - 1));
		await client.undoOperation({ params: { id } });
		await fixture.drain();
	});
});

describe("near duplicates", () => {
	it("are the same mail again or with a footer, with differences, and are in no cleanup", async () => {
		const groups = await copies("near");
		expect(groups.map((group) => group.copies.map(({ subject }) => subject))).toEqual([
			["Open day", "Open day", "Open day"],
		]);
		const [kept, second, third] = groups[0]?.copies ?? [];
		expect(kept?.differences).toEqual([]);
		expect(second?.differences).toEqual(["7 days earlier"]);
		expect(third?.differences).toEqual([
			"Only here: “you receive this because you signed up at our gate”",
			"14 days earlier",
		]);
		const card = (await fixture.tool.getAnalysis()).cards.find(({ type }) => type === "near_duplicates");
		expect(card).toMatchObject({ count: 2, cleanups: [], priority: "low" });
		expect(
			(
				await fixture.user.fetch("/api/v1/smart-archive/plans", {
					method: "POST",
					headers: { "content-type": "application/json" },
					body: JSON.stringify({ selection: { type: "near_duplicates" }, action: "trash" }),
				})
			).status,
		).toBe(400);
	});

	it("are found again without rereading old mail, including new ones", async () => {
		const printed = async () =>
			(await fixture.server.ctx.database.query(
				"select email_id, match_key from message_fingerprints where owner_id = $1 order by 1",
				[fixture.user.ownerId],
			)) as { email_id: string }[];
		const before = await printed();
		await fixture.add([
			{
				from: "Orchard <news@orchard.example>",
				subject: "Open day",
				daysAgo: 0.1,
				text: story(""),
			},
		]);
		await fixture.tool.analyzeStorage({ body: {} });
		await fixture.drain();
		const after = await printed();
		expect(after.slice(0, before.length)).toEqual(before);
		expect(after).toHaveLength(before.length + 1);
		expect((await copies("near"))[0]?.copies).toHaveLength(4);
	});
});

it("are the same whatever is read and written at a time", async () => {
	const letters = ["", "Anna", "Bea", "Cleo", "Dora", "Emma"].slice(1).map((name, n) => ({
		...{ from: "Letters <letters@example.org>", subject: "Summer", daysAgo: n + 1 },
		text: story(`With love from all of us and above all from ${name}`),
	}));
	const footer = "You receive this because you signed up at our gate.";
	const anna = { ...letters[0], subject: "Summer", daysAgo: 9, text: `${letters[0]?.text} ${footer}` };
	await fixture.add([...letters, anna]);
	const { database } = fixture.server.ctx;
	const { ownerId } = fixture.user;
	const { accountId } = fixture;
	const key = { database, ownerId, accountId, signal: new AbortController().signal };
	const readWith = async (page: number) => {
		const scan = { ...key, onPage: (count: number) => expect(count).toBeLessThanOrEqual(page) };
		await database.exec("delete from message_fingerprints where owner_id = $1", [ownerId]);
		await storeFingerprints({ ...scan, limit: page });
		const gone = [newId(), newId(), newId(), newId(), newId()];
		await database.exec(
			`insert into message_fingerprints (owner_id, account_id, email_id, match_key, text_hash)
			select $1, $2, id, null, 0 from unnest($3::uuid[]) as n (id)`,
			[ownerId, accountId, gone],
		);
		await forgetGoneMail(database, ownerId, accountId, page);
		const known = await exactCopies(scan, { page, chunk: page });
		const { exact, near } = await copiesByText(scan, known, { page, keys: page, texts: page });
		for (const [kind, groups] of [["exact", exact] as const, ["near", near] as const]) {
			await database.exec(
				`insert into duplicate_emails (owner_id, account_id, kind, email_id, kept_id)
				select $1, $2, $3, id, id from unnest($4::uuid[]) as n (id)`,
				[ownerId, accountId, kind, gone],
			);
			await replaceGroups(database, { ownerId, accountId, kind }, groups, page);
			const ids = groups.flatMap((group) => group.ids);
			const stored = await database.query<{ id: string }>(
				"select email_id as id from duplicate_emails where owner_id = $1 and kind = $2",
				[ownerId, kind],
			);
			expect(stored.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
		}
		const sorted = (groups: Group[]) => groups.map(({ ids }) => ids.toSorted()).toSorted();
		const read = await database.query("select email_id from message_fingerprints where owner_id = $1 order by 1", [
			ownerId,
		]);
		return { read, exact: sorted(exact), near: sorted(near) };
	};
	const whole = await readWith(1_000);
	expect(whole.near.map((ids) => ids.length)).toContain(2);
	expect(whole.near).toHaveLength(2);
	expect(whole.exact).toHaveLength(3);
	for (const page of [1, 2, 3, whole.read.length]) expect(await readWith(page)).toEqual(whole);
});

it("describes only actual differences", () => {
	const at = new Date("2026-01-10T10:00:00Z");
	const one = { subject: "A", receivedAt: at, words: " a \n one two two three " };
	expect(differencesOf(one, { ...one })).toEqual(["No word differs"]);
	expect(differencesOf(one, { ...one, words: " a \n one two three " })).toEqual(["Missing here: “two”"]);
	const after = (ms: number) => differencesOf(one, { ...one, receivedAt: new Date(at.getTime() + ms) });
	expect([after(-60_000), after(2 * 3_600_000), after(86_400_000)]).toEqual([
		["1 minute earlier"],
		["2 hours later"],
		["1 day later"],
	]);
	const many = Array.from({ length: 20 }, (_, n) => `word${n}`).join(" ");
	expect(differencesOf(one, { ...one, words: ` a \n one two two three ${many} ` })[0]).toMatch(
		/^Only here: “word0 .*” and 8 more words$/,
	);
	expect(differencesOf(one, { subject: "A", receivedAt: new Date("2026-01-12T10:00:00Z"), words: null })).toEqual([
		"Missing here: “one two two three”",
		"2 days later",
	]);
});
