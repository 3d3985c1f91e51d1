import { plainCss } from "./declarations.ts";
import { type Applies, both, mediaOf } from "./media.ts";

/** Levels of rules such as `@media` inside each other. */
const MAX_LEVELS = 4;

/** A rule as it is written. */
export interface WrittenRule {
	/** What is before its block. */
	prelude: string;
	block: string;
	applies: Applies;
}

/** The rules of a page's style sheets that hold for some reader, in their order. */
export function* rulesIn(html: string, maxCharacters: number): Generator<WrittenRule> {
	let left = maxCharacters;
	for (const { css, media } of sheetsIn(html)) {
		yield* rulesOf(plainMarks(css.slice(0, left)), mediaOf(media), 1);
		left -= css.length;
		if (left <= 0) return;
	}
}

function* rulesOf(css: string, applies: Applies, level: number): Generator<WrittenRule> {
	if (applies === "never") return;
	let last: { prelude: string; applies: Applies } = { prelude: "", applies };
	for (const { prelude, block } of blocksOf(css)) {
		if (!prelude.startsWith("@")) yield { prelude, block, applies };
		else if (level < MAX_LEVELS && /^@(?:media|supports|layer)\b/i.test(prelude)) {
			if (prelude !== last.prelude) last = { prelude, applies: both(applies, conditionOf(prelude)) };
			yield* rulesOf(block, last.applies, level + 1);
		}
	}
}

function conditionOf(prelude: string): Applies {
	const name = /^@\w+/.exec(prelude)?.[0] ?? "";
	if (name.toLowerCase() === "@media") return mediaOf(prelude.slice(name.length));
	return name.toLowerCase() === "@layer" ? "always" : "maybe";
}

/** The style elements of a page, without those in comments, which only Outlook reads. */
function* sheetsIn(html: string): Generator<{ css: string; media: string }> {
	const next = /<style(?=[\s>])/gi;
	let comment = html.indexOf("<!--");
	for (let found = next.exec(html); found !== null; found = next.exec(html)) {
		let afterComment = 0;
		while (comment >= 0 && comment < found.index) {
			const end = html.indexOf("-->", comment + 2);
			if (end < 0) return;
			afterComment = end + 3;
			if (afterComment > found.index) break;
			comment = html.indexOf("<!--", afterComment);
		}
		if (afterComment > found.index) {
			next.lastIndex = afterComment;
			comment = html.indexOf("<!--", afterComment);
			continue;
		}
		const start = html.indexOf(">", found.index);
		if (start < 0) return;
		const close = /<\/style/gi;
		close.lastIndex = start;
		const end = close.exec(html)?.index ?? html.length;
		const media = /\bmedia=(?:"([^"]{0,300})"|'([^']{0,300})'|(\w{1,20}))/i.exec(
			html.slice(found.index, Math.min(start, found.index + 1_000)),
		);
		yield { css: html.slice(start + 1, end), media: media?.[1] ?? media?.[2] ?? media?.[3] ?? "" };
		next.lastIndex = end;
		// What looks like a comment in a sheet is none.
		if (comment >= 0 && comment < end) comment = html.indexOf("<!--", end);
	}
}

/** Without comments, and without the marks that hide a sheet from very old programs. */
function plainMarks(css: string): string {
	const bare = css.includes("/*") ? css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, " ") : css;
	return bare.includes("<!--") || bare.includes("-->") ? bare.replace(/<!--|-->/g, " ") : bare;
}

/** What has a block, nested ones inside it. */
function* blocksOf(css: string): Generator<{ prelude: string; block: string }> {
	let start = 0;
	while (start < css.length) {
		const open = css.indexOf("{", start);
		if (open < 0) return;
		const end = endOfBlock(css, open);
		const prelude = css.slice(start, open);
		// Behind statements such as `@import`.
		yield {
			prelude: plainCss(prelude.slice(prelude.lastIndexOf(";") + 1)).trim(),
			block: css.slice(open + 1, end),
		};
		start = end + 1;
	}
}

function endOfBlock(css: string, open: number): number {
	let depth = 1;
	let close = css.indexOf("}", open);
	let inner = css.indexOf("{", open + 1);
	while (close >= 0) {
		if (inner >= 0 && inner < close) {
			depth++;
			inner = css.indexOf("{", inner + 1);
		} else {
			if (--depth === 0) return close;
			close = css.indexOf("}", close + 1);
		}
	}
	return css.length;
}
