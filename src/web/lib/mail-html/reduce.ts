import { budget } from "./base/budget.ts";
import { elementsWithDepth } from "./css/selector-cost.ts";
import { limitMarks, softBreaks, unbrokenEnd } from "./plain-text.ts";

/**
 * Removes from a cleaned message what exceeds the budget: elements and text after the limit, excessive nesting, links, and
 * combining marks. The text keeps its order.
 * @param body inert; changed in place
 */
export function reduceElements(body: HTMLElement): void {
	dropRest(body);
	flatten(body);
	[...body.querySelectorAll("a[href], area[href]")].slice(budget.links).forEach((link) => {
		link.removeAttribute("href");
	});
	limitText(body);
}

/** Removes everything after the last element that is within the budget. */
function dropRest(body: HTMLElement): void {
	const rest = [...body.querySelectorAll("*")].slice(budget.tags);
	for (const element of rest.reverse()) element.remove();
}

/** Elements deeper than half the limit are moved out of the elements around them. */
function flatten(body: HTMLElement): void {
	const deep = [...elementsWithDepth(body)].filter(([, depth]) => depth > budget.depth / 2);
	// The outermost first, so that each node is moved once.
	for (const [element] of deep) if (element.hasChildNodes()) element.replaceWith(...element.childNodes);
}

function limitText(body: HTMLElement): void {
	// Removed nodes between two texts may have separated their combining marks.
	body.normalize();
	let left = budget.text;
	for (const node of textsOf(body)) {
		const text = limitMarks(node.data).slice(0, left);
		left -= text.length;
		if (text !== node.data) node.data = text;
	}
}

/** Lets the browser break what has no break for very long, also across elements. @param body inert; changed in place */
export function breakLongWords(body: HTMLElement): void {
	let before = 0;
	for (const node of textsOf(body)) {
		const text = node.data;
		if (node.previousSibling?.nodeName === "BR") before = 0;
		const parts = softBreaks(text, before);
		before = unbrokenEnd(text, before);
		if (parts.length === 1) continue;
		const document = body.ownerDocument;
		node.replaceWith(...parts.flatMap((part, i) => (i === 0 ? [part] : [document.createElement("wbr"), part])));
	}
}

/** The texts of a message, without those of style sheets. */
export function textsOf(body: HTMLElement): Text[] {
	const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
	const texts: Text[] = [];
	for (let node = walker.nextNode(); node; node = walker.nextNode())
		if (node.parentElement?.localName !== "style") texts.push(node as Text);
	return texts;
}
