/** Gmail's methods that only read. */

import { type Call, type Handlers, positiveInteger, strings } from "./call.ts";
import { GoogleError, invalid, notFound } from "./errors.ts";
import type { GmailMessage, HistoryRecord } from "./mailbox.ts";
import { matcherOf } from "./query.ts";
import { attachmentResource, messageResource } from "./resource.ts";

export const reading: Handlers = {
	getProfile: ({ mailbox }) => ({
		emailAddress: mailbox.email,
		messagesTotal: mailbox.messages.size,
		threadsTotal: new Set([...mailbox.messages.values()].map(({ threadId }) => threadId)).size,
		historyId: String(mailbox.historyId()),
	}),

	"messages.list": (call) => {
		const { mailbox, query, scopes } = call;
		const q = query.get("q") ?? "";
		const readsBodies = scopes.some((scope) => /mail\.google\.com|gmail\.(modify|readonly)$/.test(scope));
		if (q !== "" && !readsBodies)
			throw new GoogleError(403, "forbidden", "Metadata scope does not support 'q' parameter");
		const matcher = matcherOf(q, mailbox.labels);
		const labelIds = query.getAll("labelIds");
		for (const id of labelIds) if (!mailbox.labels.has(id)) throw invalid(`Invalid label: ${id}`);
		const isHiddenShown = query.get("includeSpamTrash") === "true" || matcher.reachesHidden;
		const found = mailbox.newestFirst().filter((message) => {
			if (!isHiddenShown && (message.labels.has("SPAM") || message.labels.has("TRASH"))) return false;
			return labelIds.every((id) => message.labels.has(id)) && matcher.matches(message);
		});
		const limit = positiveInteger(query.get("maxResults"), 100, 500);
		const after = query.get("pageToken");
		if (call.dice.strikes("emptyPage", call)) return { nextPageToken: repeated(call) ?? emptyTokenOf(after) };
		const start = after === null ? 0 : indexAfter(found, after);
		const page = found.slice(start, start + limit);
		const last = page.at(-1);
		return {
			// Omitted when empty.
			...(page.length > 0 && { messages: page.map(({ id, threadId }) => ({ id, threadId })) }),
			...(last && start + limit < found.length && { nextPageToken: repeated(call) ?? tokenOf(last) }),
			// An unreliable estimate; the real one also stops at about 200.
			resultSizeEstimate: Math.min(found.length, 201),
		};
	},

	"messages.get": ({ mailbox, params, query, scopes }) => {
		const format = query.get("format") ?? "full";
		if (
			!/^(minimal|metadata)$/.test(format) &&
			!scopes.some((scope) => !scope.endsWith("gmail.metadata") && /gmail|mail\.google/.test(scope))
		)
			throw new GoogleError(403, "forbidden", "Metadata scope doesn't allow format FULL");
		return messageResource(mailbox.find(params.id ?? ""), query);
	},

	"messages.attachments.get": async ({ mailbox, params }) => {
		const found = await attachmentResource(mailbox.find(params.id ?? ""), params.attachment ?? "");
		if (!found) throw invalid("Invalid attachment token");
		return found;
	},

	"threads.get": async ({ mailbox, params, query }) => {
		const members = mailbox.newestFirst().filter(({ threadId }) => threadId === params.id);
		if (members.length === 0) throw notFound();
		const messages = await Promise.all(members.reverse().map((message) => messageResource(message, query)));
		return { id: params.id, historyId: String(Math.max(...members.map(({ historyId }) => historyId))), messages };
	},

	/** https://developers.google.com/workspace/gmail/api/guides/sync: 404 when the start is too old. */
	"history.list": (call) => {
		const { mailbox, query } = call;
		const start = Number(query.get("startHistoryId"));
		if (!query.get("startHistoryId") || !Number.isInteger(start)) throw invalid("Invalid startHistoryId");
		const isStale = call.dice.strikes("staleCursor", call);
		if (start < mailbox.oldestHistory() || start > mailbox.historyId() || isStale) throw notFound();
		const types = query.getAll("historyTypes").map((type) => type.toLowerCase());
		const labelId = query.get("labelId");
		const [from = start, empty = 0] = query.get("pageToken")?.split("-").map(Number) ?? [];
		const records = mailbox.history.filter(
			(record) =>
				record.id > from &&
				(types.length === 0 || types.includes(record.type.toLowerCase())) &&
				(labelId === null || record.labels.includes(labelId) || record.changed.includes(labelId)),
		);
		// Each empty page has a token of its own.
		if (call.dice.strikes("emptyPage", call))
			return { nextPageToken: repeated(call) ?? `${from}-${empty + 1}`, historyId: String(mailbox.historyId()) };
		const page = records.slice(0, positiveInteger(query.get("maxResults"), 100, 500));
		const last = page.at(-1);
		let shown = page.map(entryOf);
		if (call.dice.strikes("duplicated", call)) shown = shown.flatMap((entry) => [entry, entry]);
		if (call.dice.strikes("reordered", call)) shown = call.dice.shuffle(shown);
		return {
			...(shown.length > 0 && { history: shown }),
			...(last && page.length < records.length && { nextPageToken: repeated(call) ?? String(last.id) }),
			historyId: String(mailbox.historyId()),
		};
	},
};

/** The token of this page as that of the next one, when that fault is due. */
function repeated({ dice, query, ...request }: Call): string | null {
	const token = query.get("pageToken");
	return token !== null && dice.strikes("repeatedPage", request) ? token : null;
}

/** Newest first, starting after that message, which may have been deleted. */
function indexAfter(list: GmailMessage[], token: string): number {
	const [date, id = ""] = Buffer.from(token, "base64url").toString().split(" ");
	const internalDate = Number(date);
	if (!Number.isFinite(internalDate) || id === "") throw invalid("Invalid pageToken");
	const isBehind = (message: GmailMessage) =>
		message.internalDate < internalDate || (message.internalDate === internalDate && message.id < id);
	const found = list.findIndex(isBehind);
	return found < 0 ? list.length : found;
}

function tokenOf({ internalDate, id }: GmailMessage): string {
	return Buffer.from(`${internalDate} ${id}`).toString("base64url");
}

/** Of a page that starts where this one does. Each empty page has a token of its own. */
function emptyTokenOf(token: string | null): string {
	const before = token === null ? `${Number.MAX_SAFE_INTEGER} ~` : Buffer.from(token, "base64url").toString();
	return Buffer.from(`${before} empty`).toString("base64url");
}

function entryOf(record: HistoryRecord): Record<string, unknown> {
	const short = { id: record.messageId, threadId: record.threadId };
	const message = { ...short, ...(record.labels.length > 0 && { labelIds: strings(record.labels) }) };
	const change = { message, ...(record.changed.length > 0 && { labelIds: record.changed }) };
	const names = {
		messageAdded: "messagesAdded",
		messageDeleted: "messagesDeleted",
		labelAdded: "labelsAdded",
		labelRemoved: "labelsRemoved",
	};
	return { id: String(record.id), messages: [short], [names[record.type]]: [change] };
}
