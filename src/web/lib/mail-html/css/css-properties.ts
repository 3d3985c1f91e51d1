import { budget } from "../base/budget.ts";
import { isAllowedValue, type ValueRule } from "./css-values.ts";

/**
 * The CSS properties that mail uses, with bounds of their values: those in the mail of public corpora, and what Gmail
 * and caniemail.com list as widely supported (note 18). Everything else is left out.
 */

const set = (words: string) => new Set(words.split(" "));
const words = (allowed: string, parts = 1): ValueRule => ({ words: set(allowed), layers: 1, parts });
const lengths = (length: readonly [number, number], parts = 1, allowed = "auto"): ValueRule => ({
	length,
	words: set(allowed),
	layers: 1,
	parts,
});
const colors = (parts = 1): ValueRule => ({ colors: true, layers: 1, parts });
/** Width, style and color. */
const line: ValueRule = { colors: true, words: "any", length: [0, 200], layers: 1, parts: 4 };
const backgrounds = (rest: Partial<ValueRule>): ValueRule => ({ layers: 3, parts: 12, ...rest });

const size = lengths([0, 10_000], 1, "auto none fit-content min-content max-content");
const offset = lengths([-10_000, 10_000]);
const lineStyles = "none hidden dotted dashed solid double groove ridge inset outset";
const decorationStyle = words("solid double dotted dashed auto");
const aligned = "normal start end center stretch baseline flex-start flex-end space-between space-around space-evenly";
const breaks = words("auto avoid always");

const rules: Readonly<Record<string, ValueRule>> = {
	// Text
	color: colors(),
	"text-fill-color": colors(),
	font: { words: "any", strings: true, length: [0, 200], percent: 0.16, number: [0, 1000], layers: 20, parts: 12 },
	"font-family": { words: "any", strings: true, number: [0, 1000], layers: 20, parts: 8 },
	"font-size": {
		...lengths([0, 200], 1, "xx-small x-small small medium large x-large xx-large smaller larger"),
		percent: 0.16,
	},
	"font-style": words("normal italic oblique"),
	"font-weight": { words: set("normal bold bolder lighter"), number: [1, 1000], layers: 1, parts: 1 },
	"font-variant": words("normal small-caps"),
	"font-stretch": words("normal condensed expanded semi-condensed semi-expanded"),
	"font-smoothing": words("auto antialiased subpixel-antialiased"),
	"line-height": { words: set("normal"), length: [0, 2000], number: [0, 10], layers: 1, parts: 1 },
	"letter-spacing": lengths([-20, 100], 1, "normal"),
	"word-spacing": lengths([-20, 200], 1, "normal"),
	"text-align": words("left right center justify start end -webkit-center -webkit-left -webkit-right -webkit-auto"),
	"text-align-last": words("auto left right center justify start end"),
	"text-justify": words("auto none inter-word inter-ideograph"),
	"text-indent": lengths([-10_000, 10_000]),
	"text-transform": words("none uppercase lowercase capitalize"),
	"text-overflow": words("clip ellipsis"),
	"text-decoration": {
		colors: true,
		words: set("none underline overline line-through blink solid double dotted dashed auto"),
		length: [0, 20],
		layers: 1,
		parts: 5,
	},
	"text-decoration-line": words("none underline overline line-through blink", 3),
	"text-decoration-style": decorationStyle,
	"text-decoration-color": colors(),
	"text-shadow": { colors: true, length: [-20, 20], layers: 2, parts: 4 },
	"text-size-adjust": lengths([0, 2000], 1, "auto none"),
	"white-space": words("normal nowrap pre pre-wrap pre-line"),
	"word-break": words("normal break-all keep-all break-word"),
	"word-wrap": words("normal break-word anywhere"),
	"overflow-wrap": words("normal break-word anywhere"),
	hyphens: words("none manual auto"),
	direction: words("ltr rtl"),
	"unicode-bidi": words("normal embed isolate plaintext bidi-override isolate-override"),
	"vertical-align": {
		...lengths([-500, 500], 1, "baseline sub super top middle bottom text-top text-bottom auto"),
		percent: 0.2,
	},
	// Boxes
	display: words(
		"none block inline inline-block list-item table inline-table table-row table-cell table-caption table-column table-row-group table-header-group table-footer-group table-column-group flex inline-flex flow-root contents",
	),
	...Object.fromEntries(
		["width", "height", "max-width", "max-height", "min-width", "min-height"].map((it) => [it, size]),
	),
	margin: lengths([-1000, 5000], 4),
	padding: lengths([0, 2000], 4),
	border: line,
	outline: line,
	"border-width": lengths([0, 200], 4, "thin medium thick"),
	"border-style": words(lineStyles, 4),
	"border-color": colors(4),
	"outline-width": lengths([0, 200], 1, "thin medium thick"),
	"outline-style": words(lineStyles),
	"outline-color": colors(),
	"outline-offset": offset,
	...Object.fromEntries(["top", "right", "bottom", "left"].flatMap(ofSide)),
	"border-radius": lengths([0, 1000], 9),
	...Object.fromEntries(
		["top-left", "top-right", "bottom-left", "bottom-right"].map((it) => [
			`border-${it}-radius`,
			lengths([0, 1000], 2),
		]),
	),
	"border-collapse": words("collapse separate"),
	"border-spacing": lengths([0, 200], 2),
	"box-shadow": { colors: true, words: set("none inset"), length: [-100, 100], layers: 2, parts: 6 },
	"box-sizing": words("border-box content-box"),
	float: words("left right none"),
	clear: words("left right both none"),
	overflow: words("visible hidden auto scroll", 2),
	"overflow-x": words("visible hidden auto scroll"),
	"overflow-y": words("visible hidden auto scroll"),
	visibility: words("visible hidden collapse"),
	opacity: { number: [0, 1], length: [0, 1000], layers: 1, parts: 1 },
	position: words("static relative absolute fixed"),
	"z-index": { words: set("auto"), number: [-10_000, 10_000], layers: 1, parts: 1 },
	"table-layout": words("auto fixed"),
	"caption-side": words("top bottom"),
	"empty-cells": words("show hide"),
	"object-fit": words("fill contain cover none scale-down"),
	flex: { words: set("auto none"), number: [0, 1000], length: [0, 10_000], layers: 1, parts: 3 },
	"flex-basis": size,
	"flex-direction": words("row column row-reverse column-reverse"),
	"flex-wrap": words("nowrap wrap wrap-reverse"),
	"flex-flow": words("row column row-reverse column-reverse nowrap wrap wrap-reverse", 2),
	"flex-grow": { number: [0, 1000], layers: 1, parts: 1 },
	"flex-shrink": { number: [0, 1000], layers: 1, parts: 1 },
	order: { number: [-1000, 1000], layers: 1, parts: 1 },
	gap: lengths([0, 500], 2, "normal"),
	...Object.fromEntries(
		["align-content", "align-items", "align-self", "justify-content", "justify-items"].map((it) => [
			it,
			words(aligned),
		]),
	),
	// Backgrounds and lists
	background: backgrounds({ colors: true, words: "any", length: [-10_000, 10_000], images: true }),
	"background-color": colors(),
	"background-image": backgrounds({ words: set("none"), images: true }),
	"background-repeat": backgrounds({ words: set("repeat no-repeat repeat-x repeat-y space round") }),
	"background-position": backgrounds({ words: set("left right top bottom center"), length: [-10_000, 10_000] }),
	"background-size": backgrounds({ words: set("auto cover contain"), length: [0, 10_000] }),
	"background-attachment": words("scroll"),
	"background-clip": words("border-box padding-box content-box"),
	"background-origin": words("border-box padding-box content-box"),
	"list-style": words(
		"none disc circle square decimal decimal-leading-zero lower-roman upper-roman lower-alpha upper-alpha lower-latin upper-latin inside outside",
		3,
	),
	"list-style-type": words(
		"none disc circle square decimal decimal-leading-zero lower-roman upper-roman lower-greek lower-alpha upper-alpha lower-latin upper-latin",
	),
	"list-style-position": words("inside outside"),
	"list-style-image": words("none"),
	// Behavior
	cursor: words("auto default pointer text help move wait none not-allowed zoom-in"),
	"pointer-events": words("none auto"),
	"user-select": words("none auto text all"),
	"color-scheme": words("normal light dark only", 3),
	"page-break-before": breaks,
	"page-break-after": breaks,
	"page-break-inside": breaks,
	orphans: { number: [0, 100], layers: 1, parts: 1 },
	widows: { number: [0, 100], layers: 1, parts: 1 },
};

