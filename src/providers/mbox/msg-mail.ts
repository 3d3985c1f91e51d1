/** Outlook's `.msg` files as mail. Runs in a worker thread: the reader of the file format trusts what it reads. */

import { hash } from "node:crypto";
import { createRequire } from "node:module";
import type { FieldsData } from "@kenjiuno/msgreader";
import type { AttachmentData } from "@kenjiuno/msgreader/lib/MsgReader.js";
import MailComposer from "nodemailer/lib/mail-composer";
import { decodeCharset } from "#shared/mail/charsets.ts";

// The package has one CommonJS module with a default export in it.
const { default: MsgReader } = createRequire(import.meta.url)(
	"@kenjiuno/msgreader",
) as typeof import("@kenjiuno/msgreader");

/** Fields of the original header that are kept; this matches those of the body, which are generated. */
const BODY_FIELD = /^(?:content-[a-z-]+|mime-version)$/i;
const UTF_8 = 65_001;

/**
 * The message in a `.msg` file, as RFC 5322 bytes.
 * @throws Error when the file holds no message
 */
export async function mailOfMsg(file: Uint8Array): Promise<Buffer> {
	const bytes = Uint8Array.from(file);
	const reader = new MsgReader(bytes.buffer);
	const fields = reader.getFileData();
	if (fields.dataType !== "msg" || fields.error !== undefined) throw new Error("There is no message in this file");
	const sender = fields.senderSmtpAddress ?? fields.sentRepresentingSmtpAddress ?? fields.creatorSMTPAddress;
	const html = htmlOf(fields);
	const list = (type: string) =>
		(fields.recipients ?? [])
			.filter(({ recipType = "to" }) => recipType === type)
			.map(({ name = "", smtpAddress, email }) => ({ name, address: smtpAddress ?? email ?? "" }));
	// The same file gives the same bytes, so that its message can be read again.
	const digest = hash("sha256", file, "hex").slice(0, 32);
	const node = new MailComposer({
		baseBoundary: digest,
		from: { name: fields.senderName ?? "", address: sender ?? fields.senderEmail ?? "" },
		to: list("to"),
		cc: list("cc"),
		bcc: list("bcc"),
		subject: fields.subject ?? "",
		text: (fields.body ?? "").replaceAll("\0", ""),
		...(html !== null && { html }),
		date: fields.clientSubmitTime ?? fields.messageDeliveryTime ?? new Date(0),
		messageId: fields.messageId ?? `<${digest}@outlook.invalid>`,
		disableFileAccess: true,
		disableUrlAccess: true,
		attachments: (fields.attachments ?? []).map((attachment) => {
			const { fileName, content } = contentOf(reader, attachment);
			return {
				filename: fileName,
				content: Buffer.from(content),
				...(attachment.attachMimeTag !== undefined && { contentType: attachment.attachMimeTag }),
				...(attachment.pidContentId !== undefined && { cid: attachment.pidContentId }),
			};
		}),
	}).compile();
	node.keepBcc = true;
	const composed = await node.build();
	return withOriginalHeader(composed, fields.headers ?? "");
}

/** An attachment; empty if the file has no data of it, as for linked objects. */
function contentOf(reader: InstanceType<typeof MsgReader>, attachment: FieldsData): AttachmentData {
	try {
		return reader.getAttachment(attachment);
	} catch {
		return { fileName: attachment.fileName ?? attachment.name ?? "attachment", content: new Uint8Array() };
	}
}

function htmlOf({ html, bodyHtml, internetCodepage }: FieldsData): string | null {
	if (html !== undefined && html.length > 0) {
		const charset = internetCodepage === undefined || internetCodepage === UTF_8 ? "utf-8" : `cp${internetCodepage}`;
		return decodeCharset(html, charset).text;
	}
	return bodyHtml === undefined || bodyHtml === "" ? null : bodyHtml;
}

/** Received mail keeps the header that it arrived with; what describes the body is of the composed message. */
function withOriginalHeader(composed: Buffer, original: string): Buffer {
	const kept = fieldsIn(original).filter(({ name }) => !BODY_FIELD.test(name));
	if (!kept.some(({ name }) => /^from$/i.test(name))) return composed;
	const end = composed.indexOf("\r\n\r\n");
	const ofBody = fieldsIn(composed.toString("utf8", 0, end)).filter(({ name }) => BODY_FIELD.test(name));
	const header = [...kept, ...ofBody].map(({ line }) => line).join("\r\n");
	return Buffer.concat([Buffer.from(header), composed.subarray(end)]);
}

/** Header fields with their continuation lines. */
function fieldsIn(header: string): { name: string; line: string }[] {
	const fields: { name: string; line: string }[] = [];
	for (const line of header.replaceAll("\0", "").split(/\r?\n/)) {
		const name = /^([!-9;-~]{1,100}):/.exec(line)?.[1];
		const last = fields.at(-1);
		if (name !== undefined) fields.push({ name, line });
		else if (last !== undefined && /^[ \t]+\S/.test(line)) last.line += `\r\n${line}`;
	}
	return fields;
}
