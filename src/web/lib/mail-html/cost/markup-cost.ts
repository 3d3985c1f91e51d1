import { budget } from "../base/budget.ts";
import { t } from "../base/text.ts";
import { formattingElements, OpenFormatting } from "./open-formatting.ts";

export interface Cost {
	/** What exceeds the budget, as text; null when nothing does. */
	over: string | null;
	/** Up to here the markup is within the budget. */
	cut: number;
}

/** Void elements, and those that mail often leaves open for the next one to close. */
const shallow = new Set(
	"br img hr input meta link col wbr area base source embed p li dd dt td th tr tbody thead tfoot option html body".split(
		" ",
	),
);
const tag = /<(\/?)([a-z][a-z0-9:-]*)/gi;

/** Measures markup without parsing it: one pass over its tags, up to the first excess. */
export function costOf(html: string): Cost {
	let tags = 0;
	let tables = 0;
	let depth = 0;
	const formatting = new OpenFormatting();
	tag.lastIndex = 0;
	for (let match = tag.exec(html); match !== null; match = tag.exec(html)) {
		const cut = match.index;
		const name = (match[2] ?? "").toLowerCase();
		const step = match[1] === "" ? 1 : -1;
		if (cut > budget.length) return { over: t.excess.veryLong, cut: budget.length };
		if (step > 0) tags += 1 + formatting.start(name, html.slice(cut, cut + 200));
		else formatting.end(name);
		if (tags > budget.tags) return { over: t.excess.tooManyParts(budget.tags), cut };
		if (name === "table") tables = Math.max(0, tables + step);
		if (!shallow.has(name) && !formattingElements.has(name)) depth = Math.max(0, depth + step);
		if (tables > budget.tableDepth) return { over: t.excess.tooManyTables(budget.tableDepth), cut };
		if (Math.max(depth, formatting.open) > budget.depth) return { over: t.excess.tooManyLayers(budget.depth), cut };
	}
	if (html.length > budget.length) return { over: t.excess.veryLong, cut: budget.length };
	return { over: null, cut: html.length };
}
