/**
 * Style sheets in mail must not load anything. The frame's own policy (CSP) blocks every request anyway;
 * this is the first line of defense, and it finds the images that "Show images" may restore.
 */

import { budget } from "../base/budget.ts";
import { cssEscape, escapedCharacter, plainNames } from "./css-escapes.ts";
import { allowedDeclaration } from "./css-properties.ts";
import { declarationsOf, isBalanced, rulesOf } from "./css-scan.ts";

/** Replacement for a URL: a `blob:` or `data:` URL, or null to drop it. */
export type Resolve = (url: string) => string | null;

/** `u\72l(` is `url(` to a browser. Decodes escapes of ASCII letters and symbols that could hide a keyword. */
function unescapeKeywords(css: string): string {
	return css.replace(cssEscape, (match, hex?: string, sign?: string) => {
		const decoded = escapedCharacter(hex, sign);
		return /^[a-z0-9@():/.,-]$/i.test(decoded) ? decoded : match;
	});
}

/** Anything that names a resource: `url(…)`, and the image functions that accept bare strings. */
const resource = /(?:url|src|(?:-webkit-)?image-set|(?:-webkit-)?cross-fade|(?:-moz-)?element|image)\(/i;
/** `(?!\s)` keeps the regex from retrying the leading white space at every length. */
const oneUrl = /url\(\s*(?!\s)(?:"([^"]*)"|'([^']*)'|([^"'()\s]*))\s*\)/gi;
const dangerous = /expression\s*\(|-moz-binding|behavior\s*:|javascript:|vbscript:/i;
const embedded = /^data:image\/(?:png|gif|jpeg|jpg|webp|avif|bmp)[;,]/i;

/** @returns whether effects of this cost, of `budget.effects`, may be drawn */
export type AllowEffects = (cost: number) => boolean;

/**
 * The declarations of one rule or of a `style` attribute that mail may have, without those that load something.
 * @param resolve returns a local image for a URL, or null
 */
export function scrubDeclarations(
	css: string,
	resolve: Resolve = () => null,
	allow: AllowEffects = () => true,
): string {
	const clean: string[] = [];
	for (const declaration of declarationsOf(unescapeKeywords(stripComments(css)))) {
		const allowed = allowedDeclaration(scrubDeclaration(declaration, resolve));
		if (allowed === null) continue;
		const text = allowed.effect === 0 || allow(allowed.effect) ? allowed.text : allowed.instead;
		if (text !== "") clean.push(text);
	}
	return clean.join("; ");
}

/** @returns empty: it is left out */
function scrubDeclaration(declaration: string, resolve: Resolve): string {
	const text = declaration.trim();
	if (text.length > budget.declaration && !/data:image\//i.test(text)) return "";
	// Browsers process nested brackets by recursion.
	if (/[([{})\]]/.test(text) && !isBalanced(text)) return "";
	if (dangerous.test(text)) return "";
	if (!resource.test(text)) return text.includes("//") ? "" : text;
	let refused = false;
	const resolved = text.replace(oneUrl, (_, double?: string, single?: string, bare?: string) => {
		const url = (double ?? single ?? bare ?? "").trim();
		const local = embedded.test(url) ? url : resolve(url);
		if (local === null) refused = true;
		return local === null ? "" : `url("${local.replace(/["\\\n]/g, "")}")`;
	});
	// The color next to the image is worth keeping: white text is often placed on it.
	if (refused) return colourOnly(text);
	return resource.test(resolved.replace(oneUrl, "")) ? "" : resolved;
}

/** `background: #123 url(x) no-repeat` → `background-color: #123`. */
function colourOnly(text: string): string {
	const property = /^background(?:-color)?\s*:/i.exec(text)?.[0];
	if (property === undefined) return "";
	const value = text.slice(property.length).replace(oneUrl, " ");
	const colour = /#[0-9a-f]{3,8}\b|rgba?\([^()]*\)|hsla?\([^()]*\)/i.exec(value);
	return colour ? `background-color: ${colour[0]}` : "";
}

/** The same sheet without anything that looks like markup, for which a sanitizer would drop the whole: Word's and ranges. */
export function withoutMarkup(css: string): string {
	return stripComments(css).replace(/<(?=[\w/!?])/g, "< ");
}

function stripComments(css: string): string {
	return css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, " ").replace(/<!--|-->/g, " ");
}

/** At-rules that only group style rules; every other one (@import, @font-face, @container, @keyframes …) is dropped. */
const grouping = /^@(?:media|supports)\b/i;

/** What of a style rule may be kept: nothing (null), or the declarations whose effects are allowed. @param selectors as written */
export type KeepRule = (selectors: string) => AllowEffects | null;

/**
 * Scrubs a whole style sheet, rule by rule. What is not understood is dropped.
 * @param resolve returns a local image for a URL, or null
 * @param keep filters the style rules that are harmless
 */
export function scrubSheet(css: string, resolve: Resolve = () => null, keep: KeepRule = () => () => true): string {
	return scrubRules(stripComments(css), resolve, keep, 0);
}

function scrubRules(css: string, resolve: Resolve, keep: KeepRule, depth: number): string {
	if (depth > budget.groups) return "";
	let out = "";
	for (const { prelude: written, block } of rulesOf(css)) {
		// Only names in selectors stay escaped: `.md\:x` is a class, `.md:x` is not.
		const prelude = written.startsWith("@") ? unescapeKeywords(written) : written;
		// A statement without a block, such as @import or @charset.
		if (block === null || prelude.length > budget.selector || !isBalanced(prelude)) continue;
		if (!prelude.startsWith("@")) {
			if (/[<>]\/|<[a-z!]/i.test(prelude)) continue;
			const allow = isKnownSelector(prelude) ? keep(prelude) : null;
			if (allow !== null) out += `${prelude}{${scrubDeclarations(block, resolve, allow)}}\n`;
		} else if (grouping.test(prelude) && !resource.test(prelude)) {
			out += `${prelude}{${scrubRules(block, resolve, keep, depth + 1)}}\n`;
		}
	}
	return out;
}

/** Pseudo-classes in mail. One that is missing here drops its whole rule, as browsers do with those that they do not know. */
const pseudos =
	/:(?!(?:link|visited|hover|active|focus|root|empty|not|(?:first|last|only|nth|nth-last)-(?:child|of-type))(?![\w-]))/i;
const quoted = /"[^"]*"|'[^']*'/g;

function isKnownSelector(selectors: string): boolean {
	const plain = plainNames(selectors);
	// A backslash at its end would escape the brace that follows.
	return !plain.endsWith("\\") && !pseudos.test(plain.replace(quoted, ""));
}

/**
 * The URLs of images that scrubbing removes.
 * @param scrub one of the two functions above, given the resolver
 */
export function addressesIn(scrub: (resolve: Resolve) => void): string[] {
	const found = new Set<string>();
	scrub((url) => {
		if (url !== "") found.add(url);
		return null;
	});
	return [...found];
}
