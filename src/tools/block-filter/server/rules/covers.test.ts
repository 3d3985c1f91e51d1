import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Condition, isGroup } from "../../condition.ts";
import { covers } from "./covers.ts";

const leaf = (part: object): Condition => ({ not: false, ...part }) as Condition;
const domain = (value: string) => leaf({ kind: "domain", value });
const sender = (value: string) => leaf({ kind: "sender", value });
const subject = (value: string) => leaf({ kind: "subject", value });
const keyword = (value: string) => leaf({ kind: "keyword", value });
const larger = (bytes: number) => leaf({ kind: "size", than: "larger", bytes });
const all = (...parts: Condition[]): Condition => ({ kind: "all", not: false, parts });
const any = (...parts: Condition[]): Condition => ({ kind: "any", not: false, parts });
const not = (one: Condition): Condition => ({ ...one, not: !one.not });

describe("covers", () => {
	it.each([
		[domain("example.org"), domain("@Example.org")],
		[domain("example.org"), domain("mail.example.org")],
		[domain("example.org"), sender("ann@mail.example.org")],
		[keyword("invoice"), subject("Invoice")],
		[larger(1_000), larger(5_000)],
		[leaf({ kind: "list", value: "" }), leaf({ kind: "list", value: "list:news.example.org" })],
		[domain("example.org"), all(domain("example.org"), larger(5))],
		[any(domain("a.org"), domain("b.org")), domain("b.org")],
		[any(domain("a.org"), domain("b.org")), any(sender("x@b.org"), sender("y@a.org"))],
		[all(domain("a.org"), larger(5)), all(larger(10), sender("x@a.org"))],
		[not(domain("mail.a.org")), not(domain("a.org"))],
		[not(all(domain("a.org"), larger(5))), not(domain("a.org"))],
	])("sees that %j takes all of %j", (wider, narrower) => expect(covers(wider, narrower)).toBe(true));

	it.each([
		[domain("mail.example.org"), domain("example.org")],
		[domain("example.org"), domain("notexample.org")],
		[domain("example.org"), sender("Example")],
		[subject("invoice"), keyword("invoice")],
		[keyword("ann lee"), sender("ann lee")],
		[larger(5_000), larger(1_000)],
		[all(domain("a.org"), larger(5)), domain("a.org")],
		[domain("a.org"), any(domain("a.org"), larger(5))],
		[domain("a.org"), not(domain("a.org"))],
		[not(domain("a.org")), domain("b.org")],
	])("does not claim that %j takes all of %j", (wider, narrower) => expect(covers(wider, narrower)).toBe(false));

	it("is correct whenever it returns true", () => {
		// Mail with a sender, a size and subject words, evaluated naively.
		interface Mail {
			from: string;
			bytes: number;
			words: string[];
		}
		const fits = (one: Condition, mail: Mail): boolean => {
			if (isGroup(one))
				return (
					one.not !==
					(one.kind === "all" ? one.parts.every((p) => fits(p, mail)) : one.parts.some((p) => fits(p, mail)))
				);
			switch (one.kind) {
				case "domain":
					return one.not !== (mail.from.endsWith(`@${one.value}`) || mail.from.endsWith(`.${one.value}`));
				case "sender":
					return one.not !== (mail.from === one.value);
				case "size":
					return one.not !== (one.than === "larger" ? mail.bytes > one.bytes : mail.bytes < one.bytes);
				case "subject":
				case "keyword":
					return one.not !== mail.words.includes(one.value);
				default:
					throw new Error(one.kind);
			}
		};
		const one: fc.Arbitrary<Condition> = fc.constantFrom(
			domain("a.org"),
			domain("m.a.org"),
			domain("b.org"),
			sender("x@a.org"),
			sender("x@m.a.org"),
			subject("p"),
			keyword("p"),
			subject("q"),
			larger(1),
			larger(3),
			leaf({ kind: "size", than: "smaller", bytes: 2 }),
		);
		const { tree } = fc.letrec<{ tree: Condition }>((tie) => ({
			tree: fc.oneof(
				{ depthSize: "small" },
				one,
				one.map(not),
				fc.array(tie("tree"), { minLength: 1, maxLength: 3 }).map((parts) => all(...parts)),
				fc.array(tie("tree"), { minLength: 1, maxLength: 3 }).map((parts) => any(...parts)),
				fc.array(tie("tree"), { minLength: 1, maxLength: 3 }).map((parts) => not(any(...parts))),
				fc.array(tie("tree"), { minLength: 1, maxLength: 3 }).map((parts) => not(all(...parts))),
			),
		}));
		const mails: Mail[] = ["x@a.org", "x@m.a.org", "y@m.a.org", "y@b.org"].flatMap((from) =>
			[0, 1, 2, 3, 4].flatMap((bytes) => [[], ["p"], ["q"], ["p", "q"]].map((words) => ({ from, bytes, words }))),
		);
		let claims = 0;
		fc.assert(
			fc.property(tree, tree, (wider, narrower) => {
				if (!covers(wider, narrower)) return;
				claims++;
				for (const mail of mails) if (fits(narrower, mail)) expect(fits(wider, mail)).toBe(true);
			}),
			{ numRuns: 5_000 },
		);
		expect(claims).toBeGreaterThan(100);
	});
});
