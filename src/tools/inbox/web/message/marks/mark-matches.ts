import { MATCH_HIGHLIGHT } from "#web/lib/mail-html/frame-page.ts";

/** What is examined and marked of a long message: marking is done while the message opens. */
const MAX_CHARACTERS = 200_000;
const MAX_MATCHES = 500;

export interface TextMatch {
	node: Text;
	start: number;
	end: number;
}

/** Where a text is matched below a node, as far as within one text node. */
export function textMatches(root: Node, matches: RegExp): TextMatch[] {
	const found: TextMatch[] = [];
	let left = MAX_CHARACTERS;
	const visit = (node: Node): void => {
		if (left <= 0 || found.length >= MAX_MATCHES) return;
		if (node.nodeType !== TEXT_NODE) {
			for (let child = node.firstChild; child !== null; child = child.nextSibling) visit(child);
			return;
		}
		const text = (node.nodeValue ?? "").slice(0, left);
		left -= text.length;
		for (const { 0: match, index } of text.matchAll(matches)) {
			if (found.length >= MAX_MATCHES) return;
			found.push({ node: node as Text, start: index, end: index + match.length });
		}
	};
	visit(root);
	return found;
}

const TEXT_NODE = 3;

/**
 * Marks what a search found below an element by the CSS Custom Highlight API, which leaves the document as it is. Does
 * nothing in browsers without it.
 * @returns removes the marks
 */
export function markMatches(root: Element, matches: RegExp | null): () => void {
	const window = root.ownerDocument.defaultView as (Window & typeof globalThis) | null;
	const highlights = window?.CSS?.highlights;
	if (matches === null || window === null || highlights === undefined) return () => undefined;
	const highlight = highlights.get(MATCH_HIGHLIGHT) ?? new window.Highlight();
	const ranges = textMatches(root, matches).map(({ node, start, end }) => {
		const range = root.ownerDocument.createRange();
		range.setStart(node, start);
		range.setEnd(node, end);
		return range;
	});
	for (const range of ranges) highlight.add(range);
	highlights.set(MATCH_HIGHLIGHT, highlight);
	return () => {
		for (const range of ranges) highlight.delete(range);
	};
}
