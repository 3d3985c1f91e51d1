import type { Context } from "../../context.ts";
import { AppError, notFound } from "../../errors.ts";
import { attachmentContent } from "../parse/parse-message.ts";
import type { StoredEmail } from "./read.ts";
import { readWhole } from "./whole-email.ts";

/** Types that a browser may show by itself, each as exactly this and nothing else. */
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

/** Longer than file systems take; a header has to stay short. */
const LONGEST_NAME = 250;

/** The message's own bytes. @throws AppError 404 when they are not kept */
export async function rawMessage(ctx: Pick<Context, "blobs">, email: StoredEmail): Promise<Uint8Array> {
	const raw = email.rawSha256 === null ? null : await ctx.blobs.get(email.accountId, email.rawSha256);
	if (raw === null) throw new AppError(404, "not-found", "The message's own bytes are not kept here.");
	return raw;
}

/** The whole message as a reply; `download` offers it as a file named after the subject. */
export async function rawReply(ctx: Context, ownerId: string, id: string, download: boolean): Promise<Response> {
	const email = await readWhole(ctx, ownerId, id);
	const raw = await rawMessage(ctx, email);
	const name = `${email.subject.slice(0, 100)}.eml`;
	return reply(raw, {
		"content-type": "message/rfc822",
		"content-disposition": disposition(download ? "attachment" : "inline", name),
	});
}

/**
 * One attachment as a reply.
 * @param inline shows it in the browser where its type is safe to show; others are downloaded all the same
 */
export async function attachmentReply(
	ctx: Context,
	ownerId: string,
	id: string,
	index: number,
	inline: boolean,
): Promise<Response> {
	const email = await readWhole(ctx, ownerId, id);
	const content = await attachmentContent(await rawMessage(ctx, email), index);
	if (content === null) throw notFound("The attachment");
	const type = content.facts.contentType.toLowerCase().split(";")[0]?.trim() ?? "";
	const shown = inline ? SHOWN_INLINE.get(type) : undefined;
	return reply(content.bytes, {
		"content-type": shown ?? "application/octet-stream",
		"content-disposition": disposition(shown === undefined ? "attachment" : "inline", content.facts.filename),
	});
}

/** An image fetched for a reader, as a reply. */
export function imageReply(bytes: Uint8Array, contentType: string): Response {
	return reply(bytes, { "content-type": contentType, "content-disposition": "inline" });
}

/** `src/server/http/security-headers.ts` sees to it that they run nothing, whatever they are. */
function reply(bytes: Uint8Array, headers: Record<string, string>): Response {
	const body = new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
	return new Response(body, {
		headers: {
			"cache-control": "private, max-age=3600",
			"content-length": String(bytes.byteLength),
			...headers,
		},
	});
}

/** Content-Disposition with the name in ASCII and, whole, in UTF-8 (RFC 6266, RFC 5987). */
export function disposition(kind: "attachment" | "inline", filename: string): string {
	const clean =
		filename
			.slice(0, LONGEST_NAME)
			.replaceAll(/[\p{Cc}\p{Cf}\\/]/gu, "_")
			.toWellFormed() || "attachment";
	const ascii = clean.replaceAll(/[^\x20-\x7e]/g, "_").replaceAll('"', "'");
	const encoded = encodeURIComponent(clean).replaceAll(
		/['()*]/g,
		(c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
