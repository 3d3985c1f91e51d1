import { budget } from "../base/budget.ts";

/**
 * Splits CSS into rules and declarations in linear time. No recursion: nesting is counted. What a browser would parse
 * differently (unclosed brackets, nested style rules) is dropped, so that it cannot recurse over it either.
 */

export interface CssRule {
	/** Selectors, or the at-rule with its condition; trimmed. */
	prelude: string;
	/** The content of the braces; null for a statement such as `@import …;`. */
	block: string | null;
}

/** The rules of a sheet, or of the block of an at-rule. */
export function rulesOf(css: string): CssRule[] {
	const rules: CssRule[] = [];
	let start = 0;
	let open = -1;
	let braces = 0;
	for (let at = 0; at < css.length; at++) {
		const sign = css[at];
		if (sign === '"' || sign === "'") at = stringEnd(css, at);
		else if (sign === "\\") at++;
		else if (sign === "{") {
			if (braces++ === 0) open = at;
		} else if (sign === "}" && braces > 0) {
			if (--braces > 0) continue;
			rules.push({ prelude: css.slice(start, open).trim(), block: css.slice(open + 1, at) });
			start = at + 1;
		} else if (sign === ";" && braces === 0) {
			rules.push({ prelude: css.slice(start, at).trim(), block: null });
			start = at + 1;
		}
	}
	// Browsers implicitly close open blocks at the end.
	if (braces > 0) rules.push({ prelude: css.slice(start, open).trim(), block: css.slice(open + 1) });
	return rules;
}

/** The declarations of a style rule or attribute, split at semicolons outside strings and brackets; none nested. */
export function declarationsOf(css: string): string[] {
	const parts: string[] = [];
	let brackets = 0;
	let braces = 0;
	let start = 0;
	for (let at = 0; at < css.length; at++) {
		const sign = css[at];
		if (sign === '"' || sign === "'") at = stringEnd(css, at);
		else if (sign === "\\") at++;
		else if (sign === "{") braces++;
		else if (sign === "}" && braces > 0) {
			// A nested style rule, including its selectors: mail programs do not support it.
			if (--braces === 0) start = at + 1;
			brackets = 0;
		} else if (braces > 0) continue;
		else if (sign === "(" || sign === "[") brackets++;
		else if (sign === ")" || sign === "]") brackets = Math.max(0, brackets - 1);
		else if (sign === ";" && brackets === 0) {
			parts.push(css.slice(start, at));
			start = at + 1;
		}
	}
	if (braces === 0) parts.push(css.slice(start));
	return parts;
}

/** The last character of the string that begins at `at`: its quote, or the end of its line or of the text. */
function stringEnd(css: string, at: number): number {
	const quote = css[at];
	for (let end = at + 1; end < css.length; end++) {
		const sign = css[end];
		if (sign === quote || sign === "\n") return end;
		if (sign === "\\") end++;
	}
	return css.length;
}

/** Whether brackets match and are not nested deeper than the budget. */
export function isBalanced(css: string): boolean {
	const closing: string[] = [];
	for (let at = 0; at < css.length; at++) {
		const sign = css[at] ?? "";
		if (sign === '"' || sign === "'") at = stringEnd(css, at);
		else if (sign === "\\") at++;
		else if (sign === "(") closing.push(")");
		else if (sign === "[") closing.push("]");
		else if ((sign === ")" || sign === "]") && closing.pop() !== sign) return false;
		else if (sign === "{" || sign === "}") return false;
		if (closing.length > budget.brackets) return false;
	}
	return closing.length === 0;
}

/** Splits at commas outside strings and brackets: the selectors of a rule. */
export function selectorsOf(prelude: string): string[] {
	const parts: string[] = [];
	let brackets = 0;
	let start = 0;
	for (let at = 0; at < prelude.length; at++) {
		const sign = prelude[at];
		if (sign === '"' || sign === "'") at = stringEnd(prelude, at);
		else if (sign === "\\") at++;
		else if (sign === "(" || sign === "[") brackets++;
		else if (sign === ")" || sign === "]") brackets--;
		else if (sign === "," && brackets === 0) {
			parts.push(prelude.slice(start, at));
			start = at + 1;
		}
	}
	parts.push(prelude.slice(start));
	return parts;
}
