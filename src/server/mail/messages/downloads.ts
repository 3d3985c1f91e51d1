import { Transform, type TransformCallback } from "node:stream";
import { AppError } from "../../errors.ts";

/** Concurrent downloads per user in this process. */
export const MAX_DOWNLOADS = 8;
/** The same for inline content of a message, which a browser requests all at once. */
export const MAX_INLINE = 64;
/** A client that reads nothing for this long is disconnected. */
const STALLED_MS = 60_000;
const RETRY_AFTER_SECONDS = 10;

type Kind = "file" | "inline";

const running = new Map<string, number>();

/**
 * Claims a download slot.
 * @returns releases the slot; safe to call more than once
 * @throws AppError 429 `too-many-downloads`
 */
export function beginDownload(ownerId: string, kind: Kind): () => void {
	const key = `${kind} ${ownerId}`;
	const count = running.get(key) ?? 0;
	const max = kind === "file" ? MAX_DOWNLOADS : MAX_INLINE;
	if (count >= max)
		throw new AppError(
			429,
			"too-many-downloads",
			`You can download ${max} files at a time. Wait for one of them to finish, then try again.`,
			{ headers: { "retry-after": String(RETRY_AFTER_SECONDS) } },
		);
	running.set(key, count + 1);
	let isOver = false;
	return () => {
		if (isOver) return;
		isOver = true;
		const remaining = (running.get(key) ?? 1) - 1;
		if (remaining > 0) running.set(key, remaining);
		else running.delete(key);
	};
}

/** Decodes base64 as a stream; skips anything that is not base64, such as line breaks. */
export class Base64Decoder extends Transform {
	#rest = "";

	override _transform(piece: Buffer, _: BufferEncoding, done: TransformCallback): void {
		const clean = this.#rest + piece.toString("latin1").replace(/[^A-Za-z0-9+/]+/g, "");
		const completeLength = clean.length - (clean.length % 4);
		this.#rest = clean.slice(completeLength);
		done(null, Buffer.from(clean.slice(0, completeLength), "base64"));
	}

	override _flush(done: TransformCallback): void {
		done(null, Buffer.from(this.#rest, "base64"));
	}
}

/** Passes data through, and fails when the reader stalls. */
export class StallGuard extends Transform {
	#timer: NodeJS.Timeout | undefined;

	override _transform(piece: Buffer, _: BufferEncoding, done: TransformCallback): void {
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.destroy(new Error("The reader stopped reading.")), STALLED_MS).unref();
		done(null, piece);
	}

	override _destroy(cause: Error | null, done: (error?: Error | null) => void): void {
		clearTimeout(this.#timer);
		done(cause);
	}
}
