/**
 * Gmail's message resource
 * (https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages#Message).
 */

import type { Attachment } from "postal-mime";
import { messageParts, readable } from "../messages.ts";
import { invalid } from "./errors.ts";
import type { GmailLabel, GmailMailbox, GmailMessage } from "./mailbox.ts";

export async function messageResource(message: GmailMessage, query: URLSearchParams): Promise<Record<string, unknown>> {
	const format = (query.get("format") ?? "full").toLowerCase();
	const base = {
		id: message.id,
		threadId: message.threadId,
		// Empty lists are omitted everywhere.
		...(message.labels.size > 0 && { labelIds: [...message.labels] }),
		snippet: message.head.first("subject").slice(0, 100),
		historyId: String(message.historyId),
		internalDate: String(message.internalDate),
		sizeEstimate: message.raw.length,
	};
	if (format === "minimal") return base;
	if (format === "raw") return { ...base, raw: message.raw.toString("base64url") };
	if (format === "metadata") {
		const wanted = query.getAll("metadataHeaders").map((name) => name.toLowerCase());
		const headers = headersOf(message).filter(({ name }) => wanted.length === 0 || wanted.includes(name.toLowerCase()));
		return { ...base, payload: { mimeType: mimeType(message), headers } };
	}
	if (format === "full") return { ...base, payload: await payload(message) };
	throw invalid(`Invalid value at 'format': ${format}`);
}

/** Unfolded and decoded: not the raw header section, which only `raw` has. */
function headersOf({ head }: GmailMessage): { name: string; value: string }[] {
	return head.fields.map((field) => ({ name: field.name, value: readable(field) }));
}

async function payload(message: GmailMessage): Promise<Record<string, unknown>> {
	const { text, html, attachments } = await messageParts(message.raw);
	const bodies = [
		...(text === undefined ? [] : [part("text/plain", Buffer.from(text))]),
		...(html === undefined ? [] : [part("text/html", Buffer.from(html))]),
	];
	const files = attachments.map((attachment, index) => ({
		mimeType: attachment.mimeType,
		filename: attachment.filename ?? "",
		headers: [],
		body: { attachmentId: attachmentId(message, index), size: contentOf(attachment).length },
	}));
	const parts = [...bodies, ...files].map((entry, index) => ({ partId: String(index), ...entry }));
	const head = { partId: "", filename: "", headers: headersOf(message) };
	const [only] = bodies;
	if (parts.length === 1 && only) return { ...only, ...head };
	return { mimeType: mimeType(message), ...head, body: { size: 0 }, parts };
}

export async function attachmentResource(message: GmailMessage, id: string): Promise<Record<string, unknown> | null> {
	const { attachments } = await messageParts(message.raw);
	const found = attachments.find((_, index) => attachmentId(message, index) === id);
	if (!found) return null;
	const content = contentOf(found);
	return { size: content.length, data: content.toString("base64url") };
}

function part(type: string, content: Buffer) {
	return {
		mimeType: type,
		filename: "",
		headers: [{ name: "Content-Type", value: `${type}; charset="UTF-8"` }],
		body: { size: content.length, data: content.toString("base64url") },
	};
}

function attachmentId(message: GmailMessage, index: number): string {
	return `ANGjdJ_${message.id}_${index}`;
}

function contentOf(attachment: Attachment): Buffer {
	return typeof attachment.content === "string"
		? Buffer.from(attachment.content)
		: Buffer.from(new Uint8Array(attachment.content));
}

function mimeType(message: GmailMessage): string {
	return (message.head.first("content-type").split(";")[0] ?? "").trim().toLowerCase() || "text/plain";
}

/** With counts, which `labels.list` leaves out. */
export function labelResource(label: GmailLabel, mailbox: GmailMailbox): Record<string, unknown> {
	const carrying = [...mailbox.messages.values()].filter(({ labels }) => labels.has(label.id));
	const unread = carrying.filter(({ labels }) => labels.has("UNREAD"));
	const threadsOf = (list: GmailMessage[]) => new Set(list.map(({ threadId }) => threadId)).size;
	return {
		...label,
		messagesTotal: carrying.length,
		messagesUnread: unread.length,
		threadsTotal: threadsOf(carrying),
		threadsUnread: threadsOf(unread),
	};
}
