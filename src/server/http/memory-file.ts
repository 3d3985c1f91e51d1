import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export type Encoding = "br" | "gzip";

/** A file served from memory. */
export interface MemoryFile {
	type: string;
	/** ETag value without quotes. */
	hash: string;
	bytes: Uint8Array;
	/** Compressed at build time or on first request; null where compression saves nothing. */
	compressed: Map<Encoding, Promise<Uint8Array | null>>;
}

/** @param type media type */
export function memoryFile(type: string, bytes: Uint8Array): MemoryFile {
	const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
	return { type, hash, bytes, compressed: new Map() };
}

/**
 * Answers a GET or HEAD: compressed per Accept-Encoding, 304 when the client has this version (RFC 9110 §13).
 * @param cacheControl the value of Cache-Control
 */
export async function replyWithFile(
	request: Request,
	file: MemoryFile,
	cacheControl: string,
	status: 200 | 404 = 200,
): Promise<Response> {
	const encoding = chooseEncoding(request.headers.get("accept-encoding") ?? "", file);
	const compressed = encoding === null ? null : await compress(file, encoding);
	const etag = `"${file.hash}${compressed === null ? "" : `-${encoding}`}"`;
	const headers = new Headers({ "content-type": file.type, "cache-control": cacheControl, vary: "accept-encoding" });
	if (status === 200) {
		headers.set("etag", etag);
		const known = request.headers.get("if-none-match");
		if (known?.split(",").some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, ""))))
			return new Response(null, { status: 304, headers });
	}
	if (compressed !== null && encoding !== null) headers.set("content-encoding", encoding);
	const bytes = compressed ?? file.bytes;
	headers.set("content-length", String(bytes.byteLength));
	return new Response(request.method === "HEAD" ? null : new Uint8Array(bytes), { status, headers });
}

function chooseEncoding(accepted: string, file: MemoryFile): Encoding | null {
	if (!/^(text\/|application\/(json|javascript|manifest\+json)|image\/svg)/.test(file.type)) return null;
	const refused = (name: Encoding) => new RegExp(`\\b${name}\\s*;\\s*q=0(\\.0*)?\\s*(,|$)`).test(accepted);
	for (const encoding of ["br", "gzip"] as const)
		if (new RegExp(`\\b${encoding}\\b`).test(accepted) && !refused(encoding)) return encoding;
	return null;
}

function compress(file: MemoryFile, encoding: Encoding): Promise<Uint8Array | null> {
	const known = file.compressed.get(encoding);
	if (known !== undefined) return known;
	const made = pack[encoding](file.bytes).then((bytes) => (bytes.byteLength < file.bytes.byteLength ? bytes : null));
	file.compressed.set(encoding, made);
	return made;
}

const pack: Record<Encoding, (bytes: Uint8Array) => Promise<Uint8Array>> = {
	br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
	gzip: (bytes) => promisify(gzip)(bytes),
};
