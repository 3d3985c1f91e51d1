import { t } from "../../reader-text.ts";
import { budget } from "../limits/budget.ts";
import { declarationsOf, rulesOf } from "./css-scan.ts";
import { affordableRules, type Population } from "./selector-cost.ts";

const columnProperty = /^\s*(?:-webkit-|-moz-)?column(?:s|-count|-width)\s*:/i;

/** Whether declarations create a multi-column box. */
export function isMultiColumn(declarations: string): boolean {
	return /column/i.test(declarations) && declarationsOf(declarations).some((one) => columnProperty.test(one));
}

/** Declarations without those that create a multi-column box. */
export function withoutColumns(declarations: string): string {
	if (!isMultiColumn(declarations)) return declarations;
	return declarationsOf(declarations)
		.filter((one) => !columnProperty.test(one))
		.join(";");
}

/**
 * What of a cleaned message exceeds the rendering budget, as text; null when nothing does.
 * @param styles removed from the document, scrubbed
 */
export function excessOf(
	body: HTMLElement,
	styles: readonly HTMLStyleElement[],
	population: Population,
): string | null {
	if (population.all > budget.tags) return t.excess.tooManyParts(budget.tags);
	if (population.depth > budget.depth) return t.excess.tooManyLayers(budget.depth);
	if (population.count("a") > budget.links) return t.excess.tooManyLinks(budget.links);
	const words = excessOfWords(body);
	if (words !== null) return words;
	const styled = [...body.querySelectorAll("[style]")];
	const sheets = styles.map((style) => style.textContent ?? "");
	const attributes = styled.map((element) => withoutData(element.getAttribute("style") ?? ""));
	const length = [...sheets.map(withoutData), ...attributes].reduce((sum, css) => sum + css.length, 0);
	if (length > budget.css) return t.excess.stylesVeryLong;
	const rules = sheets.flatMap((css) => styleRules(css));
	const affordable = affordableRules(population);
	if (!rules.every(({ prelude }) => affordable(prelude))) return t.excess.stylesVeryComplex;
	const columns = new Set<Element>(styled.filter((element) => isMultiColumn(element.getAttribute("style") ?? "")));
	const columnRules = rules.filter(({ block }) => isMultiColumn(block ?? ""));
	if (columnRules.length * population.all > budget.selectorWork) return t.excess.stylesVeryComplex;
	for (const { prelude } of columnRules) for (const element of select(body, prelude)) columns.add(element);
	return nesting(columns) > budget.columns ? t.excess.manyNestedColumns : null;
}

/** Embedded images are long but cheap to style. */
function withoutData(css: string): string {
	return css.includes("data:") ? css.replace(/url\("data:[^"]*"\)/g, "") : css;
}

/** The style rules of a scrubbed sheet, including those inside @media and the like. */
function styleRules(css: string): ReturnType<typeof rulesOf> {
	return rulesOf(css).flatMap((rule) =>
		rule.prelude.startsWith("@") && rule.block !== null ? styleRules(rule.block) : [rule],
	);
}

function select(body: HTMLElement, selectors: string): Element[] {
	try {
		const found = [...body.querySelectorAll(selectors)];
		return body.matches(selectors) ? [body, ...found] : found;
	} catch {
		// Unknown selector in this browser: the rule has no effect.
		return [];
	}
}

/** The maximum nesting of these elements. */
function nesting(elements: ReadonlySet<Element>): number {
	const depths = new Map<Element, number>();
	let deepest = 0;
	// In document order, so that an outer one is known before those inside it.
	for (const element of [...elements].sort((a, b) => (a.compareDocumentPosition(b) & 4 ? -1 : 1))) {
		let outer = element.parentElement;
		while (outer && !depths.has(outer)) outer = outer.parentElement;
		const depth = (outer ? (depths.get(outer) ?? 0) : 0) + 1;
		depths.set(element, depth);
		deepest = Math.max(deepest, depth);
	}
	return deepest;
}

/** A word continues across these; every other element starts a new line. */
const inline = new Set(
	"a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var".split(
		" ",
	),
);
/** Scripts written without spaces break anywhere; `\u3000` and above are East Asian. */
const breaks = /[\s\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u200b\u2e80-\uffff]/;

function excessOfWords(body: HTMLElement): string | null {
	const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
	const combining = new RegExp(`\\p{M}{${budget.htmlMarks}}`, "u");
	let word = 0;
	let marks = "";
	for (let node = walker.nextNode(); node; node = walker.nextNode()) {
		if (node.nodeType === Node.ELEMENT_NODE) {
			if (inline.has((node as Element).localName)) continue;
			word = 0;
			marks = "";
			continue;
		}
		const text = node.nodeValue ?? "";
		// A run of marks may continue in the next text node.
		if (combining.test(marks + text)) return t.excess.lettersManyAccents;
		marks = (marks + text).slice(-budget.htmlMarks);
		let from = 0;
		for (let at = 0; at < text.length; at++) {
			if (!breaks.test(text[at] ?? "")) continue;
			if (word + at - from > budget.word) return t.excess.veryLongWord;
			word = 0;
			from = at + 1;
		}
		word += text.length - from;
		if (word > budget.word) return t.excess.veryLongWord;
	}
	return null;
}
