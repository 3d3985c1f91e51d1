/**
 * Browsers parse style sheets, style attributes and media queries while they parse markup, even in a document that is
 * never shown, and hostile ones crash the tab in the parser. Renames them before parsing; `safeHtml` restores what is
 * left of them after scrubbing.
 */

/** Temporary name of a style or media attribute. */
export const parked = { style: "data-mail-style", media: "data-mail-media" } as const;

/** Elements whose content is text up to the end tag (HTML Standard §13.2.5, RAWTEXT and RCDATA). */
const rawText = new Set("style script xmp iframe noembed noframes textarea title plaintext".split(" "));
const tagStart = /<(\/?)([a-z][^\s/>]*)/iy;
const comment = /<!--(?:-?>|[\s\S]*?(?:--!?>|$))/y;
const bogus = /<(?:[!?]|\/[^a-z])[^>]*/iy;
const attribute = /[\s/]*(=?[^\s/>=]+|=)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*))?/y;
/** Inside these, style and title are ordinary elements; every other HTML element ends that. */
const foreign = /^(?:svg|math)$/;
const insideForeign = /^(?:style|title|g|path|defs|use|image|text|rect|circle|m[a-z]+)$/;

/** Renames what a parser would read as CSS. One pass over the markup, in linear time. */
export function neutralizeCss(html: string): string {
	const out: string[] = [];
	let isForeign = false;
	let at = 0;
	while (at < html.length) {
		const open = html.indexOf("<", at);
		if (open < 0) break;
		out.push(html.slice(at, open));
		const skipped = matchAt(comment, html, open) ?? matchAt(bogus, html, open);
		const tag = skipped === null ? tagAt(html, open) : null;
		if (tag === null) {
			const text = skipped ?? "<";
			out.push(text);
			at = open + text.length;
			continue;
		}
		out.push(tag.text);
		at = tag.end;
		if (foreign.test(tag.name)) isForeign = !tag.isEnd;
		else if (!insideForeign.test(tag.name)) isForeign = false;
		if (tag.isEnd || isForeign || !rawText.has(tag.name)) continue;
		const end = rawTextEnd(html, at, tag.name);
		out.push(html.slice(at, end));
		at = end;
	}
	out.push(html.slice(at));
	return out.join("");
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
	pattern.lastIndex = at;
	return pattern.exec(text)?.[0] ?? null;
}

interface Tag {
	/** Lowercase. */
	name: string;
	isEnd: boolean;
	/** The replacement, without its closing bracket. */
	text: string;
	end: number;
}

function tagAt(html: string, open: number): Tag | null {
	tagStart.lastIndex = open;
	const match = tagStart.exec(html);
	if (!match) return null;
	const name = (match[2] ?? "").toLowerCase();
	// An unknown type keeps a browser from parsing the sheet; of duplicate attributes the first counts.
	let text = name === "style" && match[1] === "" ? `${match[0]} type=text/x-mail ` : match[0];
	let end = tagStart.lastIndex;
	for (;;) {
		attribute.lastIndex = end;
		const found = attribute.exec(html);
		if (!found) break;
		end = attribute.lastIndex;
		const written = found[0];
		const own = (found[1] ?? "").toLowerCase();
		text += own === "style" || own === "media" ? written.replace(/style|media/i, parked[own]) : written;
	}
	return { name, isEnd: match[1] === "/", text, end };
}

function rawTextEnd(html: string, from: number, name: string): number {
	if (name === "plaintext") return html.length;
	const end = new RegExp(`</${name}(?=[\\s/>])`, "gi");
	end.lastIndex = from;
	return end.exec(html)?.index ?? html.length;
}
