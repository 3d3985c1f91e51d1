import { budget } from "../base/budget.ts";
import { t } from "../base/text.ts";
import { rulesOf } from "./css-scan.ts";
import { affordableRules, type Population } from "./selector-cost.ts";

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
	if (population.count("a") + population.count("area") > budget.links) return t.excess.tooManyLinks(budget.links);
	const text = excessOfText(body);
	if (text !== null) return text;
	const styled = [...body.querySelectorAll("[style]")];
	const sheets = styles.map((style) => style.textContent ?? "");
	const attributes = styled.map((element) => withoutData(element.getAttribute("style") ?? ""));
	const length = [...sheets.map(withoutData), ...attributes].reduce((sum, css) => sum + css.length, 0);
	if (length > budget.css) return t.excess.stylesVeryLong;
	const rules = sheets.flatMap((css) => styleRules(css));
	const affordable = affordableRules(population);
	return rules.every(({ prelude }) => affordable(prelude)) ? null : t.excess.stylesVeryComplex;
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

/** Marks continue on a letter across these. */
const inline = new Set(
	"a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var wbr".split(
		" ",
	),
);

function excessOfText(body: HTMLElement): string | null {
	const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
	const combining = new RegExp(`\\p{M}{${budget.htmlMarks}}`, "u");
	let length = 0;
	let marks = "";
	for (let node = walker.nextNode(); node; node = walker.nextNode()) {
		if (node.nodeType === Node.ELEMENT_NODE) {
			if (!inline.has((node as Element).localName)) marks = "";
			continue;
		}
		const text = node.nodeValue ?? "";
		length += text.length;
		if (length > budget.text) return t.excess.veryLong;
		// A run of marks may continue in the next text node.
		if (combining.test(marks + text)) return t.excess.lettersManyAccents;
		marks = (marks + text).slice(-budget.htmlMarks);
	}
	return null;
}
