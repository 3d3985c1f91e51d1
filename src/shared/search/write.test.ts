import fc from "fast-check";
import { expect, it } from "vitest";
import { CATEGORIES } from "../mail/categories.ts";
import { parseQuery, type Query } from "./query.ts";
import { writeQuery } from "./write.ts";

const anyText = fc.oneof(
	fc.string({ minLength: 1 }).filter((text) => text.trim() !== ""),
	fc.constantFrom("OR", "-x", 'a"b', "from:ann", "two words", "(x)", "<ann@x.org>", "é", "x.org"),
);
const leaf: fc.Arbitrary<Query> = fc.oneof(
	fc.record({
		kind: fc.constant("text" as const),
		field: fc.constantFrom("any", "from", "to", "subject", "filename"),
		text: anyText.filter((text) => !/^\s*<.*>\s*$/.test(text)),
		phrase: fc.constant(true),
	}),
	fc.constantFrom<Query>(
		{ kind: "text", field: "any", text: "word", phrase: false },
		{ kind: "text", field: "subject", text: "b\u00fcro", phrase: false },
		{ kind: "pattern", field: "subject", pattern: "*50% \\* off?" },
		{ kind: "pattern", field: "list_id", pattern: "news" },
		{ kind: "own", field: "to" },
		{ kind: "own", field: "from" },
		{ kind: "attachment" },
		{ kind: "size", than: "larger", bytes: 5_000_001 },
		{ kind: "age", than: "older", count: 6, unit: "m" },
		{ kind: "date", than: "before", at: Date.UTC(2024, 1, 29) },
		{ kind: "date", than: "after", at: Date.UTC(2024, 1, 29, 13, 5, 7, 9) },
		{ kind: "is", flag: "read", value: false },
		{ kind: "is", flag: "starred", value: true },
		{ kind: "domain", domain: "example.org" },
		{ kind: "address", field: "to", email: "ann+x@example.org" },
		{ kind: "list", by: "any", name: "" },
		{ kind: "list", by: "key", name: "from:ann@x.org" },
		{ kind: "list", by: "part", name: "news" },
		{ kind: "auth", result: "failed" },
		{ kind: "suspicious" },
	),
	fc.constantFrom(...CATEGORIES).map((category): Query => ({ kind: "category", category })),
	anyText.map((folder): Query => ({ kind: "in", folder })),
	anyText.map((name): Query => ({ kind: "label", name })),
);
const { tree } = fc.letrec<{ tree: Query }>((tie) => ({
	tree: fc.oneof(
		{ depthSize: "small" },
		leaf,
		fc.array(tie("tree"), { minLength: 2, maxLength: 3 }).map((parts): Query => ({ kind: "and", parts })),
		fc.array(tie("tree"), { minLength: 2, maxLength: 3 }).map((parts): Query => ({ kind: "or", parts })),
		tie("tree").map((part): Query => ({ kind: "not", part })),
	),
}));

it("writes text that parses to the same tree", () => {
	fc.assert(
		fc.property(tree, (query) => {
			const text = writeQuery(query);
			fc.pre((text.match(/\S+/g)?.length ?? 0) < 25);
			expect(parseQuery(text)).toEqual(query);
		}),
		{ numRuns: 500 },
	);
});

it("writes an empty string for everything", () => expect(writeQuery({ kind: "and", parts: [] })).toBe(""));
