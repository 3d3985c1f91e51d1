import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { momentOf, namesFolders, parseQuery, QueryError } from "./query.ts";

const word = (text: string) => ({ kind: "text", field: "any", text, phrase: false });

describe("parseQuery", () => {
	it("joins words with AND, binds OR looser, and minus to the next term", () => {
		expect(parseQuery("a b OR -c")).toEqual({
			kind: "or",
			parts: [
				{ kind: "and", parts: [word("a"), word("b")] },
				{ kind: "not", part: word("c") },
			],
		});
	});

	it("reads parentheses, quotes and operators", () => {
		expect(parseQuery('from:ann (subject:"two words" OR has:attachment)')).toEqual({
			kind: "and",
			parts: [
				{ kind: "text", field: "from", text: "ann", phrase: false },
				{
					kind: "or",
					parts: [{ kind: "text", field: "subject", text: "two words", phrase: true }, { kind: "attachment" }],
				},
			],
		});
	});

	it("applies an operator to each alternative in its parentheses", () => {
		expect(parseQuery("to:(ann OR -bob)")).toEqual({
			kind: "or",
			parts: [
				{ kind: "text", field: "to", text: "ann", phrase: false },
				{ kind: "not", part: { kind: "text", field: "to", text: "bob", phrase: false } },
			],
		});
	});

	it.each([
		["larger:5M", { kind: "size", than: "larger", bytes: 5_000_000 }],
		["smaller:1.5k", { kind: "size", than: "smaller", bytes: 1_500 }],
		["larger:10MB", { kind: "size", than: "larger", bytes: 10_000_000 }],
		["older_than:6m", { kind: "age", than: "older", count: 6, unit: "m" }],
		["before:2024-02-29", { kind: "date", than: "before", at: Date.UTC(2024, 1, 29) }],
		["after:2024/3/1", { kind: "date", than: "after", at: Date.UTC(2024, 2, 1) }],
		["is:unread", { kind: "is", flag: "read", value: false }],
		["IS:Starred", { kind: "is", flag: "starred", value: true }],
		['in:"My Folder"', { kind: "in", folder: "My Folder" }],
		["label:work", { kind: "label", name: "work" }],
		["http://x.org/a", word("http://x.org/a")],
		["before:2024-03-31T12:00:00Z", { kind: "date", than: "before", at: Date.UTC(2024, 2, 31, 12) }],
		["after:2024-03-31T12:00:00.5+02:00", { kind: "date", than: "after", at: Date.UTC(2024, 2, 31, 10, 0, 0, 500) }],
		["after:2024-03-31T12:00", { kind: "date", than: "after", at: Date.UTC(2024, 2, 31, 12) }],
		["from:<Ann@Example.org>", { kind: "address", field: "from", email: "ann@example.org" }],
		['to:"<ann@example.org>"', { kind: "address", field: "to", email: "ann@example.org" }],
		["domain:@Example.org", { kind: "domain", domain: "example.org" }],
		["category:Promotions", { kind: "category", category: "promotions" }],
		["is:list", { kind: "list", by: "any", name: "" }],
		["list:news", { kind: "list", by: "part", name: "news" }],
		['list:"from:Ann@x.org"', { kind: "list", by: "key", name: "from:ann@x.org" }],
		["is:suspicious", { kind: "suspicious" }],
		["auth:failed", { kind: "auth", result: "failed" }],
		['label:"say ""hi"""', { kind: "label", name: 'say "hi"' }],
		["note:this", word("note:this")],
		["well-known", word("well-known")],
		["or", word("or")],
		["", { kind: "and", parts: [] }],
	])("reads %s", (text, tree) => expect(parseQuery(text)).toEqual(tree));

	it.each([
		["larger:huge", 0, 'larger: takes a size such as 500k or 5M, not "huge".'],
		[
			"x before:2023-02-29",
			2,
			'before: takes a day such as 2024-03-31, or a time such as 2024-03-31T12:00:00Z, not "2023-02-29".',
		],
		[
			"before:2024-02-30T10:00",
			0,
			'before: takes a day such as 2024-03-31, or a time such as 2024-03-31T12:00:00Z, not "2024-02-30T10:00".',
		],
		["category:spam", 0, 'category: takes one of promotions, social, updates, forums, primary, not "spam".'],
		["domain:ann@x.org", 0, 'domain: takes a domain such as example.org, not "ann@x.org".'],
		["auth:passed", 0, 'auth: takes failed, not "passed".'],

		["older_than:3", 0, 'older_than: takes an age such as 3d, 2w, 6m or 1y, not "3".'],
		["is:happy", 0, 'is: takes unread, read, starred, important, answered, list or suspicious, not "happy".'],
		["from:", 0, "from: takes a word, or several in quotes, not nothing."],
		['a "b', 2, "A quotation mark is not closed."],
		["(a", 0, "A bracket is not closed."],
		["a)", 1, "A closing bracket has no opening one."],
		["a ()", 2, "These brackets are empty."],
		["subject:( )", 8, "These brackets are empty."],
		["-()", 1, "These brackets are empty."],
		['subject:""', 0, "subject: takes a word, or several in quotes, not nothing."],
		["from:<>", 0, 'from: takes an address such as <ann@example.org>, not "<>".'],
		["to:<%@.>", 0, 'to: takes an address such as <ann@example.org>, not "<%@.>".'],
		["-domain:%", 1, 'domain: takes a domain such as example.org, not "%".'],
		["list:.", 0, 'list: takes a list\'s name, not ".".'],
		["list:from:", 0, 'list: takes a list\'s name, not "from:".'],
		["OR", 0, "OR needs something on both sides."],
		["a OR", 2, "OR needs something on both sides."],
		["OR a", 0, "OR needs something on both sides."],
	])("says what is wrong with %s, and where", (text, position, message) => {
		let error: unknown;
		try {
			parseQuery(text);
		} catch (cause) {
			error = cause;
		}
		expect(error).toBeInstanceOf(QueryError);
		expect([(error as QueryError).position, (error as QueryError).message]).toEqual([position, message]);
	});

	it("returns a tree or throws a QueryError for any input", () => {
		const piece = fc.constantFrom(
			"a",
			"-",
			"(",
			")",
			'"',
			"OR",
			"from:",
			"is:",
			"in:x",
			":",
			" ",
			"larger:1",
			"é",
			"\0",
		);
		fc.assert(
			fc.property(
				fc.oneof(
					fc.array(piece, { maxLength: 30 }).map((p) => p.join("")),
					fc.string(),
				),
				(text) => {
					try {
						parseQuery(text);
					} catch (cause) {
						expect(cause).toBeInstanceOf(QueryError);
					}
				},
			),
		);
		expect(() => parseQuery("(".repeat(5_000))).toThrow(QueryError);
		expect(() => parseQuery("a ".repeat(5_000))).toThrow(QueryError);
	});

	it("detects whether a query names folders", () => {
		expect(namesFolders(parseQuery("a (b OR -in:trash)"))).toBe(true);
		expect(namesFolders(parseQuery("a b"))).toBe(false);
	});
});

describe("momentOf", () => {
	it("counts days, weeks and calendar months", () => {
		const now = Date.parse("2024-03-31T12:00:00Z");
		expect(new Date(momentOf(3, "d", now)).toISOString()).toBe("2024-03-28T12:00:00.000Z");
		expect(new Date(momentOf(2, "w", now)).toISOString()).toBe("2024-03-17T12:00:00.000Z");
		expect(new Date(momentOf(1, "m", now)).toISOString()).toBe("2024-02-29T12:00:00.000Z");
		expect(new Date(momentOf(1, "y", now)).toISOString()).toBe("2023-03-31T12:00:00.000Z");
	});
});
