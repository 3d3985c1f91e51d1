import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addTokens, foldText, lexemesOf, MAX_LEXEMES, MAX_TOKEN_LENGTH, queryTokens } from "./tokens.ts";
import { wordsOf } from "./words.ts";

const message = (over: Partial<Parameters<typeof lexemesOf>[0]>) => ({
	subject: "",
	from: { name: "", email: "" },
	to: [],
	cc: [],
	bcc: [],
	text: "",
	attachments: [],
	...over,
});

describe("queryTokens", () => {
	test("folds case, diacritics, width and ligatures", () => {
		expect(queryTokens("Crème BRÛLÉE")).toEqual(["creme", "brulee"]);
		expect(queryTokens("Straße")).toEqual(queryTokens("STRASSE"));
		expect(queryTokens("ＦＵＬＬ ﬁne Łódź Ærø")).toEqual(["full", "fine", "lodz", "aero"]);
		expect(queryTokens("İstanbul ılık")).toEqual(["istanbul", "ilik"]);
		expect(queryTokens("ΣΊΣΥΦΟΣ")).toEqual(queryTokens("σίσυφος"));
		expect(queryTokens("résumé")).toEqual(queryTokens("re\u0301sume\u0301"));
		expect(queryTokens("soft\u00adhyphen zero\u200bwidth")).toEqual(["softhyphen", "zerowidth"]);
	});

	test("keeps addresses and hosts whole and in parts", () => {
		expect(queryTokens("ann.lee@mail.example.org")).toEqual(
			expect.arrayContaining([
				"ann.lee@mail.example.org",
				"mail.example.org",
				"example.org",
				"ann",
				"lee",
				"mail",
				"example",
				"org",
			]),
		);
		expect(queryTokens("see https://www.example.org/a?b=1.")).toEqual(
			expect.arrayContaining(["www.example.org", "example.org", "https", "b", "1"]),
		);
		expect(queryTokens("Report_2021-final.pdf")).toEqual(["report", "2021", "final", "pdf", "report_2021-final.pdf"]);
		expect(queryTokens("the end.")).toEqual(["the", "end"]);
		expect(queryTokens("well-known")).toEqual(["well", "known"]);
	});

	test("splits scripts without spaces into pairs", () => {
		expect(queryTokens("東京都")).toEqual(["東京", "京都"]);
		expect(queryTokens("水")).toEqual(["水"]);
		expect(queryTokens("カメラを買う")).toEqual(["カメ", "メラ", "ラを", "を買", "買う"]);
		expect(queryTokens("ｶﾒﾗ")).toEqual(["カメ", "メラ"]);
		expect(queryTokens("서울시 abc")).toEqual(["서울", "울시", "abc"]);
		expect(queryTokens("Mail東京2021")).toEqual(["mail", "東京", "2021"]);
	});

	test("distinguishes letters that differ by more than a mark", () => {
		expect(queryTokens("が")).not.toEqual(queryTokens("か"));
		expect(queryTokens("कि")).not.toEqual(queryTokens("कु"));
	});

	test("keeps numbers, and nothing for text without words or symbols", () => {
		expect(queryTokens("invoice 2021-003")).toEqual(["invoice", "2021", "003"]);
		expect(queryTokens("!!! … % *** • \ufffd \u2800")).toEqual([]);
		expect(queryTokens("ann", "f")).toEqual(["f:ann"]);
	});

	test("splits symbols and emoji, and keeps flags whole", () => {
		expect(queryTokens("🎉→✓ €50 a = b")).toEqual(["🎉", "→", "✓", "€", "50", "a", "=", "b"]);
		expect(queryTokens("👍🏽")).toEqual(queryTokens("👍"));
		expect(queryTokens("❤️")).toEqual(queryTokens("❤"));
		expect(queryTokens("👩‍👩‍👧")).toEqual(["👩", "👧"]);
		expect(queryTokens("🇩🇪🇫🇷 🇪🇩")).toEqual(["🇩🇪", "🇫🇷", "🇪🇩"]);
		expect(queryTokens("🎉", "s")).toEqual(["s:🎉"]);
		const words = new Set<string>();
		addTokens("🎉 C++ = party", words, 10, "", false);
		expect([...words]).toEqual(["c", "party"]);
	});

	test("keeps suffix characters with their word", () => {
		expect(queryTokens("C++ C# 100% F#")).toEqual(["c", "c++", "c#", "100", "100%", "f", "f#"]);
		expect(queryTokens("C++20")).toEqual(["c", "c++", "20"]);
		expect(queryTokens("100%の")).toEqual(["100", "100%", "の"]);
		expect(queryTokens("a%20b page#top a++b c++++")).not.toEqual(
			expect.arrayContaining([expect.stringMatching(/[a-z][+#%]/)]),
		);
		expect(queryTokens("ann+news@example.org")).not.toContain("ann+");
	});

	test("truncates long words in messages and queries alike", () => {
		const long = "x".repeat(200);
		expect(queryTokens(long)).toEqual(["x".repeat(MAX_TOKEN_LENGTH)]);
		expect(lexemesOf(message({ text: `a ${long} b` }))).toContain("x".repeat(MAX_TOKEN_LENGTH));
	});
});

describe("lexemesOf", () => {
	test("marks fields", () => {
		const found = lexemesOf(
			message({
				subject: "Plan B",
				from: { name: "Ann Lee", email: "ann@example.org" },
				cc: [{ name: "Bob", email: "bob@example.com" }],
				attachments: [{ filename: "budget.xlsx" }],
				text: "Hello",
			}),
		);
		expect(found).toEqual(
			expect.arrayContaining([
				"s:plan",
				"plan",
				"f:ann",
				"f:example.org",
				"f:ann@example.org",
				"lee",
				"t:bob",
				"t:example.com",
				"a:budget",
				"a:budget.xlsx",
				"hello",
			]),
		);
		expect(found).not.toContain("f:hello");
		expect(new Set(found).size).toBe(found.length);
	});

	test("is bounded, and fields are never crowded out", () => {
		const words = Array.from({ length: 20_000 }, (_, i) => `word${i}`).join(" ");
		const to = Array.from({ length: 5_000 }, (_, i) => ({ name: "", email: `p${i}@example.org` }));
		const found = lexemesOf(message({ subject: "late", to, text: words, attachments: [{ filename: "last.pdf" }] }));
		expect(found.length).toBeLessThanOrEqual(MAX_LEXEMES);
		expect(found).toEqual(expect.arrayContaining(["s:late", "a:last", "word0"]));
	});
});

describe("tokens of any text", () => {
	const anyText = fc.oneof(
		fc.string({ unit: "binary", maxLength: 200 }),
		fc.string({ unit: "grapheme", maxLength: 200 }),
	);

	test("are short, never empty, without spaces, and stable under folding", () => {
		fc.assert(
			fc.property(anyText, (text) => {
				for (const token of queryTokens(text)) {
					expect(token.length).toBeGreaterThan(0);
					expect(token.length).toBeLessThanOrEqual(MAX_TOKEN_LENGTH);
					expect(token).not.toMatch(/\s/);
					expect(token).not.toContain("\0");
				}
			}),
		);
	});

	test("are the same whether text around them is folded with them or not", () => {
		const letter = fc.constantFrom(
			"a",
			"E",
			"o",
			"I",
			"ß",
			"é",
			"ı",
			"İ",
			"Σ",
			"ﬁ",
			"①",
			"が",
			"가",
			"漢",
			"😀",
			"\u0301",
			"\u0327",
			"\u0345",
		);
		fc.assert(
			fc.property(fc.array(letter, { maxLength: 12 }), fc.nat(12), (letters, at) => {
				const [before, after] = [letters.slice(0, at).join(""), letters.slice(at).join("")];
				expect(foldText(`${before} ${after}`)).toBe(`${foldText(`${before} `)}${foldText(after)}`);
				expect(wordsOf(`${before} ${after}`)).toBe([before, after].map(wordsOf).filter(Boolean).join(" "));
			}),
		);
	});

	test("any word of a message finds it", () => {
		fc.assert(
			fc.property(
				fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }), { maxLength: 20 }),
				(words) => {
					const found = new Set(lexemesOf(message({ text: words.join(" ") })));
					for (const word of words) for (const token of queryTokens(word)) expect(found).toContain(token);
				},
			),
		);
	});

	test("do not depend on case or composition", () => {
		fc.assert(
			fc.property(anyText, (text) => {
				expect(queryTokens(text.normalize("NFD"))).toEqual(queryTokens(text.normalize("NFC")));
			}),
		);
		expect(foldText("ASCII Only")).toBe("ascii only");
	});

	test("take linear time for hostile text", () => {
		const started = performance.now();
		for (const piece of ["a.", "a@", "a.b@", ".", "東", "é", "\ud800", "🎉", "a+", "+", "🇩", "a".repeat(100)])
			addTokens(piece.repeat(100_000), new Set(), MAX_LEXEMES);
		expect(performance.now() - started).toBeLessThan(5_000);
	});
});
