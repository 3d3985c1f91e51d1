import { headerText } from "#shared/mail/headers.ts";
import { partitionParts } from "./body-parts.ts";
import { bodyText } from "./body-text.ts";
import { field } from "./header-section.ts";
import { partContent } from "./part-content.ts";
import { readSignedStructure } from "./signed-parts.ts";
import type { Part } from "./structure.ts";

const MAX_DEPTH = 3;
const MAX_MESSAGES = 20;
const MAX_BYTES = 1024 * 1024;

/**
 * Sender, subject and text of each message attached to a message (forwarded mail, digests, bounces), for search and for
 * the preview of a message without text of its own.
 */
export function attachedMessagesText(raw: Buffer, attachments: readonly Part[], maxCharacters: number): string {
	const queue = attachments.filter(isMessage).map((part) => ({ raw, part, depth: 1 }));
	let out = "";
	let count = 0;
	for (let next = queue.shift(); next && out.length < maxCharacters && count < MAX_MESSAGES; next = queue.shift()) {
		count++;
		const inner = partContent(next.raw, next.part).bytes;
		const { fields, root } = readSignedStructure(inner);
		const parts = partitionParts(root);
		const { text } = bodyText(inner, parts, { bytes: MAX_BYTES, characters: maxCharacters - out.length });
		const head = ["from", "subject"].map((name) => headerText(field(fields, name).slice(0, 2_000)));
		out += `${head.join("\n")}\n${text}\n`;
		if (next.depth >= MAX_DEPTH) continue;
		for (const part of parts.attachments) if (isMessage(part)) queue.push({ raw: inner, part, depth: next.depth + 1 });
	}
	return out.length > maxCharacters ? out.slice(0, maxCharacters) : out;
}

function isMessage(part: Part): boolean {
	return part.type === "message/rfc822" || part.type === "message/global";
}
