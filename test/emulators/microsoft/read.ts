/** Graph's methods that only read. */

import { messageParts } from "../messages.ts";
import { type Call, type Handler, paged, Reply } from "./call.ts";
import { foldersDelta, messagesDelta } from "./delta.ts";
import { badRequest, GraphError, itemNotFound } from "./errors.ts";
import type { OutlookMessage } from "./mailbox.ts";
import type { MethodName } from "./methods.ts";
import { folderResource, messageResource, viewOf } from "./resource.ts";

/** One gray pixel. */
const PHOTO = Buffer.from(
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mOor6//DwAFhAKAjM1mJgAAAABJRU5ErkJggg==",
	"base64",
);

export const reading: Partial<Record<MethodName, Handler>> = {
	me: ({ user, query }) => {
		const [givenName = "", ...family] = user.name.split(" ");
		const all: Record<string, unknown> = {
			...{ id: user.id, displayName: user.name, givenName, surname: family.join(" ") },
			...{ mail: user.email, userPrincipalName: user.email },
		};
		const select = query.get("$select")?.split(",");
		return select ? Object.fromEntries(select.map((name) => [name, all[name] ?? null])) : all;
	},
	photo: () => new Reply(PHOTO, { headers: { "content-type": "image/png" } }),
	"photo.size": () => new Reply(PHOTO, { headers: { "content-type": "image/png" } }),

	"folders.list": (call) => folderList(call, call.mailbox.folders.root.id),
	"folders.children": (call) => folderList(call, call.mailbox.folders.find(call.params.folder ?? "").id),
	"folders.get": ({ mailbox, params }) => folderResource(mailbox.folders.find(params.folder ?? ""), mailbox),
	"folders.delta": foldersDelta,

	"messages.delta": (call) => messagesDelta(call, call.mailbox.folders.find(call.params.folder ?? "")),
	"messages.deltaAll": () => {
		throw badRequest("Change tracking is not supported against 'microsoft.graph.message'.");
	},
	"messages.list": (call) => {
		const { folders, messages } = call.mailbox;
		const shown = new Set(folders.visible().map(({ id }) => id));
		return messageList(
			call,
			[...messages.values()].filter(({ folderId }) => shown.has(folderId)),
		);
	},
	"messages.inFolder": (call) =>
		messageList(call, call.mailbox.inFolder(call.mailbox.folders.find(call.params.folder ?? "").id)),
	"messages.get": (call) => messageResource(call.mailbox.find(call.params.id ?? ""), viewOf(call.query, call.prefer)),
	"messages.value": ({ mailbox, params }) =>
		new Reply(new Uint8Array(mailbox.find(params.id ?? "").raw), { headers: { "content-type": "text/plain" } }),
	"attachments.list": async ({ mailbox, params }) => {
		const { attachments } = await messageParts(mailbox.find(params.id ?? "").raw);
		return {
			value: attachments.map(({ filename, mimeType, content, disposition, contentId }, index) => ({
				"@odata.type": "#microsoft.graph.fileAttachment",
				id: `AAMkAttachment${index}`,
				...{ name: filename ?? "", contentType: mimeType, size: Buffer.from(content as ArrayBuffer).length },
				...{ isInline: disposition === "inline", contentId: contentId?.replace(/[<>]/g, "") ?? null },
				contentBytes: Buffer.from(content as ArrayBuffer).toString("base64"),
			})),
		};
	},
	"attachments.value": async ({ mailbox, params }) => {
		const { attachments } = await messageParts(mailbox.find(params.id ?? "").raw);
		const found = attachments[Number(/^AAMkAttachment(\d+)$/.exec(params.attachment ?? "")?.[1] ?? -1)];
		if (!found) throw itemNotFound();
		return new Reply(found.content as ArrayBuffer, { headers: { "content-type": found.mimeType } });
	},
};

/** Ten per page unless `$top` is set; hidden folders only on request. */
function folderList(call: Call, parent: string): Record<string, unknown> {
	const { mailbox } = call;
	const withHidden = call.query.get("includeHiddenFolders")?.toLowerCase() === "true";
	const shown = mailbox.folders.children(parent).filter(({ isHidden }) => withHidden || !isHidden);
	const { page, next } = paged(call, shown, 10);
	return { value: page.map((folder) => folderResource(folder, mailbox)), ...next };
}

async function messageList(call: Call, list: OutlookMessage[]): Promise<Record<string, unknown>> {
	const filter = call.query.get("$filter");
	const test = filter === null ? () => true : filterOf(filter);
	const oldestFirst = /^receivedDateTime( asc)?$/i.test(call.query.get("$orderby") ?? "receivedDateTime desc");
	const found = list
		.filter(test)
		.sort((a, b) => (oldestFirst ? a.receivedAt - b.receivedAt : b.receivedAt - a.receivedAt));
	const { page, next } = paged(call, found, 10);
	const view = viewOf(call.query, call.prefer);
	const count = call.query.get("$count") === "true" ? { "@odata.count": found.length } : {};
	return { ...count, value: await Promise.all(page.map((message) => messageResource(message, view))), ...next };
}

/** Comparisons joined by `and`. */
function filterOf(filter: string): (message: OutlookMessage) => boolean {
	const tests = filter.split(/ and /i).map((part) => {
		const [, name = "", operator = "", value = ""] = /^\s*(\S+) (eq|ne|ge|gt|le|lt) (.+?)\s*$/.exec(part) ?? [];
		const wanted = value.replace(/^'(.*)'$/, "$1").replace(/''/g, "'");
		const text: Record<string, (message: OutlookMessage) => string> = {
			internetMessageId: ({ head }) => head.first("message-id"),
			conversationId: ({ conversationId }) => conversationId,
			isRead: ({ isRead }) => String(isRead),
			isDraft: ({ isDraft }) => String(isDraft),
			"flag/flagStatus": ({ flag }) => flag,
			receivedDateTime: ({ receivedAt }) => String(receivedAt).padStart(15, "0"),
		};
		const read = text[name];
		if (!read)
			throw new GraphError(
				400,
				"ErrorInvalidUrlQueryFilter",
				`The query filter contains one or more invalid nodes: ${part}`,
			);
		const compared = name === "receivedDateTime" ? String(Date.parse(wanted)).padStart(15, "0") : wanted;
		return (message: OutlookMessage) => {
			const left = read(message);
			if (operator === "eq") return left === compared;
			if (operator === "ne") return left !== compared;
			if (operator === "ge") return left >= compared;
			if (operator === "gt") return left > compared;
			return operator === "le" ? left <= compared : left < compared;
		};
	});
	return (message) => tests.every((test) => test(message));
}
