import { budget } from "./base/budget.ts";

/** Splits plain text and limits its rendering cost. */

/** One combining mark. */
const mark = /\p{M}/u;
const tooManyMarks = new RegExp(`(\\p{M}{${budget.marks}})\\p{M}+`, "gu");
/** What no browser breaks in every script: unlike white space in general, a no-break space does not end it. */
const unbroken = /[^ \t\n\r\f\u1680\u2000-\u2006\u2008-\u200b\u2028\u2029\u205f\u3000]+/g;

/**
 * Splits a text into chunks of at most `size` characters, at a nearby line or word boundary if there is one, and never
 * inside a character. Joined, they equal the text.
 */
export function textPieces(text: string, size: number = budget.textPiece): string[] {
	const pieces: string[] = [];
	let from = 0;
	while (text.length - from > size) {
		const end = cutAt(text, from, from + size);
		pieces.push(text.slice(from, end));
		from = end;
	}
	if (from < text.length || pieces.length === 0) pieces.push(text.slice(from));
	return pieces;
}

/** How far before the limit a boundary is looked for, in characters. */
const near = 2000;

function cutAt(text: string, from: number, limit: number): number {
	const tail = text.slice(Math.max(from, limit - near), limit);
	const start = limit - tail.length;
	const line = tail.lastIndexOf("\n");
	if (line >= 0) return start + line + 1;
	const space = tail.lastIndexOf(" ");
	if (space >= 0) return start + space + 1;
	// No boundary: at least keep surrogate pairs and combining marks together.
	for (let end = limit; end > start; end--) if (!continues(text, end)) return end;
	return limit - (isLowSurrogate(text, limit) ? 1 : 0);
}

function continues(text: string, at: number): boolean {
	return isLowSurrogate(text, at) || mark.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
}

function isLowSurrogate(text: string, at: number): boolean {
	const unit = text.charCodeAt(at);
	return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Drops combining marks beyond what any language puts on one letter. */
export function limitMarks(text: string): string {
	return text.replace(tooManyMarks, "$1");
}

/** Characters between two break opportunities in a long word. */
const chunk = 100;

/**
 * Splits a text where the browser may break a very long word, or a very long text of a script without spaces, whose words
 * take quadratic time to find; one element when nothing is that long. Joined, they equal the text.
 * @param before characters of what is not broken in front of the text
 */
export function softBreaks(text: string, before = 0): string[] {
	if (before + text.length <= budget.wordBreak) return [text];
	const parts: string[] = [];
	let from = 0;
	for (const match of text.matchAll(unbroken)) {
		const end = match.index + match[0].length;
		if (match[0].length + (match.index === 0 ? before : 0) <= budget.wordBreak) continue;
		while (end - from > chunk) {
			let cut = Math.max(from, match.index) + chunk;
			while (cut < end && continues(text, cut)) cut++;
			if (cut >= end) break;
			parts.push(text.slice(from, cut));
			from = cut;
		}
	}
	parts.push(text.slice(from));
	return parts;
}

/** The characters at the end of a text that no browser breaks. @param before those in front of it */
export function unbrokenEnd(text: string, before: number): number {
	let at = text.length;
	// Further characters make no difference.
	while (at > 0 && text.length - at <= budget.wordBreak && !isBreak(text.charCodeAt(at - 1))) at--;
	return text.length - at + (at === 0 ? before : 0);
}

function isBreak(code: number): boolean {
	return String.fromCharCode(code).search(unbroken) < 0;
}

/** The characters of the longest part of a text that no browser breaks. */
export function longestUnbroken(text: string): number {
	let longest = 0;
	for (const [part] of text.matchAll(unbroken)) longest = Math.max(longest, part.length);
	return longest;
}

/** A text for places that show it as it is: with limited marks, and zero-width spaces where very long words may break. */
export function boundedText(text: string): string {
	return softBreaks(limitMarks(text)).join("\u200b");
}
