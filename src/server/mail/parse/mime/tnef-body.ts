import type { MessageBody } from "../../provider/rtf.ts";
import { htmlToText } from "../shown/html-text.ts";
import { ATTACHMENT_LIMITS, isTnef } from "./attachments.ts";
import type { BodyParts } from "./body-parts.ts";
import { bodyHtml, bodyText, type TextLimits } from "./body-text.ts";
import { partContent } from "./part-content.ts";
import { tnefBody } from "./tnef.ts";

/** What Outlook wrote into `winmail.dat` alone takes the place of a missing body. */

interface Body {
	raw: Buffer;
	parts: BodyParts;
	tnef: MessageBody | null;
}

/** The body in a message's `winmail.dat`; null if the message has HTML of its own. */
export function tnefBodyIn(raw: Buffer, parts: BodyParts): MessageBody | null {
	if (parts.html.some((part) => part.type === "text/html")) return null;
	const part = parts.attachments.slice(0, ATTACHMENT_LIMITS.parts).find(isTnef);
	return part === undefined ? null : tnefBody(partContent(raw, part).bytes);
}

/** The text of the body, see `bodyText`. */
export function wholeText({ raw, parts, tnef }: Body, limits: TextLimits): ReturnType<typeof bodyText> {
	const read = bodyText(raw, parts, limits);
	if (tnef === null || read.text.trim() !== "") return read;
	const text = tnef.text === "" && tnef.html !== null ? htmlToText(tnef.html, limits.characters) : tnef.text;
	return { ...read, text: text.slice(0, limits.characters) };
}

/** The HTML of the body, see `bodyHtml`. */
export function wholeHtml({ raw, parts, tnef }: Body, maxBytes: number): string | null {
	return bodyHtml(raw, parts, maxBytes) ?? tnef?.html ?? null;
}
