import { type Extensions, mergeAttributes, Node } from "@tiptap/core";
import Image from "@tiptap/extension-image";
import StarterKit from "@tiptap/starter-kit";

/** What the editor knows: what mail programs show alike. */

/** Mail uses `div` for lines: a `p` gets margins that the writer did not see. */
const Paragraph = Node.create({
	name: "paragraph",
	// The first block of the schema is what empty places are filled with.
	priority: 1000,
	group: "block",
	content: "inline*",
	parseHTML: () => [{ tag: "p" }, { tag: "div" }],
	renderHTML: ({ HTMLAttributes }) => ["div", HTMLAttributes, 0],
});

/** The block that another mailbox's signature replaces. */
const Signature = Node.create({
	name: "signature",
	group: "block",
	content: "block+",
	defining: true,
	// Text above or below it does not join it when a line is deleted between.
	isolating: true,
	parseHTML: () => [{ tag: "div[data-signature]", priority: 100 }],
	renderHTML: ({ HTMLAttributes }) => ["div", mergeAttributes(HTMLAttributes, { "data-signature": "" }), 0],
});

export const extensions: Extensions = [
	StarterKit.configure({
		paragraph: false,
		heading: false,
		blockquote: { HTMLAttributes: { style: "margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex" } },
		codeBlock: { HTMLAttributes: { style: "font-family:monospace;white-space:pre-wrap" } },
		link: { openOnClick: false, defaultProtocol: "https", HTMLAttributes: { target: null, rel: null, class: null } },
	}),
	Paragraph,
	Signature,
];
export const withImages: Extensions = [
	...extensions,
	Image.configure({ inline: true, HTMLAttributes: { style: "max-width:100%;height:auto" } }),
];

/** The editor's HTML as it is sent: empty lines keep their height. */
export function toMailHtml(html: string): string {
	return html.replaceAll("<div></div>", "<div><br></div>");
}
