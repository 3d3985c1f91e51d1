import { decodeXML } from "entities";
import { XMLParser, XMLValidator } from "fast-xml-parser";

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
const MAX_MESSAGE = 200;
/** The parser's words at its limit of levels. */
const TOO_DEEP = "Maximum nested tags exceeded";
/** What begins with an exclamation mark and is neither a comment nor CDATA. */
const DECLARATION = /<!(?!--|\[CDATA\[)/;

/** The parser's names for what is not an element. */
const TEXT = "#text";
const CDATA = "#cdata";
const ATTRIBUTES = ":@";

/** As the parser returns it: one key is its name, with its content; another has its attributes. */
type Node = Record<string, unknown>;

/**
 * Reads an XML document. Only well-formed ones, since leniency would mean guessing. DOCTYPE is rejected, so that nothing is ever
 * expanded or fetched; only the five predefined entities and character references are supported.
 * @param maxElements more are an error
 * @throws XmlError
 */
export function readXml(text: string, maxElements = MAX_ELEMENTS): XmlElement {
	if (DECLARATION.test(text)) throw new XmlError("Document types are not read");
	// First, because it has limits, which the validator has not.
	const [document, ...others] = parse(text, maxElements).flatMap((node) => elementOf(node) ?? []);
	const wellFormed = XMLValidator.validate(text);
	if (wellFormed !== true) throw new XmlError(wellFormed.err.msg.slice(0, MAX_MESSAGE).replace(/\.$/, ""));
	if (document === undefined || others.length > 0) throw new XmlError("Not a single complete element");
	return document;
}

function parse(text: string, maxElements: number): Node[] {
	let elements = 0;
	const parser = new XMLParser({
		...{ preserveOrder: true, ignoreAttributes: false, attributeNamePrefix: "", cdataPropName: CDATA },
		...{ ignoreDeclaration: true, ignorePiTags: true, parseTagValue: false, trimValues: false },
		// Decoded below: the parser's own decoding expands entities that a document declares.
		processEntities: false,
		maxNestedTags: MAX_DEPTH,
		updateTag(name) {
			if (++elements > maxElements) throw new XmlError("Too many elements");
			return name;
		},
	});
	try {
		return parser.parse(text);
	} catch (cause) {
		if (cause instanceof XmlError) throw cause;
		const { message } = cause as Error;
		throw new XmlError(message === TOO_DEEP ? "Too many levels" : message.slice(0, MAX_MESSAGE), { cause });
	}
}

/** Null: text. */
function elementOf(node: Node): XmlElement | null {
	const name = Object.keys(node).find((key) => key !== ATTRIBUTES) ?? TEXT;
	if (name === TEXT || name === CDATA) return null;
	const content = node[name] as Node[];
	const attributes = Object.entries((node[ATTRIBUTES] ?? {}) as Record<string, string>);
	return {
		name,
		attributes: new Map(attributes.map(([key, value]) => [key, decodeXML(value)])),
		children: content.flatMap((child) => elementOf(child) ?? []),
		text: content.map(textOf).join("").trim(),
	};
}

function textOf(node: Node): string {
	if (TEXT in node) return decodeXML(String(node[TEXT]));
	return CDATA in node ? (node[CDATA] as Node[]).map((child) => String(child[TEXT])).join("") : "";
}
