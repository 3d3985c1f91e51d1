import { decodeXML } from "entities";

/** An element of an XML document; comments and processing instructions are dropped. */
export interface XmlElement {
	name: string;
	attributes: ReadonlyMap<string, string>;
	children: XmlElement[];
	/** Its own text without that of its children, trimmed. */
	text: string;
}

/** The input is not XML, or exceeds the limits. */
export class XmlError extends Error {
	override name = "XmlError";
}

const MAX_DEPTH = 20;
const MAX_ELEMENTS = 5_000;
const NAME = /[A-Za-z_][\w.:-]{0,100}/y;
const SPACE = /[ \t\r\n]*/y;

/**
 * Reads an XML document in one pass. Strict where leniency would mean guessing: tags must match. DOCTYPE is
 * rejected, so that nothing is ever expanded or fetched; only the five predefined entities and character references are
 * supported.
 * @param maxElements more are an error
 * @throws XmlError
 */
export function readXml(text: string, maxElements = MAX_ELEMENTS): XmlElement {
	const root: XmlElement = { name: "", attributes: new Map(), children: [], text: "" };
	const open: XmlElement[] = [root];
	let elements = 0;
	let at = text.startsWith("\uFEFF") ? 1 : 0;

	const past = (mark: string, from: number): number => {
		const found = text.indexOf(mark, from);
		if (found === -1) throw new XmlError(`${mark} is missing`);
		return found + mark.length;
	};
	const match = (pattern: RegExp): string => {
		pattern.lastIndex = at;
		const [found = ""] = pattern.exec(text) ?? [];
		at += found.length;
		return found;
	};
	const top = (): XmlElement => open.at(-1) as XmlElement;

	while (at < text.length) {
		if (text[at] !== "<") {
			const end = text.indexOf("<", at);
			top().text += decodeXML(text.slice(at, end === -1 ? text.length : end));
			at = end === -1 ? text.length : end;
		} else if (text.startsWith("<!--", at)) at = past("-->", at + 4);
		else if (text.startsWith("<![CDATA[", at)) {
			const end = past("]]>", at + 9);
			top().text += text.slice(at + 9, end - 3);
			at = end;
		} else if (text.startsWith("<?", at)) at = past("?>", at + 2);
		else if (text.startsWith("<!", at)) throw new XmlError("Document types are not read");
		else if (text.startsWith("</", at)) {
			at += 2;
			const name = match(NAME);
			match(SPACE);
			if (text[at] !== ">" || open.length === 1 || name !== top().name) throw new XmlError(`</${name}> closes nothing`);
			at += 1;
			const closed = open.pop() as XmlElement;
			closed.text = closed.text.trim();
		} else {
			at += 1;
			const element = readTag();
			top().children.push(element);
			if (++elements > maxElements) throw new XmlError("Too many elements");
			if (text[at] === "/") at += 1;
			else open.push(element);
			if (text[at] !== ">") throw new XmlError(`The tag <${element.name}> does not end`);
			at += 1;
			if (open.length > MAX_DEPTH) throw new XmlError("Too many levels");
		}
	}
	if (open.length > 1) throw new XmlError("The XML is cut off.");
	const [document] = root.children;
	if (root.children.length !== 1 || document === undefined || root.text.trim() !== "")
		throw new XmlError("Not a single complete element");
	return document;

	/** Reads a tag from after its `<` to its end. */
	function readTag(): XmlElement {
		const name = match(NAME);
		if (name === "") throw new XmlError("A tag has no name");
		const attributes = new Map<string, string>();
		for (;;) {
			match(SPACE);
			const key = match(NAME);
			if (key === "") return { name, attributes, children: [], text: "" };
			match(SPACE);
			if (text[at] !== "=") throw new XmlError(`The attribute ${key} has no value`);
			at += 1;
			match(SPACE);
			const quote = text[at];
			if (quote !== '"' && quote !== "'") throw new XmlError(`The attribute ${key} has no quotes`);
			const end = past(quote, at + 1);
			attributes.set(key, decodeXML(text.slice(at + 1, end - 1)));
			at = end;
		}
	}
}
