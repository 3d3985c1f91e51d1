import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ParsedMessage } from "#shared/mail/message.ts";
import { namesFolders, parseQuery } from "#shared/search/query.ts";
import { testDatabase } from "#test/database.ts";
import { type Incoming, insertBatch } from "../store/insert.ts";
import { addAccount, classifier, incoming } from "../store/testing.ts";
import { indexed } from "../text-index/testing.ts";
import { unsearchableTerms } from "../text-index/words.ts";
import { searchPlain } from "./plain.ts";
import { searchEmails } from "./search.ts";
import { selectMatching } from "./select.ts";
import { categoryOf, listOf, matches, now, roles } from "./testing.ts";

const owner = "owner";
const accounts = ["01900000-0000-7000-8000-000000000001", "01900000-0000-7000-8000-000000000002"];
const stranger = "01900000-0000-7000-8000-000000000003";
let database: Awaited<ReturnType<typeof testDatabase>>;
/** Messages in the mailbox, by account. */
let mail: { key: string; message: Incoming }[] = [];

beforeAll(async () => {
	database = await testDatabase();
	// A fixed seed, for the same mail on every run.
	mail =
		fc.sample(fc.array(message, { minLength: 90, maxLength: 90 }), { seed: 7, numRuns: 1 })[0]?.map((one, i) => ({
			key: `${accounts[i % 2]} ${i}`,
			message: incoming({ ...one.remote, id: `${i}` }, { ...one.parsed, sizeBytes: one.remote.sizeBytes }),
		})) ?? [];
	for (const id of accounts) {
		await addAccount(database, owner, id);
		const messages = mail.filter(({ key }) => key.startsWith(id)).map(({ message }) => message);
		await insertBatch(database, owner, id, { messages, removed: [], roles, classifier });
	}
	// Set directly, independent of what insert determines.
	for (const { key } of mail) {
		const [account, i] = key.split(" ") as [string, string];
		await database.exec("update emails set list_key = $3, category = $4 where account_id = $1 and provider_id = $2", [
			account,
			i,
			listOf(i),
			categoryOf(i),
		]);
	}
	await addAccount(database, "somebody", stranger);
	const theirs = mail.map(({ message }) => message);
	await insertBatch(database, "somebody", stranger, { messages: theirs, removed: [], roles, classifier });
	await indexed(database);
});
afterAll(() => database.remove());

const word = fc.constantFrom(
	"invoice",
	"invoices",
	"Café",
	"report",
	"re",
	"a-b",
	"x.org",
	"日本語",
	"日本",
	"ß",
	"👍🏽",
	"C++",
);
const words = fc.array(word, { maxLength: 5 }).map((list) => list.join(" "));
const user = fc.constantFrom(
	{ name: "Ann Lee", email: "ann.lee@mail.x.org" },
	{ name: "Bob", email: "bob@y.net" },
	{ name: "bob@y.net", email: "not-bob@y.net" },
	{ name: "", email: "x@notx.org" },
	{ name: "Ann", email: "Ann@bücher.example" },
	{ name: "Ann", email: "ann@xn--bcher-kva.example" },
	{ name: "", email: "" },
);
const message = fc.record({
	remote: fc.record({
		folderId: fc.constantFrom("inbox", "inbox", "inbox", "trash", "spam", "Projects/Work"),
		flags: fc.record({ read: fc.boolean(), starred: fc.boolean(), important: fc.boolean(), answered: fc.boolean() }),
		labels: fc.subarray(["Receipts", "todo"]),
		receivedAt: fc.integer({ min: 0, max: 400 }).map((days) => now - days * 86_400_000 + 1000),
		sizeBytes: fc.constantFrom(100, 1_000, 2_000_000),
	}),
	parsed: fc.record({
		subject: words,
		text: fc.tuple(words, words).map((parts) => parts.join("\n,  ")),
		from: user,
		to: fc.array(user, { maxLength: 2 }),
		headers: fc.constantFrom<Record<string, string>>(
			{},
			{ "authentication-results": "mx.y.net; spf=pass smtp.mailfrom=x.org; dmarc=fail header.from=x.org" },
			{ "authentication-results": 'mx; spf=fail (a (b) dmarc=pass) smtp.mailfrom="; dkim=pass"@x.org; dkim=none' },
			{ "authentication-results": "mx; dkim=fail header.d=x.org; spf=pass (dmarc=fail)" },
		),
		attachments: fc.constantFrom<ParsedMessage["attachments"][]>(
			[],
			[{ index: 0, filename: "Invoice-7.pdf", contentType: "x/y", sizeBytes: 1, contentId: null, isInline: false }],
		),
	}),
});

