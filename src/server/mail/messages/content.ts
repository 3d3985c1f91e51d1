import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline, Readable } from "node:stream";
import { notFound } from "../../errors.ts";
import { openFile } from "../../platform/blobs/blobs.ts";
import type { MailContext } from "../context/context.ts";
import type { AttachmentInput } from "../parse/attachment.task.ts";
import type { OpenedAttachment } from "../parse/open.task.ts";
import type { Task } from "../parse/pool/task-protocol.ts";
import { readStored, type StoredEmail } from "../store/read/read-stored.ts";
import { Base64Decoder, beginDownload, StallGuard } from "./downloads.ts";
import { fetchMissing } from "./fetch-missing.ts";
import { notStored, runOnMessage } from "./message-task.ts";
import { openMessage } from "./open-message.ts";

const attachmentTask: Task<AttachmentInput, number | null> = {
	url: new URL("../parse/attachment.task.ts", import.meta.url),
	isTransient: true,
};

/** Types that a browser may display inline, each served as exactly this type. */
const SHOWN_INLINE = new Map([
	["image/png", "image/png"],
	["image/jpeg", "image/jpeg"],
	["image/jpg", "image/jpeg"],
	["image/gif", "image/gif"],
	["image/webp", "image/webp"],
	["image/avif", "image/avif"],
	["application/pdf", "application/pdf"],
	["text/plain", "text/plain; charset=utf-8"],
]);

/** Longer than file systems allow; keeps the header short. */
const MAX_NAME_LENGTH = 250;

/** A decoded attachment has a file name for moments only, so an older file is a leftover. */
const STALE_MS = 3_600_000;

/** A GET, or a HEAD without a body. */
type ContentRequest = Pick<Request, "method" | "signal">;

/** The raw message as a response; `download` serves it as an attachment named after the subject. */
export async function rawReply(
	ctx: MailContext,
	{ ownerId, id }: { ownerId: string; id: string },
	download: boolean,
	request: ContentRequest,
): Promise<Response> {
	const { accountId, rawSha256, subject } = await fetchMissing(
		ctx,
		ownerId,
		await readStored(ctx.database, ownerId, id),
	);
	if (rawSha256 === null) throw notStored();
	const headers = {
		"content-type": "message/rfc822",
		"content-disposition": disposition(download ? "attachment" : "inline", `${subject.slice(0, 100)}.eml`),
	};
	return streamReply(request, beginDownload(ownerId, "file"), headers, async () => {
		const blob = await ctx.blobs.open(accountId, rawSha256);
		if (blob === null) throw notStored();
		return { sizeBytes: blob.sizeBytes, body: blob.body };
	});
}

/**
 * One attachment as a response.
 * @param inline displays it in the browser if its type is safe; other types are downloaded
 */
export async function attachmentReply(
	ctx: MailContext,
	{ ownerId, id }: { ownerId: string; id: string },
	{ index, inline }: { index: number; inline: boolean },
	request: ContentRequest,
): Promise<Response> {
	const email = await fetchMissing(ctx, ownerId, await readStored(ctx.database, ownerId, id));
	const found = (await openMessage(ctx, ownerId, email)).attachments[index];
	if (found === undefined) throw notFound("The attachment");
	const type = found.contentType.toLowerCase().split(";")[0]?.trim() ?? "";
	const shown = inline ? SHOWN_INLINE.get(type) : undefined;
	const headers = {
		"content-type": shown ?? "application/octet-stream",
		"content-disposition": disposition(shown === undefined ? "attachment" : "inline", found.filename),
	};
	const release = beginDownload(ownerId, inline ? "inline" : "file");
	return streamReply(request, release, headers, () =>
		attachmentBody(ctx, ownerId, email, { attachment: found, index }),
	);
}

/** An attachment as a file. */
export interface AttachmentFile {
	sizeBytes: number;
	body: Readable;
}

/** One attachment's bytes; read or destroy `body`. @throws AppError 404, and those of `fetchMissing` */
export async function openAttachment(
	ctx: MailContext,
	{ ownerId, id }: { ownerId: string; id: string },
	index: number,
): Promise<AttachmentFile> {
	const email = await fetchMissing(ctx, ownerId, await readStored(ctx.database, ownerId, id));
	const found = (await openMessage(ctx, ownerId, email)).attachments[index];
	if (found === undefined) throw notFound("The attachment");
	return attachmentBody(ctx, ownerId, email, { attachment: found, index });
}

