import { globSync, readFileSync } from "node:fs";
import { type AST, parseRegExpLiteral } from "@eslint-community/regexpp";
import { parseAst } from "vite";
import { expect, test } from "vitest";
import { expectLinear } from "#shared/testing/linear-time.ts";

/**
 * Regular expressions that run in a browser take linear time, whatever a user pastes or a stranger writes. The linter finds
 * those that backtrack; this finds those that start again at each character, such as `/<b[^>]*>/` in `<b<b<b`: the
 * beginning of every expression is repeated.
 */

const SIZES = [4_096, 65_536];
/** Whatever a class of characters is about, one of these is in it. */
const SIGNS = [..."<>()[]{}\"'`@:;,.-_=+*/\\#&%$!?~^|\n\t aA1é\u0301\u05d0"];

interface Literal {
	file: string;
	text: string;
}

/** What a part of an expression matches; of alternatives the one with this number. */
function sampleOf(element: AST.Element, choice: number, flags: string): string {
	switch (element.type) {
		case "Character":
			return String.fromCodePoint(element.value);
		case "CharacterSet":
		case "CharacterClass": {
			const is = new RegExp(element.raw, flags.replace(/[gy]/g, ""));
			const matching = SIGNS.filter((sign) => is.test(sign));
			return matching[choice % matching.length] ?? "";
		}
		case "Group":
		case "CapturingGroup": {
			const alternative = element.alternatives[choice % element.alternatives.length];
			return sampleOfAll(alternative?.elements ?? [], choice, flags);
		}
		case "Quantifier":
			return sampleOf(element.element, choice, flags).repeat(Math.max(1, Math.min(element.min, 100)));
		default:
			return "";
	}
}

const sampleOfAll = (elements: readonly AST.Element[], choice: number, flags: string): string =>
	elements.map((element) => sampleOf(element, choice, flags)).join("");

/** Repeated, these make an expression begin again and again; none where it is tried at one position only. */
function attacksOn({ text }: Literal): string[] {
	const { pattern, flags } = parseRegExpLiteral(text);
	if (flags.sticky) return [];
	const attacks = pattern.alternatives.flatMap(({ elements }) => {
		const [first] = elements;
		const isAnchored = first?.type === "Assertion" && first.kind === "start" && !flags.multiline;
		if (isAnchored) return [];
		return elements.flatMap((_, index) =>
			[0, 1, 2].map((choice) => sampleOfAll(elements.slice(0, index + 1), choice, flags.raw)),
		);
	});
	return [...new Set(attacks)].filter((attack) => attack !== "");
}

function literalsOf(file: string): Literal[] {
	const found: Literal[] = [];
	const visit = (node: unknown): void => {
		if (typeof node !== "object" || node === null) return;
		const { type, regex } = node as { type?: string; regex?: { pattern: string; flags: string } };
		if (type === "Literal" && regex) found.push({ file, text: `/${regex.pattern}/${regex.flags}` });
		for (const part of Object.values(node)) visit(part);
	};
	visit(parseAst(readFileSync(file, "utf8"), { lang: file.endsWith("x") ? "tsx" : "ts" }));
	return found;
}

async function slowOnes(literals: readonly Literal[]): Promise<string[]> {
	const slow: string[] = [];
	for (const literal of literals) {
		const { pattern, flags } = parseRegExpLiteral(literal.text);
		const expression = new RegExp(pattern.raw, flags.global ? flags.raw : `${flags.raw}g`);
		for (const attack of attacksOn(literal)) {
			const make = (size: number): string => attack.repeat(Math.ceil(size / attack.length));
			const run = (input: string): string => input.replace(expression, "");
			const cause = await expectLinear(run, make, { sizes: SIZES, isOptimized: true }).catch((error: Error) => error);
			if (cause === undefined) continue;
			slow.push(`${literal.file}: ${literal.text} on ${JSON.stringify(attack)}: ${cause.message}`);
			break;
		}
	}
	return slow;
}

test("regular expressions of the web app and of what it shares take linear time", async () => {
	const files = globSync(["src/web/**/*.{ts,tsx}", "src/{tools,providers}/*/web/**/*.{ts,tsx}", "src/shared/**/*.ts"]);
	const literals = files.filter((file) => !/\.test\.tsx?$|\/testing\//.test(file)).flatMap(literalsOf);
	expect(literals.length).toBeGreaterThan(150);
	expect(await slowOnes(literals)).toEqual([]);
});

test("one that starts again at each character is found", async () => {
	const texts = [String.raw`/<(?:br|\/p)\b[^>]*>/gi`, String.raw`/:child\([^)]*of/`, String.raw`/"(?![^\n]*")/g`];
	for (const text of texts) expect(await slowOnes([{ file: "a.ts", text }]), text).not.toEqual([]);
});
