/** One line of an HTML message as a reader sees it, with its place in the document. */
export interface HtmlLine {
	text: string;
	/** First and last node of the line. */
	first: Node;
	last: Node;
	/** The outermost element of a quote that the line is in. */
	quote: Element | null;
	/** The outermost element that a mail program puts around a quote, and often around the answer as well. */
	container: Element | null;
	isSignature: boolean;
}

export interface HtmlMarks {
	/** Whether an element holds a quote. */
	isQuote: (element: Element) => boolean;
	/** Whether a mail program puts quotes into such an element. */
	isContainer: (element: Element) => boolean;
	isSignature: (element: Element) => boolean;
	/** A line to put in front of an element; null: none. */
	lineBefore: (element: Element) => string | null;
}

const ELEMENT = 1;
const TEXT = 3;
const BREAKING = new Set(
	"ADDRESS ARTICLE ASIDE BLOCKQUOTE BR CENTER DD DETAILS DIV DL DT FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION TABLE TBODY TD TFOOT TH THEAD TR UL".split(
		" ",
	),
);
/** Maximum characters kept of a line: rules about quotes need no more. */
const MAX_LINE = 1_000;
/** A horizontal rule is a separate line, as in text. */
const RULE = "________________";

type Mark = "quote" | "container" | "signature";

/** The lines of a document in order, in one pass. */
export function htmlLines(body: Element, { isQuote, isContainer, isSignature, lineBefore }: HtmlMarks): HtmlLine[] {
	const lines: HtmlLine[] = [];
	const marks: [Mark, (element: Element) => boolean][] = [
		["quote", isQuote],
		["container", isContainer],
		["signature", isSignature],
	];
	const inside: Record<Mark, Element | null> = { quote: null, container: null, signature: null };
	let open: HtmlLine | null = null;
	const line = (text: string, node: Node): HtmlLine => {
		const { quote, container, signature } = inside;
		return { text, first: node, last: node, quote, container, isSignature: signature !== null };
	};
	const end = () => {
		if (open !== null && open.text.trim() !== "") lines.push({ ...open, text: open.text.replace(/\s+/g, " ").trim() });
		open = null;
	};
	const add = (text: string, node: Node) => {
		open ??= line("", node);
		if (open.text.length < MAX_LINE) open.text += text.slice(0, MAX_LINE);
		open.last = node;
	};
	for (let node: Node | null = body.firstChild; node !== null; ) {
		if (node.nodeType === TEXT) add(node.nodeValue ?? "", node);
		if (node.nodeType === ELEMENT) {
			const element = node as Element;
			const before = lineBefore(element);
			if (BREAKING.has(element.tagName) || before !== null) end();
			if (before !== null) lines.push({ ...line(before, node), isSignature: false });
			if (element.tagName === "HR") lines.push({ ...line(RULE, node), isSignature: false });
			for (const [mark, matches] of marks) {
				if (inside[mark] !== null || !matches(element)) continue;
				end();
				inside[mark] = element;
			}
			if (node.firstChild !== null) {
				node = node.firstChild;
				continue;
			}
		}
		// The next node in document order; what ends on the way closes its line.
		let next: Node | null = node;
		for (;;) {
			for (const [mark] of marks) {
				if (next === null || next !== inside[mark]) continue;
				end();
				inside[mark] = null;
			}
			if (next === null || next === body || next.nextSibling !== null) break;
			next = next.parentNode;
			if (next !== null && BREAKING.has((next as Element).tagName)) end();
		}
		node = next === null || next === body ? null : next.nextSibling;
	}
	end();
	return lines;
}
