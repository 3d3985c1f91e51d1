/**
 * Graph's methods that take whole messages: MIME as base64 with `text/plain`
 * (https://learn.microsoft.com/graph/outlook-send-mime-message), or JSON.
 */

import { headOf, recipientsOf, withoutBcc } from "../messages.ts";
import { type Call, created, type Handler, Reply } from "./call.ts";
import { badRequest, GraphError } from "./errors.ts";
import type { OutlookFolder } from "./folders.ts";
import type { MethodName } from "./methods.ts";
import { messageResource, viewOf } from "./resource.ts";

/** https://learn.microsoft.com/graph/outlook-send-mime-message */
const MAX_REQUEST_BYTES = 4 * 1024 * 1024;

const accepted = (): Reply => new Reply(null, { status: 202 });

export const sending: Partial<Record<MethodName, Handler>> = {
	sendMail: (call) => {
		const { mailbox } = call;
		const raw = call.body === null ? mimeIn(call) : composed(call, (call.body.message ?? {}) as GraphMessage);
		pass(call, raw);
		if (call.body?.saveToSentItems !== false)
			mailbox.add(raw, { folder: mailbox.folders.find("sentitems"), isRead: true });
		return accepted();
	},
	"messages.create": (call) => draft(call, call.mailbox.folders.find("drafts")),
	"messages.createIn": (call) => draft(call, call.mailbox.folders.find(call.params.folder ?? "")),
	/** The draft itself becomes the copy in Sent Items: its immutable id stays. */
	"messages.send": (call) => {
		const { mailbox } = call;
		const message = mailbox.find(call.params.id ?? "");
		if (!message.isDraft) throw new GraphError(400, "ErrorInvalidRequest", "The message is not a draft.");
		pass(call, message.raw);
		mailbox.move(message, mailbox.folders.find("sentitems"));
		message.receivedAt = call.now();
		mailbox.change(message, { isDraft: false, isRead: true });
		return accepted();
	},
};

async function draft(call: Call, folder: OutlookFolder): Promise<Reply> {
	const raw = call.body === null ? mimeIn(call) : composed(call, call.body as GraphMessage);
	const message = call.mailbox.add(raw, { folder, isDraft: true, isRead: true });
	return created(await messageResource(message, viewOf(call.query, call.prefer)));
}

/** Delivers to local recipients, without Bcc. */
function pass(call: Call, raw: Buffer): void {
	const recipients = recipientsOf(headOf(raw));
	if (recipients.length === 0)
		throw new GraphError(
			400,
			"ErrorInvalidRecipients",
			"At least one recipient isn't valid., At least one recipient isn't valid.",
		);
	call.deliver(withoutBcc(raw), recipients);
}

function mimeIn({ text }: Call): Buffer {
	if (text === "") throw badRequest("Empty Payload. JSON content expected.");
	if (text.length > MAX_REQUEST_BYTES) throw new GraphError(413, "RequestEntityTooLarge", "The request is too large.");
	if (!/^[A-Za-z0-9+/\r\n]+=*\s*$/.test(text))
		throw new GraphError(400, "ErrorMimeContentInvalidBase64String", "Invalid base64 string for MIME content.");
	return Buffer.from(text, "base64");
}

interface GraphMessage {
	subject?: string;
	body?: { contentType?: string; content?: string };
	toRecipients?: Recipient[];
	ccRecipients?: Recipient[];
	bccRecipients?: Recipient[];
}

interface Recipient {
	emailAddress: { address: string; name?: string };
}

/** A simple version of the message that Exchange generates from JSON. */
function composed(call: Call, outgoing: GraphMessage): Buffer {
	const people = (list: Recipient[] | undefined) =>
		(list ?? []).map(({ emailAddress }) => emailAddress.address).join(", ");
	const isHtml = outgoing.body?.contentType?.toLowerCase() === "html";
	const fields = {
		From: `${call.user.name} <${call.user.email}>`,
		To: people(outgoing.toRecipients),
		Cc: people(outgoing.ccRecipients),
		Bcc: people(outgoing.bccRecipients),
		Subject: outgoing.subject ?? "",
		Date: new Date(call.now()).toUTCString(),
		"Message-ID": `<${call.mailbox.newId("m")}@outlook.example>`,
		"MIME-Version": "1.0",
		"Content-Type": `text/${isHtml ? "html" : "plain"}; charset=utf-8`,
	};
	const head = Object.entries(fields).filter(([, value]) => value !== "");
	return Buffer.from(
		`${head.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${outgoing.body?.content ?? ""}`,
	);
}
