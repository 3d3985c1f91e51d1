import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { newId } from "#shared/ids.ts";
import { testDatabase } from "#test/database.ts";
import { insertBatch } from "../insert.ts";
import { classifier, incoming } from "../testing.ts";
import { type CountedIn, countedIn, RECEIVED_ROLES } from "./rollup-scope.ts";

const roles = new Map([
	["inbox", "inbox"],
	["sent", "sent"],
	["work", "custom"],
] as const);

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
	database = await testDatabase();
});
afterAll(() => database.remove());
beforeEach(() => database.query("truncate emails, month_stats", []));

/** Moments at month, day and year boundaries, and a millisecond before and after. */
const moment = fc
	.tuple(
		fc.constantFrom("2024-01-01", "2024-02-01", "2024-02-29", "2024-03-01", "2024-03-31", "2024-12-31", "2025-01-01"),
		fc.constantFrom(-1, 0, 1),
		fc.constantFrom(-12, -1, 0, 2, 14),
	)
	.map(([day, ms, hours]) => Date.parse(day) + ms + hours * 3_600_000);
const message = fc.record({
	receivedAt: moment,
	folderId: fc.constantFrom("inbox", "sent", "work"),
	email: fc.constantFrom("ann@x.org", "news@y.org"),
	read: fc.boolean(),
	sizeBytes: fc.integer({ min: 1, max: 1000 }),
});

async function counted(range: CountedIn): Promise<unknown> {
	const { text, values } = countedIn({ ...range, firstParameter: 2 });
	const row = await database.one(
		`select sum(email_count)::int as count, sum(read_count)::int as read, sum(size_bytes)::int as bytes
		from ${text} c where sender_email <> $1`,
		["nobody", ...values],
	);
	return row;
}

it("counts to the millisecond what was received in a range", async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(message, { minLength: 1, maxLength: 30 }),
			fc.array(fc.tuple(moment, moment), { minLength: 5, maxLength: 5 }),
			async (messages, ranges) => {
				const [ownerId, accountId] = [newId(), newId()];
				const batch = messages.map(({ email, read, ...remote }, i) => {
					const flags = { read, starred: false, important: false, answered: false };
					return incoming({ id: `${i}`, flags, ...remote }, { from: { name: "", email } });
				});
				await insertBatch(database, ownerId, accountId, { messages: batch, removed: [], roles, classifier });
				for (const [from, until] of ranges) {
					const within = messages.filter(
						(one) => one.receivedAt >= from && one.receivedAt < until && one.folderId !== "sent",
					);
					const sum = (of: (one: (typeof messages)[number]) => number) =>
						within.length === 0 ? null : within.reduce((all, one) => all + of(one), 0);
					expect(
						await counted({ ownerId, accountIds: [accountId], from: new Date(from), until: new Date(until) }),
					).toEqual({
						count: sum(() => 1),
						read: sum(({ read }) => Number(read)),
						bytes: sum(({ sizeBytes }) => sizeBytes),
					});
				}
			},
		),
		{ numRuns: 20 },
	);
});

it("separates month, folder, category, list and sender, and users and mailboxes", async () => {
	const [ownerId, accountId, other] = [newId(), newId(), newId()];
	const from = { name: "News", email: "News@y.org" };
	const list = { precedence: "list" };
	const messages = [
		incoming({ id: "1", receivedAt: Date.parse("2024-01-31T23:59:59.999Z"), sizeBytes: 10 }, { from, headers: list }),
		incoming({ id: "2", receivedAt: Date.parse("2024-02-15"), sizeBytes: 20 }, { from, headers: list }),
		incoming({ id: "3", receivedAt: Date.parse("2024-02-15"), sizeBytes: 30, folderId: "sent" }, { from }),
	];
	for (const id of [accountId, other])
		await insertBatch(database, ownerId, id, { messages, removed: [], roles, classifier });
	const rows = async (range: Partial<CountedIn>) => {
		const all = { ownerId, accountIds: [accountId], from: new Date("2000-01-01"), until: new Date("2024-02-16") };
		const { text, values } = countedIn({ ...all, ...range });
		return database.query(
			`select month::text, folder_role, category, list_key, sender_email, email_count::int as n, size_bytes::int as bytes
			from ${text} c order by month, folder_role`,
			values,
		);
	};
	const news = { category: "promotions", list_key: "from:news@y.org", sender_email: "news@y.org", n: 1 };
	const [january, february] = [
		{ month: "2024-01-01", folder_role: "inbox", ...news, bytes: 10 },
		{ month: "2024-02-01", folder_role: "inbox", ...news, bytes: 20 },
	];
	expect(await rows({})).toEqual([january, february]);
	expect(await rows({ accountIds: [accountId, other] })).toEqual([january, january, february, february]);
	expect(await rows({ accountIds: [] })).toEqual([]);
	expect(await rows({ ownerId: newId() })).toEqual([]);
	const sent = { month: "2024-02-01", folder_role: "sent", category: "", list_key: "", sender_email: "news@y.org" };
	expect(await rows({ roles: [...RECEIVED_ROLES, "sent"] })).toEqual([january, february, { ...sent, n: 1, bytes: 30 }]);
	expect(await rows({ until: null, from: new Date(-8.64e15) })).toEqual([january, february]);
});
