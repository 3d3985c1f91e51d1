import { badRequest } from "../../errors.ts";
import { readXml, type XmlElement, XmlError } from "../../platform/xml/xml.ts";

/** Namespaces of WebDAV, of CardDAV, and of the collection's tag. */
export const DAV = "DAV:";
export const CARD = "urn:ietf:params:xml:ns:carddav";
export const SERVER = "http://calendarserver.org/ns/";

const PREFIXES: Readonly<Record<string, string>> = { [DAV]: "d", [CARD]: "card", [SERVER]: "cs" };

/** An element with its namespace. */
export interface Node {
	namespace: string;
	name: string;
	attributes: ReadonlyMap<string, string>;
	children: Node[];
	text: string;
}

/** Elements of a request: a multiget has one for each card. */
const MAX_ELEMENTS = 25_000;

/** The body of a request; null: it has none. @throws AppError 400 `bad-xml` */
export function readBody(text: string): Node | null {
	if (text.trim() === "") return null;
	try {
		return withNamespaces(readXml(text, MAX_ELEMENTS), new Map([["", ""]]));
	} catch (cause) {
		if (cause instanceof XmlError) throw badRequest("bad-xml", `This is not XML: ${cause.message}.`);
		throw cause;
	}
}

function withNamespaces(element: XmlElement, outer: ReadonlyMap<string, string>): Node {
	const known = new Map(outer);
	for (const [name, value] of element.attributes) {
		if (name === "xmlns") known.set("", value);
		else if (name.startsWith("xmlns:")) known.set(name.slice("xmlns:".length), value);
	}
	const colon = element.name.indexOf(":");
	return {
		namespace: known.get(element.name.slice(0, Math.max(0, colon))) ?? "",
		name: element.name.slice(colon + 1),
		attributes: element.attributes,
		children: element.children.map((child) => withNamespaces(child, known)),
		text: element.text,
	};
}

/** The first child of that name. */
export const childOf = (node: Node | null, namespace: string, name: string): Node | undefined =>
	node?.children.find((one) => one.namespace === namespace && one.name === name);

/** Text as XML: without characters that no document may have. */
export function escapeXml(text: string): string {
	return (
		text
			// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 forbids
			.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, "")
			.replaceAll("&", "&amp;")
			.replaceAll("<", "&lt;")
			.replaceAll(">", "&gt;")
			.replaceAll('"', "&quot;")
			// Parsers make line feeds of these.
			.replaceAll("\r", "&#13;")
	);
}

/** An element of a reply. @param content XML */
export function element(namespace: string, name: string, content = ""): string {
	const prefix = PREFIXES[namespace];
	const [tag, declared] =
		prefix === undefined ? [`x:${name}`, ` xmlns:x="${escapeXml(namespace)}"`] : [`${prefix}:${name}`, ""];
	return content === "" ? `<${tag}${declared}/>` : `<${tag}${declared}>${content}</${tag}>`;
}

/** A whole document. @param root an element, as `element` writes it */
export function documentOf(root: string): string {
	const declared = Object.entries(PREFIXES).map(([namespace, prefix]) => ` xmlns:${prefix}="${namespace}"`);
	return `<?xml version="1.0" encoding="utf-8"?>\n${root.replace(/^<[\w:]+/, (start) => start + declared.join(""))}`;
}

/** A property that a client asks for, or that a resource has. */
export interface PropertyName {
	namespace: string;
	name: string;
}

/** A property with its value. */
export interface Property extends PropertyName {
	/** XML. */
	content: string;
}

/** What one resource says (RFC 4918, section 14.24). @param missing properties that it does not have */
export function responseOf(href: string, found: readonly Property[], missing: readonly PropertyName[] = []): string {
	const group = (content: string, status: string): string =>
		content === ""
			? ""
			: element(DAV, "propstat", element(DAV, "prop", content) + element(DAV, "status", `HTTP/1.1 ${status}`));
	const has = found.map(({ namespace, name, content }) => element(namespace, name, content)).join("");
	const hasNot = missing.map(({ namespace, name }) => element(namespace, name)).join("");
	const status = group(has, "200 OK") + group(hasNot, "404 Not Found");
	// A resource has at least one propstat.
	const empty = element(DAV, "propstat", element(DAV, "prop") + element(DAV, "status", "HTTP/1.1 200 OK"));
	return element(DAV, "response", element(DAV, "href", escapeXml(href)) + (status || empty));
}

/** A resource that is not there. */
export function missingResponse(href: string): string {
	return element(
		DAV,
		"response",
		element(DAV, "href", escapeXml(href)) + element(DAV, "status", "HTTP/1.1 404 Not Found"),
	);
}
