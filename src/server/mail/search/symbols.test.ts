import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import type { FolderRole } from "../provider/provider.ts";
import { insertBatch } from "../store/insert.ts";
import { addAccount, classifier, incoming } from "../store/testing.ts";
import { searchEmails } from "./search.ts";
import { selectMatching } from "./select.ts";

const owner = "owner";
const account = "01900000-0000-7000-8000-000000000001";
const now = Date.UTC(2024, 5, 15);
let database: Awaited<ReturnType<typeof testDatabase>>;

/** Subject and text by provider id. */
const MAIL: Record<string, [subject: string, text: string]> = {
	party: ["Party 🎉", "Come at eight 👍🏽"],
	thumbs: ["Re: Party", "👍 thanks, see you → there"],
	family: ["Holidays", "👩‍👩‍👧 in 🇩🇪"],
	price: ["Offer: 100% wool", "Only €50 today | Acme"],
	jobs: ["C++ developer", "C++20, C# or 100 others"],
	plain: ["Minutes", "C developer, 100 of 50 invoices %20 *** %"],
};

beforeAll(async () => {
	database = await testDatabase();
	await addAccount(database, owner, account);
	const messages = Object.entries(MAIL).map(([id, [subject, text]]) =>
		incoming(
			{ id, folderId: "inbox", receivedAt: now },
			{ subject, text, from: { name: `Ann ${id} ★`, email: "a@x.org" } },
		),
	);
	const roles = new Map<string, FolderRole>([["inbox", "inbox"]]);
	await insertBatch(database, owner, account, { messages, removed: [], roles, classifier });
});
afterAll(() => database.remove());

async function search(query: string) {
	const page = await searchEmails(database, owner, {
		accountId: null,
		folder: null,
		query,
		now,
		limit: 50,
		cursor: undefined,
	});
	const rows = await database.query<{ provider_id: string }>(
		"select provider_id from emails where id = any($1::uuid[]) order by 1",
		[page.items.map(({ id }) => id)],
	);
	expect(page.total).toBe(rows.length);
	return { found: rows.map((row) => row.provider_id), unsearchable: page.unsearchable };
}

function planned(query: string) {
	return selectMatching(database, { ownerId: owner, accountId: account, query, folder: null, now });
}

describe("symbols and emoji", () => {
	it.each([
		["🎉", ["party"]],
		["-🎉", ["family", "jobs", "plain", "price", "thumbs"]],
		["👍", ["party", "thumbs"]],
		["👍🏿", ["party", "thumbs"]],
		["👩", ["family"]],
		["👩‍👩‍👧", ["family"]],
		["👩‍🚀", []],
		["🇩🇪", ["family"]],
		["🇪🇩", []],
		["→", ["thumbs"]],
		["subject:🎉", ["party"]],
		["subject:👍", []],
		["from:★ 👍", ["party", "thumbs"]],
		["🎉 OR →", ["party", "thumbs"]],
		["party -🎉", ["thumbs"]],
		["(🎉 OR 🇩🇪) -subject:party", ["family"]],
		['"👍 thanks"', ["thumbs"]],
		['"at 🎉 eight"', ["party"]],
		['"eight at" 🎉', []],
		["part", ["party", "thumbs"]],
		["€50", ["price"]],
		["€", ["price"]],
		["today | acme", ["price"]],
		["C++", ["jobs"]],
		["c#", ["jobs"]],
		['"C++ developer"', ["jobs"]],
		['"c developer"', ["jobs", "plain"]],
		["100%", ["price"]],
		["100", ["jobs", "plain", "price"]],
		["-100%", ["family", "jobs", "party", "plain", "thumbs"]],
	])("finds %s", async (query, wanted) => {
		const { found, unsearchable } = await search(query);
		expect([found, unsearchable]).toEqual([wanted, []]);
		const { text, values } = await planned(query);
		const rows = await database.query<{ provider_id: string }>(text, values);
		expect(rows.map((row) => row.provider_id).sort()).toEqual(wanted);
	});
});

describe("a term that cannot be searched", () => {
	it.each([
		["%", ["%"]],
		["-%", ["%"]],
		["-(-%)", ["%"]],
		["***", ["***"]],
		["subject:…", ["subject:…"]],
		['-from:"@"', ['from:"@"']],
		['""', ['""']],
		["-", ["-"]],
		["- minutes", ["-"]],
		["minutes %", ["%"]],
		["minutes -%", ["%"]],
		["-minutes % -***", ["%", "***"]],
		["% OR -***", ["%", "***"]],
		["-(% minutes) in:trash", ["%"]],
		["\u200b", ["\u200b"]],
	])("%s matches nothing, is named, and is refused where mail is changed", async (query, terms) => {
		expect(await search(query)).toEqual({ found: [], unsearchable: terms });
		await expect(planned(query)).rejects.toThrow(
			expect.objectContaining({
				status: 400,
				code: "query-unsearchable",
				message: expect.stringContaining(`“${terms[0]}”`),
			}),
		);
	});

	it("leaves the other side of an OR", async () => {
		expect(await search("minutes OR %")).toEqual({ found: ["plain"], unsearchable: ["%"] });
		expect(await search("-(minutes OR %)")).toEqual({ found: [], unsearchable: ["%"] });
		expect((await search("-(minutes %)")).found).toEqual(["family", "jobs", "party", "price", "thumbs"]);
	});

	it("never makes both a query and its negation match everything, nor punctuation alone match anything", async () => {
		const all = Object.keys(MAIL).length;
		const count = (query: string): Promise<number> =>
			search(query).then(
				({ found }) => found.length,
				(cause: { code?: string }) => {
					if (cause.code !== "bad-query") throw cause;
					return 0;
				},
			);
		const piece = fc.constantFrom(
			"%",
			"…",
			"🎉",
			"C++",
			"minutes",
			"-",
			"(",
			")",
			'"',
			" OR ",
			" ",
			"subject:",
			"is:unread",
			".",
		);
		const anything = fc.oneof(
			fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
			fc.string({ unit: "grapheme", maxLength: 8 }),
		);
		await fc.assert(
			fc.asyncProperty(anything, async (query) => {
				fc.pre(query.trim() !== "");
				const [found, others] = [await count(query), await count(`-(${query})`)];
				expect(found + others).toBeLessThanOrEqual(all);
			}),
			{ numRuns: 200 },
		);
		const signs = fc.string({
			unit: fc.constantFrom(..."%*…!?.,;:&@#/\\'’„•§-_^`´\u200b\ufffd"),
			minLength: 1,
			maxLength: 8,
		});
		await fc.assert(
			fc.asyncProperty(signs, async (query) => {
				fc.pre(query.trim() !== "");
				expect(await count(query)).toBe(0);
				await expect(planned(query)).rejects.toThrow();
			}),
			{ numRuns: 100 },
		);
	});
});
