import { budget } from "../limits/budget.ts";
import { limitMarks, softBreaks } from "../text/plain-text.ts";
import { elementsWithDepth } from "./selector-cost.ts";

/**
 * Removes from a cleaned message what exceeds the budget: elements after the limit, excessive nesting, links, long
 * words, and combining marks. The text keeps its order.
 * @param body inert; changed in place
 */
export function reduceElements(body: HTMLElement): void {
	dropRest(body);
	flatten(body);
	[...body.querySelectorAll("a[href]")].slice(budget.links).forEach((link) => {
		link.removeAttribute("href");
	});
	softenText(body);
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

function softenText(body: HTMLElement): void {
	const document = body.ownerDocument;
	// Removed nodes between two texts may have separated their combining marks.
	body.normalize();
	const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
	const texts: Node[] = [];
	for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node);
	for (const node of texts) {
		if (node.parentElement?.localName === "style") continue;
		const parts = softBreaks(limitMarks(node.nodeValue ?? ""));
		if (parts.length === 1 && parts[0] === node.nodeValue) continue;
		const pieces = parts.flatMap((part, index) => (index === 0 ? [part] : [document.createElement("wbr"), part]));
		(node as ChildNode).replaceWith(...pieces);
	}
}
