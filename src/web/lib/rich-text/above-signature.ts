import type { Node } from "@tiptap/pm/model";
import { TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

const isEmpty = (node: Node): boolean => node.content.size === 0;

/** Whether a click is below an element's first line, and on none of its words and images. */
function isBeside(element: Element, { clientX, clientY }: MouseEvent): boolean {
	if (clientY < element.getBoundingClientRect().top) return false;
	const range = document.createRange();
	// Blocks have rectangles of the whole width: only those of text and images count.
	const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
	for (let node = words.nextNode(); node !== null; node = words.nextNode()) {
		if (node instanceof Element && node.tagName !== "IMG") continue;
		range.selectNode(node);
		for (const { left, right, top, bottom } of range.getClientRects())
			if (clientX >= left && clientX <= right && clientY >= top && clientY <= bottom) return false;
	}
	return true;
}

/**
 * A click into the empty part of the editor, below the signature or beside it, puts the cursor at the end of what was
 * written above: the browser would put it into the signature.
 * @returns whether it did
 */
export function moveAboveSignature(view: EditorView, event: MouseEvent): boolean {
	const blocks: { node: Node; position: number }[] = [];
	view.state.doc.forEach((node, position) => void blocks.push({ node, position }));
	const index = blocks.findIndex(({ node }) => node.type.name === "signature");
	const signature = blocks[index];
	if (signature === undefined || blocks.slice(index + 1).some(({ node }) => !isEmpty(node))) return false;
	const shown = view.nodeDOM(signature.position);
	if (!(shown instanceof Element) || !isBeside(shown, event)) return false;
	const [last, before] = blocks.slice(0, index).reverse();
	if (last === undefined) return false;
	// An empty line keeps the signature apart.
	const { node, position } = before !== undefined && isEmpty(last.node) ? before : last;
	const selection = TextSelection.near(view.state.doc.resolve(position + node.nodeSize), -1);
	view.dispatch(view.state.tr.setSelection(selection));
	// The editor does not know yet where the browser has put the cursor, so it would not move it back.
	const cursor = view.domAtPos(selection.head);
	getSelection()?.collapse(cursor.node, cursor.offset);
	return true;
}
