import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parseQuery } from "#shared/search/query.ts";
import { queryTokens } from "#shared/search/tokens.ts";
import { testDatabase } from "#test/database.ts";
import { sized } from "#test/soak.ts";
import { corpus } from "../../../../fixtures/corpora.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import { createParsePool } from "../parse/pool.ts";
import { type Incoming, insertBatch } from "../store/insert.ts";
import { addAccount, classifier, incoming } from "../store/testing.ts";
import { indexed } from "../text-index/testing.ts";
import { searchEmails } from "./search.ts";
import { selectMatching } from "./select.ts";
import { matches, now, roles } from "./testing.ts";

const list = corpus("list-usrp-users/list-usrp-users-2021-01-2021-07.mbox.gz");
const owner = "owner";
const account = "01900000-0000-7000-8000-000000000001";
const MESSAGES = 400;
const QUERIES = sized(100, 2_000);
/** Written for what the list does not have. */
const MORE = [
	["日本語の件名", "東京都で会議があります。Grüße aus Köln"],
	["Café crème", "Ελληνικά κείμενο, naïve façade, Straße 12"],
	["Rechnung €50", "C++ and C# at 100% 👍🏽 → done, ann.lee@mail.example.org"],
] as const;

describeIf(list !== null)("random searches on list mail", () => {
	let database: Awaited<ReturnType<typeof testDatabase>>;
	let mail: Incoming[] = [];
	beforeAll(async () => {
		database = await testDatabase();
		const raws = gunzipSync(readFileSync(list ?? ""))
			.toString("latin1")
			.split(/^From .*\n/m)
			.slice(1, MESSAGES + 1)
			.map((text) => Buffer.from(text, "latin1"));
		const parsePool = createParsePool({ workers: 1 });
		const items = await parsePool.parse(raws);
		await parsePool.close();
		const folders = ["inbox", "inbox", "inbox", "Projects/Work", "trash"];
		const messageAt = (i: number, parsed: Parameters<typeof incoming>[1]) =>
			incoming(
				{
					id: `${i}`,
					folderId: folders[i % folders.length] ?? "inbox",
					flags: { read: i % 3 === 0, starred: i % 7 === 0, important: false, answered: i % 5 === 0 },
					labels: i % 4 === 0 ? ["Receipts"] : [],
					// Some in the same second, in any order.
					receivedAt: now - Math.floor(((i * 7_919) % 500) / 2) * 86_400_000,
				},
				parsed,
			);
		mail = [
			...items.map(({ message }, i) => messageAt(i, message)),
			...MORE.map(([subject, text], i) => messageAt(MESSAGES + i, { subject, text })),
		];
		await addAccount(database, owner, account);
		await insertBatch(database, owner, account, { messages: mail, removed: [], roles, classifier });
		await indexed(database);
	}, 120_000);
	afterAll(() => database.remove());

	/** Words, beginnings of words, phrases and addresses of a random message. */
	const fromMail = fc.tuple(fc.nat(), fc.nat(), fc.nat(5)).map(([m, at, kind]) => {
		const { message } = mail[m % mail.length]?.content ?? {};
		const text = kind === 0 ? (message?.subject ?? "") : (message?.text ?? "");
		const words = text
			.split(/[\s"()<>]+/)
			.filter((word) => queryTokens(word).length > 0 && !/^[A-Za-z_]+:|^-/.test(word));
		const from = at % Math.max(1, words.length);
		const [first = "usrp", second = "", third = ""] = words.slice(from, from + 3);
		if (kind === 1) return `"${[first, second, third].join(" ").trim()}"`;
		if (kind === 2) return first.slice(0, 4);
		if (kind === 3) return `from:${message?.from.email || "ann"}`;
		if (kind === 4) return `subject:${queryTokens(message?.subject ?? "usrp")[0] ?? "usrp"}`;
		return first;
	});
	const term = fc.oneof(
		{ weight: 6, arbitrary: fromMail },
		fc.constantFrom("日本", '"東京都"', "cafe", "strasse", "naive", "€50", "C++", "👍", "ελληνικα", '"grusse aus"'),
		fc.constantFrom("is:unread", "is:starred", "label:receipts", "in:trash", "newer_than:3m", "from:<ann@x.org>"),
	);
	const query = fc
		.array(fc.tuple(fc.constantFrom("", "", "", "-"), fc.array(term, { minLength: 1, maxLength: 2 })), {
			minLength: 1,
			maxLength: 3,
		})
		.chain((parts) =>
			fc
				.constantFrom(" ", " ", " OR ")
				.map((by) =>
					parts.map(([sign, terms]) => `${sign}${terms.length > 1 ? `(${terms.join(" OR ")})` : terms[0]}`).join(by),
				),
		);

	it("find what a scan of the text finds", async () => {
		await fc.assert(
			fc.asyncProperty(query, async (text) => {
				const tree = parseQuery(text);
				const isTrashed = ({ remote }: Incoming) => remote.folderId === "trash" && !text.includes("in:");
				const wanted = mail
					.filter((message) => !isTrashed(message) && matches(tree, message))
					.map(({ remote }) => remote.id)
					.sort();
				const ids: string[] = [];
				let cursor: string | undefined;
				let total: number | null = null;
				do {
					const options = { accountId: account, folder: null, query: text, now, limit: 100, cursor };
					const page = await searchEmails(database, owner, options);
					ids.push(...page.items.map(({ id }) => id));
					if (cursor === undefined && page.totalIsExact) total = page.total;
					cursor = page.nextCursor ?? undefined;
				} while (cursor !== undefined);
				const rows = await database.query<{ provider_id: string }>(
					"select provider_id from emails where id = any($1::uuid[])",
					[ids],
				);
				expect(rows.map((row) => row.provider_id).sort()).toEqual(wanted);
				if (total !== null) expect(total).toBe(wanted.length);
				const matching = await selectMatching(database, {
					ownerId: owner,
					accountId: account,
					query: text,
					folder: null,
					now,
				});
				const all = await database.query<{ provider_id: string }>(matching.text, matching.values);
				expect(all.map((row) => row.provider_id).sort()).toEqual(wanted);
			}),
			{
				numRuns: QUERIES,
				// An OR of a phrase and a word, whose words are looked up in one message.
				examples: [[`("package lists... Done*" OR 日本) OR label:receipts`]],
			},
		);
	}, 600_000);
});
