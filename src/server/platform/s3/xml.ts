import { readXml, type XmlElement, XmlError } from "../xml/xml.ts";

/** The XML of S3 responses: elements whose attributes do not matter. */

/** A page lists a thousand objects, with some ten elements each. */
const MAX_ELEMENTS = 50_000;

/** Null: the response is not XML, but empty, or a page of something in between. */
export function readAnswer(text: string): XmlElement | null {
	try {
		// Some stores send spaces while they work.
		return readXml(text.trim(), MAX_ELEMENTS);
	} catch (cause) {
		if (cause instanceof XmlError) return null;
		throw cause;
	}
}

/** All elements with that name, at any depth below; empty without an answer. */
export function elements(within: XmlElement | null, name: string): XmlElement[] {
	const below = within?.children ?? [];
	return below.flatMap((child) => (child.name === name ? [child] : elements(child, name)));
}

/** Text of the first of them; empty when there is none. */
export function field(within: XmlElement | null, name: string): string {
	return elements(within, name)[0]?.text ?? "";
}
