import { decodeXML } from "entities";

/** What is text in a kind of document, by the local names of its elements. */
export interface TextElements {
	/** Elements that contain text. */
	text: ReadonlySet<string>;
	/** Elements that end a line. */
	lines: ReadonlySet<string>;
	/** Elements that separate words. */
	gaps: ReadonlySet<string>;
}

/**
 * The text of an XML document, up to a number of characters. In one pass, without the tree that `readXml` builds: a document
 * of 24 MB has a million elements, and what is damaged at its end still has text before.
 */
export function xmlText(xml: string, elements: TextElements, maxCharacters: number): string {
	let out = "";
	let depth = 0;
	let isReference = false;
	const write = (text: string): void => {
		if (depth > 0 && !isReference) out += text;
	};
	for (let at = 0; at < xml.length && out.length < maxCharacters; ) {
		const open = xml.indexOf("<", at);
		if (open !== at) write(decodeXML(xml.slice(at, open < 0 ? xml.length : open)));
		if (open < 0) break;
		if (xml.startsWith("<![CDATA[", open)) {
			const end = xml.indexOf("]]>", open);
			write(xml.slice(open + 9, end < 0 ? xml.length : end));
			at = end < 0 ? xml.length : end + 3;
			continue;
		}
		const end = xml.startsWith("<!--", open) ? xml.indexOf("-->", open) + 2 : xml.indexOf(">", open);
		if (end <= open) break;
		const tag = xml.slice(open + 1, end);
		at = end + 1;
		const isClosing = tag.startsWith("/");
		const isEmpty = tag.endsWith("/");
		const name = /^\/?(?:[\w.-]{1,40}:)?([\w.-]{1,40})/.exec(tag)?.[1] ?? "";
		if (elements.lines.has(name) && (isClosing || isEmpty)) out += "\n";
		else if (elements.gaps.has(name) && !isClosing) out += " ";
		// A spreadsheet's cell that refers to a string of another part has its number as its value.
		if (name === "c") isReference = !isClosing && /\st="s"/.test(tag);
		if (!isEmpty && elements.text.has(name)) depth = Math.max(0, depth + (isClosing ? -1 : 1));
	}
	return out.slice(0, maxCharacters);
}
