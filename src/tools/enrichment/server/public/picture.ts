import { AppError } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Picture } from "../../contract.ts";
import type { Question } from "../source.ts";

const TIMEOUT_MS = 8_000;
/** Of the original; what sources are asked for is smaller. */
const MAX_BYTES = 64 * 1024;

/** Raster images only, by their first bytes in hexadecimal: SVG is a document. */
const TYPES: readonly [string, RegExp][] = [
	["image/png", /^89504e470d0a1a0a/],
	["image/jpeg", /^ffd8ff/],
	["image/gif", /^4749463837|^4749463839/],
	["image/webp", /^52494646.{8}57454250/],
];

/**
 * Fetches a picture that a source names.
 * @returns null: there is none, or it is too large or no raster image. Details of a person do not fail with it
 */
export async function fetchPicture(
	{ net }: Pick<MailContext, "net">,
	{ kind, source, url, page = url }: Omit<Picture, "dataUrl"> & { page?: string },
	{ signal }: Pick<Question, "signal">,
): Promise<Picture | null> {
	try {
		const reply = await net.http(url, {
			...{ headers: { accept: "image/*" }, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, maxRedirects: 2 },
			...(signal !== undefined && { signal }),
		});
		const type = reply.status === 200 ? typeOf(reply.body) : null;
		if (type === null) return null;
		return { kind, source, url: page, dataUrl: `data:${type};base64,${Buffer.from(reply.body).toString("base64")}` };
	} catch (cause) {
		if (signal?.aborted || !(cause instanceof AppError)) throw cause;
		return null;
	}
}

function typeOf(bytes: Uint8Array): string | null {
	const start = Buffer.from(bytes.subarray(0, 16)).toString("hex");
	return TYPES.find(([, pattern]) => pattern.test(start))?.[0] ?? null;
}