function expected(text: string, folder: string | null, accountId: string | null): string[] {
	const query = parseQuery(text);
	const isVisible = ({ remote }: Incoming): boolean => {
		if (folder !== null) return remote.folderId === folder;
		return namesFolders(query) || !["trash", "spam"].includes(remote.folderId);
	};
	return mail
		.filter(({ key, message }) => (accountId === null || key.startsWith(accountId)) && isVisible(message))
		.filter(({ message }) => matches(query, message))
		.map(({ key }) => key.split(" ")[1] ?? "")
		.sort();
}

const term = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.constantFrom(
			"invoice",
			"invo",
			"cafe",
			"report",
			"re",
			'"invoice report"',
			"x.org",
			"日本",
			'"日本語"',
			"ann.lee@mail",
			"!!",
			"ss",
			'"re"',
			"👍",
			'"report 👍 invoice"',
			"subject:👍",
			"C++",
			"c#",
		),
	},
	{
		weight: 4,
		arbitrary: fc.constantFrom(
			"from:ann",
			"from:x.org",
			"to:bob",
			"subject:report",
			'subject:"report invoice"',
			"filename:invoice",
			"from:(ann OR bob)",
			"from:<bob@y.net>",
			"to:<BOB@y.net>",
			"to:<ann@bücher.example>",
			"to:<ann@xn--bcher-kva.example>",
			"from:<ann@bücher.example>",
			"domain:x.org",
			"domain:@Y.net",
			"(domain:x.org OR domain:mail.x.org OR invoice OR domain:z.net)",
		),
	},
	fc.constantFrom("category:promotions", "auth:failed", "is:list", "list:x.org", 'list:"list:news.x.org"'),
	fc.constantFrom(
		"has:attachment",
		"larger:1k",
		"smaller:500",
		"is:unread",
		"is:starred",
		"is:important",
		"is:answered",
	),
	fc.constantFrom(
		"before:2024-03-01T12:30:00Z",
		"after:2024-05-30T00:00:00+02:00",
		"older_than:6m",
		"newer_than:30d",
		"before:2024-01-01",
		"after:2024/03/05",
		"label:receipts",
		"label:none",
	),
	fc.constantFrom("in:trash", "in:inbox", "in:anywhere", 'in:"projects/work"'),
);
const { query } = fc.letrec<{ query: string; part: string }>((tie) => ({
	part: fc.oneof(
		{ depthSize: "small" },
		term,
		term.map((t) => `-${t}`),
		tie("query").map((q) => `(${q})`),
		tie("query").map((q) => `-(${q})`),
	),
	query: fc.oneof(
		{ depthSize: "small" },
		tie("part"),
		fc.tuple(tie("part"), tie("part")).map((two) => two.join(" ")),
		fc.tuple(tie("part"), tie("part")).map((two) => two.join(" OR ")),
	),
}));

const isRefused = (text: string): boolean => unsearchableTerms(parseQuery(text)).length > 0;

const everyLimit = [
	undefined,
	{ few: 2, counted: 5, window: 500, readTexts: 400, countedWindow: 32_000 },
	{ few: 2, counted: 5, window: 1, readTexts: 1, countedWindow: 1 },
	{ few: 1, counted: 60, window: 3, readTexts: 2, countedWindow: 12 },
];

