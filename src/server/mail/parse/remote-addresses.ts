import { decodeHTML } from "entities";
import { trimEndOf } from "#shared/trim.ts";

/** All web addresses in the HTML, including attributes and styles, normalized. */
export function addressesIn(html: string): Set<string> {
	const found = new Set<string>();
	for (const [text] of decodeHTML(html).matchAll(/(?:https?:)?\/\/[^\s"'<>()\\]+/gi)) {
		const address = URL.parse(text.startsWith("//") ? `https:${text}` : text);
		if (address !== null) found.add(address.href);
		// A comma ends an address in `srcset`, but may also be part of one.
		const short = trimEndOf(text, ",");
		if (short !== text) found.add(URL.parse(short.startsWith("//") ? `https:${short}` : short)?.href ?? "");
	}
	return found;
}