function ofSide(side: string): [string, ValueRule][] {
	return [
		[side, offset],
		[`margin-${side}`, lengths([-1000, 5000])],
		[`padding-${side}`, lengths([0, 2000])],
		[`border-${side}`, line],
		[`border-${side}-width`, lengths([0, 200], 1, "thin medium thick")],
		[`border-${side}-style`, words(lineStyles)],
		[`border-${side}-color`, colors()],
	];
}

/** A declaration whose property and value mail may have. */
export interface AllowedDeclaration {
	text: string;
	/** How much of `budget.effects` it takes for each element it applies to. */
	effect: number;
	/** What is written where that is spent; empty: nothing. */
	instead: string;
}

const name = /^((?:-webkit-|-moz-|-o-)?)([a-z-]+)\s*:/i;

/** @param declaration one, trimmed, without comments and escapes. @returns null: it is left out */
export function allowedDeclaration(declaration: string): AllowedDeclaration | null {
	const match = name.exec(declaration);
	if (match === null) return null;
	const property = (match[2] ?? "").toLowerCase();
	const rule = Object.hasOwn(rules, property) ? rules[property] : undefined;
	if (rule === undefined) return null;
	const value = withoutImportant(declaration.slice(match[0].length).trim());
	if (!isAllowedValue(value, rule)) return null;
	const effect = effectOf(property, value.slice(0, budget.declaration).toLowerCase());
	const instead = effect === budget.effectCosts.dots ? declaration.replace(dotted, "solid") : "";
	return { text: declaration, effect, instead };
}

/** Not by one expression, which would take quadratic time for many spaces. */
function withoutImportant(value: string): string {
	if (!/important$/i.test(value)) return value;
	const before = value.slice(0, -"important".length).trimEnd();
	return before.endsWith("!") ? before.slice(0, -1).trimEnd() : value;
}

const dotted = /\b(?:dotted|dashed)\b/gi;

/** What is drawn by a step of its own, or on top of other content, costs much more than a plain box. */
function effectOf(property: string, value: string): number {
	if (property === "opacity") return /^(?:0|1|1\.0*|0?\.?0+|100%)$/.test(value) ? 0 : budget.effectCosts.opacity;
	if (property.endsWith("-shadow") && value !== "none") return budget.effectCosts.shadow;
	if (property === "position" && /^(?:absolute|fixed)$/.test(value)) return budget.effectCosts.position;
	if (/^(?:border|outline|text-decoration)/.test(property) && value.search(dotted) >= 0) return budget.effectCosts.dots;
	if (property === "float" && value !== "none") return budget.effectCosts.float;
	if (property.startsWith("background") && value.includes("gradient(")) return budget.effectCosts.gradient;
	return 0;
}
