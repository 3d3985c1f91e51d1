/** Outlook's `.msg` files as mail. Runs in a worker thread: the reader of the file format trusts what it reads. */

import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import { createRequire } from "node:module";
import type { FieldsData } from "@kenjiuno/msgreader";
import type { AttachmentData } from "@kenjiuno/msgreader/lib/MsgReader.js";
import MailComposer from "nodemailer/lib/mail-composer";
import { encodeWords } from "nodemailer/lib/mime-funcs";
import { readCompressedRtf } from "#server/mail/provider/rtf.ts";
import { decodeCharset } from "#shared/mail/charsets.ts";
import { ansiCodePage, codePageName } from "./code-pages.ts";

// The package has one CommonJS module with a default export in it.
const { default: MsgReader } = createRequire(import.meta.url)(
	"@kenjiuno/msgreader",
) as typeof import("@kenjiuno/msgreader");

/** The tag and type of PidTagCreatorName in Unicode. */
const CREATOR_NAME = 0x3ff8001f;

/** Fields of the original header that are kept; this matches those of the body, which are generated. */
const BODY_FIELD = /^(?:content-[a-z-]+|mime-version)$/i;

/**
 * The message in a `.msg` file, as RFC 5322 bytes.
 * @throws Error when the file holds no message
 */
