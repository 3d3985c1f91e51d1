import type { Part } from "./structure.ts";

/** Which parts are read and which are attached. */
export interface BodyParts {
	/** Shown as text, in order: text/plain where there is a choice. */
	text: Part[];
	/** Shown as HTML, in order: text/html where there is a choice. */
	html: Part[];
	attachments: Part[];
}

/**
 * Sorts parts by the rules that RFC 8621 §4.1.4 suggests, without recursion. Beyond those rules, pictures and sounds
 * that stand between the texts count as attachments too: nobody should lose sight of a file.
 */
export function partitionParts(root: Part): BodyParts {
	const text: Part[] = [];
	const html: Part[] = [];
	const attachments: Part[] = [];
	visit([root], "mixed", false, text, html);
	const shown = new Set([...text, ...html].filter(isText));
	const leaves: Part[] = [root];
	while (leaves.length > 0) {
		const part = leaves.pop() as Part;
		if (part.isMultipart) for (let i = part.children.length - 1; i >= 0; i--) leaves.push(part.children[i] as Part);
		else if (!shown.has(part)) attachments.push(part);
	}
	return { text: text.filter(isText), html: html.filter(isText), attachments };
}

/** Plain text and HTML; a message that is one part of some other text is read as that text. */
function isText(part: Part): boolean {
	if (part.type === "text/plain" || part.type === "text/html") return true;
	return part.parent === null && /^text\/(?!calendar|csv|vcard|x-vcard|rfc822-headers)/.test(part.type);
}

function isMedia(type: string): boolean {
	return type.startsWith("image/") || type.startsWith("audio/") || type.startsWith("video/");
}

/** Nesting is bounded by the structure walk (100 levels), so recursion here is safe. */
function visit(
	parts: Part[],
	multipart: string,
	inAlternative: boolean,
	text: Part[] | null,
	html: Part[] | null,
): void {
	const textBefore = text?.length ?? -1;
	const htmlBefore = html?.length ?? -1;
	let toText = text;
	let toHtml = html;
	for (const [i, part] of parts.entries()) {
		if (part.isMultipart) {
			const subtype = part.type.slice(10);
			visit(part.children, subtype, inAlternative || subtype === "alternative", toText, toHtml);
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
	// Where one of the two is missing, the other stands in for it.
	if (textBefore === text.length && htmlBefore !== html.length) text.push(...html.slice(htmlBefore));
	if (htmlBefore === html.length && textBefore !== text.length) html.push(...text.slice(textBefore));
}

/** The file name that a part's headers give, decoded; empty when none. */
export function nameOf(part: Part): string {
	return (
		part.disposition?.params.filename ?? part.params.name ?? part.disposition?.params.name ?? part.params.filename ?? ""
	);
}
