import { readRetryAfter } from "#providers/shared/retries.ts";
import { unreadable } from "./errors.ts";

/** Batch requests and responses as `multipart/mixed` (https://developers.google.com/workspace/gmail/api/guides/batch). */

export interface BatchPart {
	verb: string;
	/** Absolute path. */
	path: string;
	body?: unknown;
}

export interface BatchResponse {
	/** Index of its request in the batch. */
	index: number;
	status: number;
	retryAfter: number | null;
	body: string;
}

export function writeBatch(parts: readonly BatchPart[], boundary: string): string {
	const written = parts.map(({ verb, path, body }, index) => {
		const head = `--${boundary}\r\nContent-Type: application/http\r\nContent-ID: <${index}>\r\n\r\n${verb} ${path}\r\n`;
		return body === undefined
			? `${head}\r\n`
			: `${head}Content-Type: application/json\r\n\r\n${JSON.stringify(body)}\r\n`;
	});
	return `${written.join("")}--${boundary}--\r\n`;
}

/**
 * Yields responses as they arrive. A truncated response ends the stream without an error.
 * @param limit maximum bytes per response
 */
export async function* readBatch(
	contentType: string,
	body: AsyncIterable<Uint8Array>,
	limit: number,
): AsyncGenerator<BatchResponse> {
	const boundary = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType);
	if (boundary === null) throw unreadable();
	let position = -1;
	for await (const part of split(body, Buffer.from(`\r\n--${boundary[1] ?? boundary[2]}`), limit)) {
		// Skip the preamble before the first boundary.
		if (++position === 0) continue;
		const answered = readPart(part, position - 1);
		if (answered !== null) yield answered;
	}
}

/** Yields the bytes before each delimiter. Large parts are concatenated once. */
async function* split(body: AsyncIterable<Uint8Array>, mark: Buffer, limit: number): AsyncGenerator<Buffer> {
	let pending: Buffer[] = [];
	let size = 0;
	// The first boundary may be the first line.
	let rest = Buffer.from("\r\n");
	for await (const chunk of body) {
		rest = Buffer.concat([rest, chunk]);
		for (let at = rest.indexOf(mark); at >= 0; at = rest.indexOf(mark)) {
			yield Buffer.concat([...pending, rest.subarray(0, at)]);
			pending = [];
			size = 0;
			rest = rest.subarray(at + mark.length);
		}
		// The tail may be the start of a delimiter.
		const safe = rest.length - mark.length + 1;
		if (safe <= 0) continue;
		pending.push(rest.subarray(0, safe));
		size += safe;
		rest = rest.subarray(safe);
		if (size > limit) throw unreadable();
	}
}

/** @param position index of the part, used when its Content-ID names no request */
function readPart(part: Buffer, position: number): BatchResponse | null {
	const outer = cutAtEmptyLine(part);
	const inner = outer === null ? null : cutAtEmptyLine(outer.rest);
	if (outer === null || inner === null) return null;
	const named = /^content-id:\s*<?(?:response-)?(\d+)>?\s*$/im.exec(outer.head);
	const status = /^\s*HTTP\/[\d.]+ (\d{3})/.exec(inner.head);
	if (status === null) return null;
	return {
		index: named === null ? position : Number(named[1]),
		status: Number(status[1]),
		retryAfter: readRetryAfter(/^retry-after:\s*(\S+)\s*$/im.exec(inner.head)?.[1] ?? null),
		body: inner.rest.toString(),
	};
}

function cutAtEmptyLine(bytes: Buffer): { head: string; rest: Buffer } | null {
	for (const mark of ["\r\n\r\n", "\n\n"]) {
		const at = bytes.subarray(0, 16_384).indexOf(mark);
		if (at >= 0) return { head: bytes.subarray(0, at).toString(), rest: bytes.subarray(at + mark.length) };
	}
	return null;
}
