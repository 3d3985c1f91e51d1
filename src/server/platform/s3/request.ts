import { createHash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import { limitedFetch } from "#shared/limited-fetch.ts";
import { pause } from "#shared/pause.ts";
import { randomBetween } from "#shared/random-between.ts";
import type { S3Config } from "../../config.ts";
import { field, readAnswer } from "./xml.ts";

/** Signed requests to an S3-compatible store (AWS Signature Version 4), with retries. */

/** The store is temporarily unavailable; retry later. */
export class StorageUnavailable extends Error {
	override name = "StorageUnavailable";
}

/** The store rejected the request; a retry would not help. */
export class S3Refused extends Error {
	override name = "S3Refused";
	/** HTTP status. */
	readonly status: number;
	/** The S3 error code, such as `NoSuchBucket`; empty when there is none. */
	readonly code: string;
	/** The bucket's region, when the store reports that the request went to the wrong one. */
	readonly region: string | null;
	constructor(status: number, code: string, message: string, region: string | null) {
		super(`The object store refused: ${code || status}${message === "" ? "" : ` (${message})`}`);
		this.status = status;
		this.code = code;
		this.region = region;
	}
}

export interface S3Request {
	method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
	/** Full object key; null for the bucket itself. */
	key: string | null;
	query?: Record<string, string>;
	headers?: Record<string, string>;
	body?: Uint8Array<ArrayBuffer>;
	signal?: AbortSignal | undefined;
	/** The response body is streamed, without a time limit. */
	isStream?: boolean;
	/** Limit on the body of the response; default: that of its XML. */
	maxBytes?: number;
}

/** Sends with retries. `read` is part of the attempt, so that a truncated response is requested again. */
export type S3Send = <T>(request: S3Request, read: (response: Response) => Promise<T>) => Promise<T>;

const ATTEMPTS = 6;
const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5_000;
/** Time to first byte: this, plus the time to upload the body at the minimum speed (bytes per millisecond). */
const ANSWER_MS = 20_000;
const SLOW_LINE = 100;
/** Time limit for reading a response that is not streamed. */
const READ_MS = 120_000;

/** A list of 1,000 keys of 1,024 bytes each, with their properties, has 2 MB. */
const MAX_XML_BYTES = 16 * 1024 * 1024;

const EMPTY_SHA256 = createHash("sha256").digest("hex");

/**
 * @param options.answerMs time limit for the start of a response
 * @param options.backoffMs longest wait before the first retry; four times as long before each further one
 */
export function createS3Send(
	config: S3Config,
	{ answerMs = ANSWER_MS, backoffMs = FIRST_BACKOFF_MS }: { answerMs?: number; backoffMs?: number } = {},
): S3Send {
	// Signing keys are valid for a day; the cache avoids deriving them for each request.
	const cache = new Map<string, ArrayBuffer>();

	async function attempt<T>(request: S3Request, read: (response: Response) => Promise<T>): Promise<T> {
		const { body } = request;
		const sha256 = body === undefined ? EMPTY_SHA256 : createHash("sha256").update(body).digest("hex");
		const signed = await new AwsV4Signer({
			method: request.method,
			url: addressOf(config, request).href,
			headers: { ...request.headers, "x-amz-content-sha256": sha256 },
			accessKeyId: config.accessKeyId,
			secretAccessKey: config.secretAccessKey,
			service: "s3",
			region: config.region,
			cache,
		}).sign();
		const late = new AbortController();
		const giveUp = (): void => late.abort(new Error("it did not answer in time"));
		let timer = setTimeout(giveUp, answerMs + (body?.length ?? 0) / SLOW_LINE);
		try {
			const response = await limitedFetch(signed.url, {
				method: signed.method,
				headers: signed.headers,
				redirect: "manual",
				maxBytes: request.maxBytes ?? MAX_XML_BYTES,
				signal: request.signal === undefined ? late.signal : AbortSignal.any([request.signal, late.signal]),
				...(body === undefined ? {} : { body }),
			});
			clearTimeout(timer);
			if (request.isStream !== true || !response.ok) timer = setTimeout(giveUp, READ_MS);
			return await answerOf(response, read);
		} finally {
			clearTimeout(timer);
		}
	}

	async function answerOf<T>(response: Response, read: (response: Response) => Promise<T>): Promise<T> {
		if (response.ok || response.status === 404) return read(response);
		const answer = readAnswer(await response.text());
		if (isTransient(response.status, field(answer, "Code")))
			throw new TransientError(`it answered ${response.status}`, Number(response.headers.get("retry-after")) || 0);
		const region = response.headers.get("x-amz-bucket-region") ?? field(answer, "Region");
		throw new S3Refused(response.status, field(answer, "Code"), field(answer, "Message"), region || null);
	}

	return async (request, read) => {
		let last: unknown;
		for (let attempts = 0; attempts < ATTEMPTS; attempts++) {
			if (attempts > 0) await pause(pauseBefore(attempts, last, backoffMs), request.signal);
			try {
				return await attempt(request, read);
			} catch (cause) {
				request.signal?.throwIfAborted();
				if (cause instanceof S3Refused) throw cause;
				last = cause;
			}
		}
		throw new StorageUnavailable(`The object store cannot be used just now: ${describeCause(last)}.`, { cause: last });
	};
}

/** A transient failure: the store is overloaded or unavailable. */
class TransientError extends Error {
	readonly retryAfter: number;
	/** @param retryAfter seconds, from the Retry-After header */
	constructor(message: string, retryAfter: number) {
		super(message);
		this.retryAfter = retryAfter;
	}
}

function isTransient(status: number, code: string): boolean {
	return status >= 500 || status === 429 || status === 408 || code === "RequestTimeout" || code === "SlowDown";
}

/** Exponential backoff with jitter, so that processes do not retry in step. */
function pauseBefore(attempts: number, last: unknown, firstMs: number): number {
	const requestedMs = last instanceof TransientError ? Math.min(last.retryAfter * 1000, 6 * MAX_BACKOFF_MS) : 0;
	const longest = Math.min(firstMs * 4 ** (attempts - 1), MAX_BACKOFF_MS);
	return Math.max(requestedMs, randomBetween(longest / 2, longest));
}

/** `fetch` wraps the actual error in `cause`. */
function describeCause(cause: unknown): string {
	const inner = cause instanceof TypeError && cause.cause instanceof Error ? cause.cause : cause;
	const code = (inner as NodeJS.ErrnoException).code;
	return code ?? (inner instanceof Error ? inner.message : String(inner));
}

/** Keys need no escaping, so the URL always equals what is signed. */
function addressOf(config: S3Config, { key, query }: S3Request): URL {
	const url = new URL(config.endpoint);
	const base = url.pathname.replace(/\/$/, "");
	const path = key === null ? "" : `/${key}`;
	if (config.forcePathStyle) url.pathname = `${base}/${config.bucket}${path}`;
	else {
		url.hostname = `${config.bucket}.${url.hostname}`;
		url.pathname = base + path;
	}
	for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
	return url;
}

/** A copy that is not backed by a SharedArrayBuffer, as `fetch` requires. */
export function own(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
	return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}
