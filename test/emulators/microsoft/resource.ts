/** Graph's message and folder resources (https://learn.microsoft.com/graph/api/resources/message, …/mailfolder). */

import { addressParser } from "postal-mime";
import { messageParts, readable } from "../messages.ts";
import type { OutlookFolder } from "./folders.ts";
import type { OutlookMailbox, OutlookMessage } from "./mailbox.ts";

/** Selected properties of a message, and the kind of id. */
export interface View {
	/** Property names; null: the default set. */
	select: string[] | null;
	/** Extended properties as requested, such as `Long 0x0E08`. */
	extended: string[];
	/** `Prefer: IdType="ImmutableId"`. */
	immutable: boolean;
}

export function viewOf(query: URLSearchParams, prefer: string): View {
	const select = query.get("$select");
	const extended = /singleValueExtendedProperties\(\s*\$filter=(.*)\)/i.exec(query.get("$expand") ?? "")?.[1] ?? "";
	return {
		select: select === null ? null : select.split(",").map((name) => name.trim()),
		extended: [...extended.matchAll(/id\s+eq\s+'([^']+)'/gi)].map((match) => match[1] ?? ""),
		immutable: wantsImmutable(prefer),
	};
}

export function wantsImmutable(prefer: string): boolean {
	return /IdType\s*=\s*"ImmutableId"/i.test(prefer);
}

export function idOf(message: { id: string; immutableId: string }, view: { immutable: boolean }): string {
	return view.immutable ? message.immutableId : message.id;
}

export async function messageResource(message: OutlookMessage, view: View): Promise<Record<string, unknown>> {
	const { select } = view;
	const all: Record<string, unknown> = {};
	const wanted = new Set(select ?? USUAL);
	const needsParts = ["body", "bodyPreview", "hasAttachments", "uniqueBody"].some((name) => wanted.has(name));
	const parts = needsParts ? await messageParts(message.raw) : null;
	const { head } = message;
	const people = (name: string) => recipients(readable({ name, value: head.first(name) }));
	const time = (at: number) => new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
	const values: Record<string, () => unknown> = {
		createdDateTime: () => time(message.receivedAt),
		lastModifiedDateTime: () => time(message.receivedAt),
		changeKey: () => changeKey(message),
		categories: () => message.categories,
		receivedDateTime: () => time(message.receivedAt),
		sentDateTime: () => time(Date.parse(head.first("date")) || message.receivedAt),
		hasAttachments: () => parts?.attachments.some(({ disposition }) => disposition !== "inline") ?? false,
		internetMessageId: () => head.first("message-id"),
		subject: () => readable({ name: "subject", value: head.first("subject") }),
		bodyPreview: () => (parts?.text ?? "").replace(/\s+/g, " ").trim().slice(0, 255),
		importance: () => message.importance,
		parentFolderId: () => message.folderId,
		conversationId: () => message.conversationId,
		isDeliveryReceiptRequested: () => false,
		isReadReceiptRequested: () => false,
		isRead: () => message.isRead,
		isDraft: () => message.isDraft,
		webLink: () => `https://outlook.office365.com/owa/?ItemID=${encodeURIComponent(message.id)}`,
		inferenceClassification: () => "focused",
		body: () =>
			parts?.html === undefined
				? { contentType: "text", content: parts?.text ?? "" }
				: { contentType: "html", content: parts.html },
		sender: () => people("sender")[0] ?? people("from")[0],
		from: () => people("from")[0],
		toRecipients: () => people("to"),
		ccRecipients: () => people("cc"),
		bccRecipients: () => people("bcc"),
		replyTo: () => people("reply-to"),
		flag: () => ({ flagStatus: message.flag }),
		// Only on request, and not for drafts.
		internetMessageHeaders: () =>
			message.isDraft ? undefined : head.fields.map(({ name, value }) => ({ name, value })),
	};
	for (const name of wanted) {
		const value = values[name]?.();
		if (value !== undefined) all[name] = value;
	}
	if (view.extended.length > 0) all.singleValueExtendedProperties = extendedProperties(message, view.extended);
	return { "@odata.etag": `W/"${changeKey(message)}"`, id: idOf(message, view), ...all };
}

const USUAL = [
	...["createdDateTime", "lastModifiedDateTime", "changeKey", "categories", "receivedDateTime", "sentDateTime"],
	...["hasAttachments", "internetMessageId", "subject", "bodyPreview", "importance", "parentFolderId"],
	...["conversationId", "isDeliveryReceiptRequested", "isReadReceiptRequested", "isRead", "isDraft", "webLink"],
	...["inferenceClassification", "body", "sender", "from", "toRecipients", "ccRecipients", "bccRecipients", "replyTo"],
	"flag",
];

/**
 * Size and header section, which have no regular property ([MS-OXPROPS] PidTagMessageSize,
 * PidTagTransportMessageHeaders).
 */
function extendedProperties(message: OutlookMessage, ids: string[]): { id: string; value: string }[] {
	return ids.flatMap((id) => {
		const [, type = "", tag = ""] = /^(\w+)\s+0x0*([0-9a-f]+)$/i.exec(id) ?? [];
		const name = { [`${type} 0x${tag.toLowerCase()}`]: true };
		const shown = Object.keys(name)[0] ?? id;
		if (tag.toLowerCase() === "e08") return [{ id: shown, value: String(message.raw.length) }];
		if (tag.toLowerCase() === "1081" && message.lastVerb !== "") return [{ id: shown, value: message.lastVerb }];
		if (tag.toLowerCase() === "7d") {
			const headers = message.head.fields.map((field) => `${field.name}: ${field.value}\r\n`).join("");
			return [{ id: shown, value: headers }];
		}
		return [];
	});
}

export function changeKey({ change }: OutlookMessage): string {
	return `CQAAABYA${String(change).padStart(8, "0")}`;
}

function recipients(field: string): { emailAddress: { name: string; address: string } }[] {
	return addressParser(field, { flatten: true }).flatMap(({ name, address }) =>
		address ? [{ emailAddress: { name: name || address, address } }] : [],
	);
}

/** `wellKnownName` exists only in beta. */
export function folderResource(folder: OutlookFolder, mailbox: OutlookMailbox): Record<string, unknown> {
	const members = mailbox.inFolder(folder.id);
	return {
		id: folder.id,
		displayName: folder.name,
		parentFolderId: folder.parent,
		childFolderCount: mailbox.folders.children(folder.id).length,
		unreadItemCount: members.filter(({ isRead }) => !isRead).length,
		totalItemCount: members.length,
		sizeInBytes: members.reduce((sum, { raw }) => sum + raw.length, 0),
		isHidden: folder.isHidden,
	};
}