export async function mailOfMsg(file: Uint8Array): Promise<Buffer> {
	const bytes = Uint8Array.from(file);
	const { reader, fields, creator } = readFields(bytes);
	if (fields.dataType !== "msg" || fields.error !== undefined) throw new Error("There is no message in this file");
	const body = bodyOf(fields);
	const sender = senderOf(fields, creator);
	const list = (type: string) =>
		(fields.recipients ?? [])
			.filter(({ recipType = "to" }) => recipType === type)
			.map(({ name = "", smtpAddress, email }) => ({
				name: unquoted(name),
				address: internetAddress(smtpAddress, email),
			}));
	// The same file gives the same bytes, so that its message can be read again.
	const digest = hash("sha256", file, "hex").slice(0, 32);
	const node = new MailComposer({
		baseBoundary: digest,
		from: { name: fields.senderName ?? "", address: sender },
		to: list("to"),
		cc: list("cc"),
		bcc: list("bcc"),
		subject: fields.subject ?? "",
		text: body.text.replaceAll("\0", ""),
		...(body.html !== null && { html: body.html }),
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
	const name = sender === "" && fields.senderName ? `From: ${encodeWords(fields.senderName, "B", 52, true)} <>` : "";
	return withOriginalHeader(composed, fields.headers?.trim() ? fields.headers : "", name);
}

interface Read {
	reader: InstanceType<typeof MsgReader>;
	fields: FieldsData;
	/** Who made the message, by name; null if it does not say. */
	creator: string | null;
}

/** The fields, with text that is not Unicode by the code page that the message names. */
function readFields(bytes: Uint8Array<ArrayBuffer>): Read {
	const first = readWith(bytes);
	const encoding = codePageName(ansiCodePage(first.fields));
	if (encoding === null || first.fields.error !== undefined) return first;
	try {
		return readWith(bytes, encoding);
	} catch {
		// A code page that no one knows.
		return first;
	}
}

function readWith(bytes: Uint8Array<ArrayBuffer>, ansiEncoding?: string): Read {
	const reader = new MsgReader(bytes.buffer);
	let creator: string | null = null;
	const propertyObserver = (_: FieldsData, tag: number, raw: Uint8Array | null) => {
		if (tag === CREATOR_NAME && raw !== null) creator = Buffer.from(raw).toString("utf16le").replaceAll("\0", "");
	};
	reader.parserConfig = { propertyObserver, ...(ansiEncoding !== undefined && { ansiEncoding }) };
	const fields = reader.getFileData();
	return { reader, fields, creator };
}

/** Where the sender's address may be, the surest first. Whoever saved the file is named as its creator, too. */
function senderOf(fields: FieldsData, creatorName: string | null): string {
	const { senderSmtpAddress, senderEmail, sentRepresentingSmtpAddress, creatorSMTPAddress } = fields;
	const address = internetAddress(senderSmtpAddress, senderEmail, sentRepresentingSmtpAddress);
	if (address !== "" || creatorSMTPAddress === undefined) return address;
	const isSender = creatorName === null || creatorName === fields.senderName;
	const creator = internetAddress(creatorSMTPAddress);
	const isRecipient = (fields.recipients ?? []).some(
		({ smtpAddress, email }) => internetAddress(smtpAddress, email).toLowerCase() === creator.toLowerCase(),
	);
	return isSender && !isRecipient ? creator : "";
}

/** The first address of the internet; empty if there is none, such as a name within Exchange. */
function internetAddress(...candidates: (string | undefined)[]): string {
	for (const candidate of candidates) {
		const address = unquoted(
			(candidate ?? "")
				.replaceAll("\0", "")
				.trim()
				.replace(/^smtp:/i, ""),
		);
		if (/^[^\s@/<>]+@[^\s@/<>]+$/.test(address) && !/^imceaex-/i.test(address)) return address;
	}
	return "";
}

/** Outlook quotes names that are addresses. */
function unquoted(text: string): string {
	return /^'(.*)'$/s.exec(text.trim())?.[1] ?? text.trim();
}

/** An attachment; empty if the file has no data of it, as for linked objects. */
function contentOf(reader: InstanceType<typeof MsgReader>, attachment: FieldsData): AttachmentData {
	const { fileName, fileNameShort, name, extension, innerMsgContent } = attachment;
	// The short name is of DOS, and what is displayed may be a title.
	const named = [fileName, hasExtension(name) ? name : undefined, fileNameShort, name].find(
		(one) => (one ?? "") !== "",
	);
	const whole = named !== undefined && !hasExtension(named) ? `${named}${extension ?? ""}` : named;
	try {
		const read = reader.getAttachment(attachment);
		return {
			fileName: (innerMsgContent ? read.fileName : whole) ?? read.fileName ?? "attachment",
			content: read.content,
		};
	} catch {
		return { fileName: whole ?? "attachment", content: new Uint8Array() };
	}
}

function hasExtension(name: string | undefined): boolean {
	return /\.[\p{L}\d]{1,8}$/u.test(name ?? "");
}

/** The body: as HTML, in RTF that holds HTML or words, or as text. */
function bodyOf(fields: FieldsData): { html: string | null; text: string } {
	const text = fields.body ?? "";
	const html = htmlOf(fields);
	if (html !== null || fields.compressedRtf === undefined) return { html, text };
	const rtf = readCompressedRtf(fields.compressedRtf);
	if (rtf === null) return { html, text };
	return { html: rtf.html, text: text.trim() === "" ? rtf.text : text };
}

function htmlOf(fields: FieldsData): string | null {
	const { html, bodyHtml, internetCodepage } = fields;
	if (html === undefined || html.length === 0) return bodyHtml === undefined || bodyHtml === "" ? null : bodyHtml;
	if (isUtf8(Buffer.from(html))) return Buffer.from(html).toString("utf8");
	const declared = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{2,40})/i.exec(
		Buffer.from(html).toString("latin1", 0, 4_096),
	)?.[1];
	const charset = codePageName(internetCodepage) ?? declared ?? codePageName(ansiCodePage(fields)) ?? "windows-1252";
	return decodeCharset(html, charset).text;
}

/**
 * Received mail keeps the header that it arrived with; what describes the body is of the composed message.
 * @param sender the line of a sender without an address, which the composer leaves out; empty if there is none
 */
function withOriginalHeader(composed: Buffer, original: string, sender: string): Buffer {
	const kept = fieldsIn(original).filter(({ name }) => !BODY_FIELD.test(name));
	if (!kept.some(({ name }) => /^from$/i.test(name)))
		return sender === "" ? composed : Buffer.concat([Buffer.from(`${sender}\r\n`), composed]);
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