/** A response with an image that was fetched for a user. */
export function imageReply(bytes: Uint8Array, contentType: string): Response {
	const body = new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
	const headers = { "content-type": contentType, "content-disposition": "inline" };
	return new Response(body, { headers: { ...UNCACHED, "content-length": String(bytes.byteLength), ...headers } });
}

async function attachmentBody(
	ctx: MailContext,
	ownerId: string,
	{ id, accountId, rawSha256 }: StoredEmail,
	{ attachment: { source, sizeBytes }, index }: { attachment: OpenedAttachment; index: number },
): Promise<AttachmentFile> {
	if (rawSha256 === null) throw notStored();
	if (source === null) return decodedByWorker(ctx, ownerId, { id, accountId, rawSha256 }, index);
	if (source.encoding === "decoded") return { sizeBytes, body: Readable.from([source.bytes]) };
	const blob = await ctx.blobs.open(accountId, rawSha256, source);
	if (blob === null) throw notStored();
	if (source.encoding === "identity") return { sizeBytes, body: blob.body };
	return { sizeBytes, body: pipeline(blob.body, new Base64Decoder(), () => undefined) };
}

/** Decodes into a file that is unlinked before it is read, so slow readers hold no memory and leave nothing behind. */
async function decodedByWorker(
	ctx: MailContext,
	ownerId: string,
	message: { id: string; accountId: string; rawSha256: string },
	index: number,
): Promise<AttachmentFile> {
	const folder = partsFolder(ctx);
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const path = join(folder, randomUUID());
	try {
		const sizeBytes = await runOnMessage(ctx, ownerId, message, { task: attachmentTask, input: { index, path } });
		const file = sizeBytes === null ? null : await openFile(path);
		if (file === null) throw notFound("The attachment");
		return file;
	} finally {
		await rm(path, { force: true });
	}
}

function partsFolder({ config }: Pick<MailContext, "config">): string {
	return join(config.dataDir, "cache", "parts");
}

/** Deletes decoded attachments left behind by a killed process. */
export async function clearDecodedParts(ctx: Pick<MailContext, "config">): Promise<void> {
	const folder = partsFolder(ctx);
	for (const name of await readdir(folder).catch(() => [])) {
		const found = await stat(join(folder, name)).catch(() => null);
		if (found !== null && found.mtimeMs < Date.now() - STALE_MS) await rm(join(folder, name), { force: true });
	}
}

/** Mail must not be readable from the browser's cache once its user has signed out. */
const UNCACHED = { "cache-control": "private, no-store" };

/**
 * Streams with backpressure; closes everything when the client disconnects. `src/server/http/security-headers.ts`
 * ensures that the content cannot run scripts, whatever it is.
 */
async function streamReply(
	request: ContentRequest,
	release: () => void,
	headers: Record<string, string>,
	open: () => Promise<AttachmentFile>,
): Promise<Response> {
	let content: AttachmentFile;
	try {
		content = await open();
	} catch (cause) {
		release();
		throw cause;
	}
	const { body, sizeBytes } = content;
	const init = { headers: { ...UNCACHED, "content-length": String(sizeBytes), ...headers } };
	if (request.method === "HEAD" || request.signal.aborted) {
		body.destroy();
		release();
		return new Response(null, init);
	}
	const paced = pipeline(body, new StallGuard(), release);
	request.signal.addEventListener("abort", () => paced.destroy(), { once: true });
	const strategy = new ByteLengthQueuingStrategy({ highWaterMark: 0 });
	return new Response(Readable.toWeb(paced, { strategy }) as ReadableStream<Uint8Array>, init);
}

/** Content-Disposition with the file name in ASCII and, in full, in UTF-8 (RFC 6266, RFC 5987). */
export function disposition(kind: "attachment" | "inline", filename: string): string {
	const clean =
		filename
			.slice(0, MAX_NAME_LENGTH)
			.replaceAll(/[\p{Cc}\p{Cf}\\/]/gu, "_")
			.toWellFormed() || "attachment";
	const ascii = clean.replaceAll(/[^\x20-\x7e]/g, "_").replaceAll('"', "'");
	const encoded = encodeURIComponent(clean).replaceAll(
		/['()*]/g,
		(c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
