import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "#shared/ids.ts";
import type { ParsedMessage } from "#shared/mail/message.ts";
import { testDatabase } from "#test/database.ts";
import type { Classifier } from "../classify/classifier.ts";
import { PROVIDER_REASON } from "../classify/reason.ts";
import type { FolderRole, RemoteMessage } from "../provider/provider.ts";
import { type Categorized, setCategories } from "./categories.ts";
import { applyLocalChange } from "./change.ts";
import { completeBatch } from "./complete.ts";
import { insertBatch } from "./insert.ts";
import type { Content } from "./rows.ts";
import { addAccount, classifier, countsAndRecounts, incoming } from "./testing.ts";

const owner = "owner";
const roles = new Map<string, FolderRole>([
	["inbox", "inbox"],
	["sent", "sent"],
	["drafts", "drafts"],
	["trash", "trash"],
]);
const NEWSLETTER = { headers: { precedence: "bulk" }, from: { name: "", email: "news@x.example" } };
const OFFER = { urls: [], mailtos: [], links: ["https://x.example/leave"], oneClick: false, listId: null };

let database: Awaited<ReturnType<typeof testDatabase>>;
let account: string;
beforeAll(async () => {
	database = await testDatabase();
});
afterAll(() => database.remove());
beforeEach(async () => {
	account = newId();
	await addAccount(database, owner, account);
});

type Remote = Pick<RemoteMessage, "id"> & Partial<RemoteMessage>;

/** @param isHeader the body follows later */
function insert(
	remote: Remote,
	parsed: Partial<ParsedMessage> = {},
	isHeader = false,
	source: Classifier = classifier,
) {
	const message = incoming(remote, parsed);
	const content: Content = { ...(message.content as Content), ...(isHeader && { sha256: null, lexemes: "" }) };
	return insertBatch(database, owner, account, {
		messages: [{ ...message, content }],
		removed: [],
		roles,
		classifier: source,
	});
}

function meet(remote: Remote) {
	const messages = [{ ...incoming(remote), content: null }];
	return insertBatch(database, owner, account, { messages, removed: [], roles, classifier });
}

async function complete(id: string, parsed: Partial<ParsedMessage>) {
	const content = { ...(incoming({ id: "x" }, parsed).content as Content), sha256: "1".repeat(64) };
	await completeBatch(database, owner, account, { bodies: [{ id: await idOf(id), content }], classifier });
}

async function correct(id: string, choice: Omit<Categorized, "id">) {
	const one = { id: await idOf(id), ...choice };
	await database.transaction(() => setCategories({ database, ownerId: owner, accountId: account }, [one]));
}

async function idOf(providerId: string): Promise<string> {
	const values = [account, providerId];
	const row = await database.one<{ id: string }>(
		"select id from emails where account_id = $1 and provider_id = $2",
		values,
	);
	return row?.id ?? newId();
}

async function rowState(providerId = "1") {
	const row = await database.one(
		`select category, category_reason as reason, category_source as source, previous_category as previous, list_key as list, revision
		from emails where account_id = $1 and provider_id = $2`,
		[account, providerId],
	);
	return row;
}

async function expectCountsRight() {
	for (const { saved, counted } of await countsAndRecounts(database)) expect(saved).toEqual(counted);
}

const theirs = (category: string) => ({ category, reason: PROVIDER_REASON, source: "provider", previous: null });
const ours = (category: string) => ({ category, reason: "The test says so.", source: "classifier", previous: null });
const byPerson = { category: "social", reason: "You said so.", source: "user" } as const;

describe("a new message", () => {
	it("has its provider's category, otherwise the classifier's", async () => {
		await insert({ id: "1", category: "forums" });
		await insert({ id: "2", category: null });
		await insert({ id: "3" }, { headers: { precedence: "bulk" }, from: { name: "", email: "News@X.example" } });
		expect(await rowState("1")).toMatchObject({ ...theirs("forums"), list: "" });
		expect(await rowState("2")).toMatchObject(ours("primary"));
		expect(await rowState("3")).toMatchObject({ ...ours("promotions"), list: "from:news@x.example" });
		await expectCountsRight();
	});

	it("has no category if the user wrote it", async () => {
		await insert({ id: "1", folderId: "sent", category: "primary" });
		await insert({ id: "2", folderId: "drafts" });
		await meet({ id: "1", folderId: "sent", category: "updates" });
		for (const id of ["1", "2"])
			expect(await rowState(id)).toMatchObject({ category: null, reason: null, source: null });
		await expectCountsRight();
	});
});

describe("a message whose body arrives", () => {
	it("is classified again, and belongs to the list that only its text names", async () => {
		await insert({ id: "1" }, { from: NEWSLETTER.from }, true);
		expect(await rowState()).toMatchObject({ ...ours("primary"), list: "" });
		await complete("1", { from: NEWSLETTER.from, listUnsubscribe: OFFER, sizeBytes: 9_000 });
		expect(await rowState()).toMatchObject({ ...ours("promotions"), list: "from:news@x.example", revision: 1 });
		await expectCountsRight();
	});

	it("keeps the list known from its header, which is not stored twice", async () => {
		await insert({ id: "1" }, NEWSLETTER, true);
		expect(await rowState()).toMatchObject({ ...ours("promotions"), list: "from:news@x.example" });
		expect(await database.query("select headers from emails where account_id = $1", [account])).toEqual([
			{ headers: {} },
		]);
	});

	it("keeps the category set by its provider or its user", async () => {
		await insert({ id: "1", category: "updates" }, {}, true);
		await insert({ id: "2" }, {}, true);
		await correct("2", { ...byPerson, previous: { category: "primary", reason: "So.", source: "classifier" } });
		for (const id of ["1", "2"]) await complete(id, NEWSLETTER);
		expect(await rowState("1")).toMatchObject(theirs("updates"));
		// Its category without the user's correction can now be determined better.
		const { previous: _, ...classified } = ours("promotions");
		expect(await rowState("2")).toMatchObject({ ...byPerson, previous: classified });
		await expectCountsRight();
	});
});

