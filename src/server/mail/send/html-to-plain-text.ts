import { decodeHTML } from "entities";
import { htmlToText } from "../parse/shown/html-text.ts";

/**
 * The plain text alternative of HTML that `sanitizeHtml` has written: lists have their numbers, quotes their marks, and links
 * their addresses.
 */
export function htmlToPlainText(html: string, maxCharacters: number): string {
	const lists: { isOrdered: boolean; next: number }[] = [];
	const marked = html
		.replaceAll("<li><div>", "<li>")
		.replace(
			/<a href="([^"]*)">(.*?)<\/a>/gs,
			(_, href: string, label: string) => `${label}${addressAfter(label, href)}`,
		)
		.replace(/<(\/?)(ul|ol|li|blockquote)\b([^>]*)>/g, (tag, slash: string, name: string, attributes: string) => {
			if (name === "blockquote") return slash === "" ? '<blockquote type="cite">' : tag;
			if (name === "li") {
				const list = lists.at(-1);
				if (list?.isOrdered !== true) return tag;
				return slash === "" ? `<div>${list.next++}. ` : "</div>";
			}
			if (slash === "") lists.push({ isOrdered: name === "ol", next: Number(/\d+/.exec(attributes)?.[0] ?? 1) });
			else lists.pop();
			return tag;
		});
	return htmlToText(marked, maxCharacters);
}

/** Unless the label says it. */
function addressAfter(label: string, href: string): string {
	const said = decodeHTML(label.replace(/<[^<>]*>/g, "")).trim();
	const address = decodeHTML(href)
		.replace(/^(?:mailto:|https?:\/\/)/i, "")
		.replace(/\/$/, "");
	return said.replace(/\/$/, "").endsWith(address) ? "" : ` &lt;${href}&gt;`;
}