async function found(
	text: string,
	folder: string | null,
	accountId: string | null,
	limits: (typeof everyLimit)[number],
) {
	const [ids, order]: [string[], string[]] = [[], []];
	let cursor: string | undefined;
	let first: { total: number; totalIsExact: boolean } | null = null;
	do {
		const options = { accountId, folder, query: text, now, limit: 13, cursor, ...(limits && { limits }) };
		const page = await searchEmails(database, owner, options);
		first ??= page;
		ids.push(...page.items.map((item) => item.id));
		order.push(...page.items.map((item) => `${item.receivedAt} ${item.id}`));
		cursor = page.nextCursor ?? undefined;
	} while (cursor !== undefined);
	expect(order).toEqual([...order].sort().reverse());
	const rows = await database.query<{ provider_id: string }>(
		"select provider_id from emails where id = any($1::uuid[])",
		[ids],
	);
	expect(rows).toHaveLength(ids.length);
	const providerIds = rows.map((row) => row.provider_id).sort();
	return { providerIds, total: first?.total ?? 0, isExact: first?.totalIsExact };
}

describe("searchEmails", () => {
	it("finds what a reference implementation finds, with every strategy, page after page", async () => {
		await fc.assert(
			fc.asyncProperty(
				query,
				fc.constantFrom(null, null, "inbox", "Projects/Work"),
				fc.constantFrom(null, ...accounts),
				fc.constantFrom(...everyLimit),
				async (text, folder, accountId, limits) => {
					const wanted = expected(text, folder, accountId);
					const { providerIds, total, isExact } = await found(text, folder, accountId, limits);
					expect(providerIds).toEqual(wanted);
					if (isExact) expect(total).toBe(wanted.length);
					else expect(total).toBeLessThanOrEqual(wanted.length);
					const selection = { ownerId: owner, accountId, query: text, folder, now, firstParameter: 2 };
					if (isRefused(text)) {
						await expect(selectMatching(database, selection)).rejects.toThrow(/can't be searched/);
						return;
					}
					const fragment = await selectMatching(database, selection);
					const rows = await database.query<{ provider_id: string }>(
						`select provider_id from (${fragment.text}) m where $1::int = 1 order by provider_id collate "C"`,
						[1, ...fragment.values],
					);
					expect(rows.map((row) => row.provider_id)).toEqual(wanted);
				},
			),
			{ numRuns: 150 },
		);
	});

	it("finds the same when limited to a few messages", async () => {
		const [account = ""] = accounts;
		const rows = await database.query<{ id: string; provider_id: string }>(
			"select id, provider_id from emails where account_id = $1 and provider_id::int % 4 < 2",
			[account],
		);
		await fc.assert(
			fc.asyncProperty(query, async (text) => {
				fc.pre(!isRefused(text));
				const ids = rows.map((row) => row.id);
				const fragment = await selectMatching(database, {
					ownerId: owner,
					accountId: account,
					query: text,
					folder: null,
					now,
					ids,
				});
				const matched = await database.query<{ provider_id: string }>(fragment.text, fragment.values);
				const wanted = expected(text, null, account).filter((id) => rows.some((row) => row.provider_id === id));
				expect(matched.map((row) => row.provider_id).sort()).toEqual(wanted);
			}),
			{ numRuns: 60 },
		);
	});

	it("finds the same in a shared index", async () => {
		const fragment = await selectMatching(database, {
			ownerId: "somebody",
			accountId: stranger,
			query: "invoice",
			folder: null,
			now,
		});
		const rows = await database.query<{ provider_id: string }>(fragment.text, fragment.values);
		expect(rows.map((row) => row.provider_id).sort()).toEqual(expected("invoice", null, null));
		const others = await selectMatching(database, {
			ownerId: owner,
			accountId: stranger,
			query: "invoice",
			folder: null,
			now,
		});
		expect(await database.query(others.text, others.values)).toEqual([]);
	});

	it("accepts any text", async () => {
		const odd = fc.oneof(
			fc.string({ unit: "binary" }),
			fc.constantFrom("'", "\\", "a'b", "\\'", "from:'", 'label:"\\"', "in:\0x"),
		);
		await fc.assert(
			fc.asyncProperty(odd, async (text) => {
				const options = { accountId: null, folder: null, query: text, now, limit: 5, cursor: undefined };
				await searchEmails(database, owner, options).catch((cause: { code?: string }) => {
					if (cause.code !== "bad-query") throw cause;
				});
				await searchPlain(database, owner, { ...options, text });
			}),
			{ numRuns: 60 },
		);
	});

	it("rejects queries that would overload the database", async () => {
		const runQuery = (query: string) =>
			searchEmails(database, owner, { accountId: null, folder: null, query, now, limit: 5, cursor: undefined });
		const words = (count: number, lead = "") => Array.from({ length: count }, (_, n) => `${lead}w${n}`);
		const wide = { status: 400, code: "bad-query", message: "A search takes at most 30 words. (at character 111)" };
		await expect(runQuery(words(30).join(" "))).resolves.toMatchObject({ total: 0 });
		await expect(runQuery(words(31).join(" "))).rejects.toMatchObject(wide);
		// Together with a required word, excluded words cost nothing.
		await expect(runQuery(`invoice ${words(29, "-").join(" ")}`)).resolves.toMatchObject({ totalIsExact: true });
		const deep = {
			status: 400,
			code: "bad-query",
			message: expect.stringMatching(/^A search can exclude at most 10 words/),
		};
		await expect(runQuery(words(10, "-").join(" "))).resolves.toMatchObject({ totalIsExact: true });
		await expect(runQuery(words(11, "-").join(" "))).rejects.toMatchObject(deep);
		await expect(runQuery(`is:unread OR ${words(11).join(" OR ")}`)).rejects.toMatchObject(deep);
		const plan = { ownerId: owner, accountId: null, query: words(11, "-").join(" "), folder: null, now };
		await expect(selectMatching(database, plan)).rejects.toThrow(/at most 10 words/);
	});

	it("reports what is wrong with a query and where", async () => {
		const options = { accountId: null, folder: null, query: "invoice larger:big", now, limit: 5, cursor: undefined };
		await expect(searchEmails(database, owner, options)).rejects.toMatchObject({
			status: 400,
			code: "bad-query",
			message: 'larger: takes a size such as 500k or 5M, not "big". (at character 9)',
		});
	});
});

describe("searchPlain", () => {
	const anywhere = { accountId: null, folder: null, now, limit: 200, cursor: undefined };
	it("finds a part of subject, sender or preview, ignoring case", async () => {
		const plain = async (text: string, folder: string | null = null) =>
			(await searchPlain(database, owner, { ...anywhere, folder, text })).items.length;
		const holding = (text: string, folder: string | null) =>
			mail.filter(({ message: { remote, content } }) => {
				if (folder === null ? ["trash", "spam"].includes(remote.folderId) : remote.folderId !== folder) return false;
				const parsed = content?.message;
				return [parsed?.subject, parsed?.from.name, parsed?.from.email].some((one) =>
					one?.toLowerCase().includes(text),
				);
			}).length;
		expect(await plain("VOICE")).toBe(holding("voice", null));
		expect(await plain("Lee@MAIL")).toBe(holding("lee@mail", null));
		expect(await plain("port", "spam")).toBe(holding("port", "spam"));
		expect(await plain("%")).toBe(0);
	});

	it("finds older mail by the beginnings of its words, and says that there may be more", async () => {
		const search = async (text: string, scanned: number) => {
			const ids: string[] = [];
			let first: { total: number; totalIsExact: boolean } | null = null;
			let cursor: string | undefined;
			do {
				const page = await searchPlain(database, owner, { ...anywhere, text, limit: 7, cursor }, scanned);
				first ??= page;
				ids.push(...page.items.map(({ id }) => id));
				cursor = page.nextCursor ?? undefined;
			} while (cursor !== undefined);
			return { ids, total: first?.total ?? 0, isExact: first?.totalIsExact };
		};
		const all = await search("invoice", 5_000);
		expect(all).toMatchObject({ total: all.ids.length, isExact: true });
		expect(all.ids.length).toBeGreaterThan(14);
		const some = await search("invoice", 3);
		expect(some).toMatchObject({ ids: all.ids, isExact: false });
		expect(some.total).toBeLessThanOrEqual(all.ids.length);
		const middle = await search("voice", 3);
		expect(middle.isExact).toBe(false);
		expect(all.ids).toEqual(expect.arrayContaining(middle.ids));
	});
});