describe("a message whose provider moves it to another category", () => {
	it("follows, and returns to the classifier when it is in none", async () => {
		await insert({ id: "1", category: null }, NEWSLETTER);
		expect(await rowState()).toMatchObject(ours("promotions"));
		expect(await meet({ id: "1", category: null })).toMatchObject({ known: 1, changed: 0 });
		expect(await meet({ id: "1", category: "social" })).toMatchObject({ changed: 1 });
		expect(await rowState()).toMatchObject(theirs("social"));
		expect(await meet({ id: "1", category: null })).toMatchObject({ changed: 1 });
		expect(await rowState()).toMatchObject(ours("promotions"));
		// The same category from a more authoritative source is not a change that the user sees.
		expect(await meet({ id: "1", category: "promotions" })).toMatchObject({ known: 1, changed: 0 });
		expect(await rowState()).toMatchObject(theirs("promotions"));
		// Providers without categories leave it undefined.
		await meet({ id: "1" });
		expect(await rowState()).toMatchObject(theirs("promotions"));
		await expectCountsRight();
	});

	it("keeps the category set by its user, and remembers its provider's", async () => {
		await insert({ id: "1", category: "updates" });
		await correct("1", { ...byPerson, previous: { category: "updates", reason: PROVIDER_REASON, source: "provider" } });
		expect(await meet({ id: "1", category: "forums" })).toMatchObject({ known: 1, changed: 0 });
		const { previous: _, ...forums } = theirs("forums");
		expect(await rowState()).toMatchObject({ ...byPerson, previous: forums });
		await meet({ id: "1", category: null });
		expect(await rowState()).toMatchObject({ ...byPerson, previous: { category: "primary", source: "classifier" } });
		await expectCountsRight();
	});

	it("has its category from its provider if an older version stored it", async () => {
		await insert({ id: "1", category: "updates" });
		await database.exec("update emails set category_source = null where account_id = $1", [account]);
		expect(await meet({ id: "1", category: "updates" })).toMatchObject({ known: 1 });
		await meet({ id: "1", category: null });
		expect(await rowState()).toMatchObject(ours("primary"));
		await expectCountsRight();
	});
});

it("follows a user's rule for its sender before its provider", async () => {
	const previous = { category: "updates", reason: PROVIDER_REASON, source: "provider" } as const;
	const overrides: Classifier = (_facts, fromProvider) => ({
		...byPerson,
		previous: fromProvider === null ? null : previous,
	});
	await insert({ id: "1", category: "updates" }, {}, false, overrides);
	expect(await rowState()).toMatchObject({ ...byPerson, previous });
});

const message = fc.record({
	id: fc.integer({ min: 0, max: 7 }).map(String),
	folderId: fc.constantFrom("inbox", "sent", "trash"),
	category: fc.constantFrom("social", "updates", null),
	receivedAt: fc.constantFrom(Date.UTC(2024, 0, 31, 23), Date.UTC(2024, 1, 1)),
});
const content = fc.record({
	headers: fc.constantFrom<Record<string, string>[]>({}, { precedence: "bulk" }),
	from: fc.constantFrom({ name: "A", email: "a@x.org" }, { name: "B", email: "b@x.org" }),
	sizeBytes: fc.integer({ min: 1, max: 1000 }),
});
const step = fc.oneof(
	fc.record({ insert: message, parsed: content, isHeader: fc.boolean() }),
	fc.record({ meet: message }),
	fc.record({ complete: message, parsed: content }),
	fc.record({ override: message }),
	fc.record({ move: message }),
	fc.record({ destroy: message }),
);

it("is counted by month, folder, category, list and sender after any change", async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
			account = newId();
			await addAccount(database, owner, account);
			const change = async (id: string, to: Parameters<typeof applyLocalChange>[2]) => {
				const ids = [await idOf(id)];
				await database.transaction(() => applyLocalChange({ database, ownerId: owner, accountId: account }, ids, to));
			};
			for (const one of steps) {
				if ("insert" in one) await insert(one.insert, one.parsed, one.isHeader);
				else if ("meet" in one) await meet(one.meet);
				else if ("complete" in one) await complete(one.complete.id, one.parsed);
				else if ("override" in one)
					await correct(one.override.id, {
						category: one.override.category,
						reason: "So.",
						source: "user",
						previous: null,
					});
				else if ("move" in one)
					await change(one.move.id, { folder: { id: one.move.folderId, role: "custom" }, isRead: true });
				else await change(one.destroy.id, { destroy: true });
			}
			await expectCountsRight();
		}),
		{ numRuns: 25 },
	);
});
