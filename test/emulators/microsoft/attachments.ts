/**
 * Attaching files to a draft: with one request, or in an upload session
 * (https://learn.microsoft.com/graph/outlook-large-attachments).
 */

import { type Call, created, type Handler, json } from "./call.ts";
import { badRequest, GraphError, itemNotFound } from "./errors.ts";
import type { OutlookMessage } from "./mailbox.ts";
import type { MethodName } from "./methods.ts";

const SMALL_BYTES = 3_000_000;
const MAX_RANGE_BYTES = 4 * 1024 * 1024;

interface FileItem {
	name: string;
	contentType: string;
	contentId: string | null;
	isInline: boolean;
}

interface UploadSession {
	message: OutlookMessage;
	file: FileItem;
	size: number;
	received: Buffer[];
	length: number;
	done(content: Buffer): void;
}

const sessions = new Map<string, UploadSession>();

export const attaching: Partial<Record<MethodName, Handler>> = {
	"attachments.create": (call) => {
		const message = draftOf(call);
		const { contentBytes, ...item } = json(call);
		const content = Buffer.from(String(contentBytes ?? ""), "base64");
		if (content.length >= SMALL_BYTES) throw new GraphError(413, "RequestEntityTooLarge", "The file is too large.");
		attach(call, message, fileOf(item), content);
		return created({ id: call.mailbox.newId("AAMkAtt"), ...item, size: content.length });
	},
	"attachments.createUploadSession": (call) => {
		const message = draftOf(call);
		const item = json(call).AttachmentItem as (Record<string, unknown> & { size?: number }) | undefined;
		const size = Number(item?.size);
		if (item?.attachmentType !== "file" || !(size >= SMALL_BYTES))
			throw badRequest("Attachments of an upload session are files of at least 3 MB.");
		const file = fileOf(item);
		const token = crypto.randomUUID();
		const done = (content: Buffer): void => attach(call, message, file, content);
		sessions.set(token, { message, file, size, received: [], length: 0, done });
		return created({
			uploadUrl: `${call.base.replace(/\/v1\.0$/, "")}/v1.0/uploads/${token}`,
			expirationDateTime: new Date(call.now() + 3_600_000).toISOString(),
			nextExpectedRanges: ["0-"],
		});
	},
};

/** A range of an upload session: its URL is the permission. */
export async function receiveRange(request: Request): Promise<Response> {
	try {
		const token = new URL(request.url).pathname.split("/").at(-1) ?? "";
		const session = sessions.get(token);
		if (session === undefined) throw itemNotFound();
		if (request.headers.has("authorization")) throw new GraphError(401, "InvalidAudience", "Send no token here.");
		const bytes = Buffer.from(await request.arrayBuffer());
		const [, from, until, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(request.headers.get("content-range") ?? "") ?? [];
		const isNext = Number(from) === session.length && Number(total) === session.size;
		if (!isNext || Number(until) - Number(from) + 1 !== bytes.length || bytes.length > MAX_RANGE_BYTES)
			throw new GraphError(416, "InvalidContentRange", "The range is not the next one, or is too large.");
		session.received.push(bytes);
		session.length += bytes.length;
		if (session.length < session.size)
			return Response.json({ nextExpectedRanges: [String(session.length)] }, { status: 200 });
		sessions.delete(token);
		session.done(Buffer.concat(session.received));
		return new Response(null, { status: 201 });
	} catch (error) {
		if (error instanceof GraphError) return error.response();
		throw error;
	}
}

function draftOf({ mailbox, params }: Call): OutlookMessage {
	const message = mailbox.find(params.id ?? "");
	if (!message.isDraft) throw new GraphError(400, "ErrorInvalidRequest", "The message is not a draft.");
	return message;
}

function fileOf({ name, contentType, contentId, isInline }: Record<string, unknown>): FileItem {
	return {
		name: String(name ?? ""),
		contentType: typeof contentType === "string" ? contentType : "application/octet-stream",
		contentId: typeof contentId === "string" ? contentId : null,
		isInline: isInline === true,
	};
}

/** The message within `multipart/mixed`, followed by the file. */
function attach({ mailbox }: Call, message: OutlookMessage, file: FileItem, content: Buffer): void {
	const text = message.raw.toString("latin1");
	const end = text.indexOf("\r\n\r\n");
	const fields = text.slice(0, end).split(/\r\n(?![ \t])/);
	const isOfContent = (field: string): boolean => /^content-/i.test(field);
	const boundary = mailbox.newId("_outlook_").replace(/[^\w]/g, "");
	const name = JSON.stringify(file.name);
	const lines = [
		...fields.filter((field) => !isOfContent(field)),
		`Content-Type: multipart/mixed; boundary="${boundary}"`,
		"",
		`--${boundary}`,
		...fields.filter(isOfContent),
		"",
		text.slice(end + 4),
		`--${boundary}`,
		`Content-Type: ${file.contentType}; name=${name}`,
		`Content-Disposition: ${file.isInline ? "inline" : "attachment"}; filename=${name}`,
		...(file.contentId === null ? [] : [`Content-ID: <${file.contentId}>`]),
		"Content-Transfer-Encoding: base64",
		"",
		(content.toString("base64").match(/.{1,76}/g) ?? []).join("\r\n"),
		`--${boundary}--`,
		"",
	];
	mailbox.replace(message, Buffer.from(lines.join("\r\n"), "latin1"));
}
