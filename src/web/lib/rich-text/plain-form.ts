/** A document of the editor, as ProseMirror's JSON. */
export interface DocumentNode {
	type?: string;
	text?: string;
	attrs?: Record<string, unknown>;
	marks?: { type: string; attrs?: Record<string, unknown> }[];
	content?: DocumentNode[];
}

/** The plain text of a document, for readers without HTML: lists, quotes, links and images as people write them. */
export function plainForm(document: DocumentNode): string {
	return (
		blocks(document.content ?? [])
			.flatMap((block) => block.split("\n"))
			// The delimiter of a signature ends in a space (RFC 3676 §4.3).
			.map((line) => (line === "-- " ? line : line.trimEnd()))
			.join("\n")
			.trimEnd()
	);
}

function blocks(nodes: readonly DocumentNode[]): string[] {
	return nodes.flatMap(linesOf);
}

function linesOf(node: DocumentNode): string[] {
	const inner = node.content ?? [];
	switch (node.type) {
		case "bulletList":
			return inner.flatMap((item) => indented(blocks(item.content ?? []), "- "));
		case "orderedList": {
			const start = typeof node.attrs?.start === "number" ? node.attrs.start : 1;
			return inner.flatMap((item, index) => indented(blocks(item.content ?? []), `${start + index}. `));
		}
		case "blockquote":
			return blocks(inner).map((line) => (line.startsWith(">") ? `>${line}` : `> ${line}`));
		case "horizontalRule":
			return ["---"];
		case "signature":
			return ["-- ", ...blocks(inner)];
		case "codeBlock":
			return inner
				.map(({ text = "" }) => text)
				.join("")
				.split("\n");
		default:
			return inlineText(inner).split("\n");
	}
}

/** The first line with a mark, the others below its text. */
function indented(lines: readonly string[], mark: string): string[] {
	return lines.map((line, index) => `${index === 0 ? mark : " ".repeat(mark.length)}${line}`);
}

function inlineText(nodes: readonly DocumentNode[]): string {
	let out = "";
	nodes.forEach((node, index) => {
		if (node.type === "hardBreak") out += "\n";
		else if (node.type === "image") out += `[${String(node.attrs?.alt ?? "") || "image"}]`;
		else out += node.text ?? "";
		const href = hrefOf(node);
		// A link of several parts, such as bold ones, gets its address once.
		if (href !== null && href !== hrefOf(nodes[index + 1]) && !out.endsWith(bare(href))) out += ` <${href}>`;
	});
	return out;
}

function hrefOf(node: DocumentNode | undefined): string | null {
	const href = node?.marks?.find(({ type }) => type === "link")?.attrs?.href;
	return typeof href === "string" ? href : null;
}

function bare(href: string): string {
	return href.replace(/^(?:mailto:|https?:\/\/)/, "").replace(/\/$/, "");
}
