/** Gmail's methods that take whole messages: send, insert, import, drafts; and watch. */

import { dateOf, headOf, recipientsOf, withoutBcc } from "../messages.ts";
import { type Call, type Handlers, positiveInteger, strings } from "./call.ts";
import { invalid, notFound } from "./errors.ts";
import type { GmailMessage } from "./mailbox.ts";
import { matcherOf } from "./query.ts";
import { messageResource } from "./resource.ts";

/** A watch lasts seven days (https://developers.google.com/workspace/gmail/api/guides/push). */
const WATCH_MS = 7 * 86_400_000;
const MINIMAL = new URLSearchParams({ format: "minimal" });

export const sending: Handlers = {
	"messages.send": (call) => messageResource(send(call, messageIn(call, call.body)), MINIMAL),
	"messages.insert": (call) => {
		const { raw, thread } = messageIn(call, call.body);
		return messageResource(storeMessage(call, raw, thread, "receivedTime"), MINIMAL);
	},
	"messages.import": (call) => {
		const { raw, thread } = messageIn(call, call.body);
		return messageResource(storeMessage(call, raw, thread, "dateHeader"), MINIMAL);
	},

	"drafts.list": ({ mailbox, query }) => {
		const { matches } = matcherOf(query.get("q") ?? "", mailbox.labels);
		const all = [...mailbox.drafts].filter(([, messageId]) => matches(mailbox.find(messageId))).reverse();
		const start = Number(query.get("pageToken") ?? 0);
		const limit = positiveInteger(query.get("maxResults"), 100, 500);
		const page = all.slice(start, start + limit).map(([id, messageId]) => {
			const { threadId } = mailbox.find(messageId);
			return { id, message: { id: messageId, threadId } };
		});
		return {
			...(page.length > 0 && { drafts: page }),
			...(start + limit < all.length && { nextPageToken: String(start + limit) }),
			resultSizeEstimate: all.length,
		};
	},
	"drafts.get": async (call) => {
		const message = draftOf(call, call.params.id);
		return { id: call.params.id, message: await messageResource(message, call.query) };
	},
	"drafts.create": (call) => {
		const { raw, thread } = messageIn(call, (call.body.message ?? {}) as Record<string, unknown>);
		return saveDraft(call, call.mailbox.newId("r"), raw, thread);
	},
	/** The draft keeps its id; its message gets a new one. */
	"drafts.update": (call) => {
		const id = call.params.id ?? "";
		const old = draftOf(call, id);
		const { raw, thread } = messageIn(call, (call.body.message ?? {}) as Record<string, unknown>);
		const saved = saveDraft(call, id, raw, thread ?? old.threadId);
		call.mailbox.remove(old);
		return saved;
	},
	"drafts.delete": (call) => call.mailbox.remove(draftOf(call, call.params.id)),
	"drafts.send": (call) => {
		const id = String(call.body.id ?? "");
		const draft = draftOf(call, id);
		const given = call.body.message as Record<string, unknown> | undefined;
		const isChanged = call.media !== null || typeof given?.raw === "string";
		const { raw } = isChanged ? messageIn(call, given ?? {}) : draft;
		const sent = send(call, { raw, thread: draft.threadId });
		call.mailbox.remove(draft);
		return messageResource(sent, MINIMAL);
	},

	watch: (call) => {
		const topic = call.body.topicName;
		if (typeof topic !== "string" || !/^projects\/[^/]+\/topics\/[^/]+$/.test(topic))
			throw invalid("Invalid topicName does not match projects/*/topics/*");
		call.mailbox.checkLabels(strings(call.body.labelIds), ["SENT", "DRAFT"]);
		const expiration = call.now() + WATCH_MS;
		call.watch({ topic, expiration });
		return { historyId: String(call.mailbox.historyId()), expiration: String(expiration) };
	},
	stop: (call) => call.stopWatching(),
};

/** Stores the sender's copy, and delivers to local recipients without Bcc. */
function send(call: Call, { raw: given, thread }: { raw: Buffer; thread?: string }): GmailMessage {
	const { mailbox } = call;
	const raw = call.newMessageIds ? renamed(given, mailbox.newId("CA")) : given;
	const recipients = recipientsOf(headOf(raw));
	if (recipients.length === 0) throw invalid("Recipient address required");
	// Mail to oneself is one message with both labels.
	const toMyself = recipients.includes(mailbox.email) ? ["INBOX", "UNREAD"] : [];
	const sent = mailbox.add(raw, {
		labels: ["SENT", ...toMyself],
		internalDate: call.now(),
		...(thread !== undefined && { thread }),
	});
	call.deliver(
		withoutBcc(raw),
		recipients.filter((email) => email !== mailbox.email),
	);
	return sent;
}

/** Replaces the Message-ID by Gmail's and keeps the original in another header. */
function renamed(raw: Buffer, id: string): Buffer {
	const text = raw.toString("latin1").replace(/^message-id:/im, "X-Google-Original-Message-ID:");
	return Buffer.from(`Message-ID: <${id}@mail.gmail.com>\r\n${text}`, "latin1");
}

function storeMessage(
	call: Call,
	raw: Buffer,
	thread: string | undefined,
	usual: "receivedTime" | "dateHeader",
): GmailMessage {
	const labels = strings(call.body.labelIds);
	call.mailbox.checkLabels(labels, ["SENT", "DRAFT"]);
	const source = call.query.get("internalDateSource") ?? usual;
	const date = source === "dateHeader" ? dateOf(headOf(raw)) : null;
	return call.mailbox.add(raw, {
		labels,
		internalDate: date ?? call.now(),
		...(thread !== undefined && { thread }),
	});
}

function saveDraft({ mailbox, now }: Call, id: string, raw: Buffer, thread: string | undefined) {
	const message = mailbox.add(raw, {
		labels: ["DRAFT"],
		internalDate: now(),
		...(thread !== undefined && { thread, joins: true }),
	});
	mailbox.drafts.set(id, message.id);
	return { id, message: { id: message.id, threadId: message.threadId, labelIds: ["DRAFT"] } };
}

function draftOf({ mailbox }: Call, id: string | undefined): GmailMessage {
	const messageId = mailbox.drafts.get(id ?? "");
	if (messageId === undefined) throw notFound();
	return mailbox.find(messageId);
}

function messageIn({ media }: Call, body: Record<string, unknown>): { raw: Buffer; thread?: string } {
	const raw = media ?? (typeof body.raw === "string" ? Buffer.from(body.raw, "base64url") : null);
	if (raw === null || raw.length === 0)
		throw invalid("'raw' RFC822 payload message string or uploading message via /upload/* URL required");
	return { raw, ...(typeof body.threadId === "string" && { thread: body.threadId }) };
}
