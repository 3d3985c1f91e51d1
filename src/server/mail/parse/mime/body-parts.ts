import { trimEndOf, trimStartOf } from "#shared/trim.ts";
import type { Part } from "./structure.ts";

/** Which parts are body text and which are attachments. */
export interface BodyParts {
	/** Shown as text, in order: text/plain where there is an alternative. */
	text: Part[];
	/** Shown as HTML, in order: text/html where there is an alternative. */
	html: Part[];
	attachments: Part[];
}

/**
 * Sorts parts by the algorithm that RFC 8621 §4.1.4 suggests. Beyond it, images, audio and video between the texts count as
 * attachments too, so that no file is overlooked.
 */
export function partitionParts(root: Part): BodyParts {
	const text: Part[] = [];
	const html: Part[] = [];
	const attachments: Part[] = [];
	visit([root], "mixed", false, { text, html });
	const shown = new Set([...text, ...html].filter(isText));
	const leaves: Part[] = [root];
	while (leaves.length > 0) {
		const part = leaves.pop() as Part;
		for (let i = part.children.length - 1; i >= 0; i--) leaves.push(part.children[i] as Part);
		if (!part.isMultipart && !shown.has(part)) attachments.push(part);
	}
	return { text: text.filter(isText), html: html.filter(isText), attachments };
}

/** Plain text and HTML; a message whose only part is another text type is read as text. */
function isText(part: Part): boolean {
	if (part.type === "text/plain" || part.type === "text/html") return true;
	return part.parent === null && /^text\/(?!calendar|csv|vcard|x-vcard|rfc822-headers)/.test(part.type);
}

function isMedia(type: string): boolean {
	return type.startsWith("image/") || type.startsWith("audio/") || type.startsWith("video/");
}

/** The structure parser limits nesting to 100 levels, so recursion is safe here. */
function visit(
	parts: Part[],
	multipart: string,
	inAlternative: boolean,
	{ text, html }: { text: Part[] | null; html: Part[] | null },
): void {
	const textBefore = text?.length ?? -1;
	const htmlBefore = html?.length ?? -1;
	let toText = text;
	let toHtml = html;
	for (const [i, part] of parts.entries()) {
		// A part that holds signed content is read like a multipart of it.
		if (part.isMultipart || part.children.length > 0) {
			const subtype = part.isMultipart ? part.type.slice(10) : "mixed";
			const children = subtype === "related" ? rootFirst(part) : part.children;
			visit(children, subtype, inAlternative || subtype === "alternative", { text: toText, html: toHtml });
			continue;
		}
		const isReadable = isText(part) || isMedia(part.type);
		const isInline =
			part.disposition?.value !== "attachment" &&
			isReadable &&
			(i === 0 || (multipart !== "related" && (isMedia(part.type) || nameOf(part) === "")));
		if (!isInline) continue;
		if (multipart === "alternative") {
			if (part.type === "text/html") toHtml?.push(part);
			else if (isText(part)) toText?.push(part);
			continue;
		}
		if (inAlternative) {
			if (part.type === "text/plain") toHtml = null;
			if (part.type === "text/html") toText = null;
		}
		toText?.push(part);
		toHtml?.push(part);
	}
	if (multipart !== "alternative" || !text || !html) return;
	// If one form is missing, the other replaces it.
	if (textBefore === text.length && htmlBefore !== html.length) text.push(...html.slice(htmlBefore));
	if (htmlBefore === html.length && textBefore !== text.length) html.push(...text.slice(textBefore));
}

/** The parts of a multipart/related with its root first: the part that `start` names (RFC 2387 §3.2). */
function rootFirst({ children, params }: Part): Part[] {
	const start = trimEndOf(trimStartOf((params.start ?? "").trim(), "<"), ">");
	const root = start === "" ? undefined : children.find(({ contentId }) => contentId === start);
	return root === undefined ? children : [root, ...children.filter((part) => part !== root)];
}

/** The decoded file name from a part's headers; empty if there is none. */
export function nameOf(part: Part): string {
	return (
		part.disposition?.params.filename ?? part.params.name ?? part.disposition?.params.name ?? part.params.filename ?? ""
	);
}
