import { freshTokens, type OAuthClient, replaceTokens, type Tokens } from "#providers/shared/oauth.ts";
import { Unavailable } from "#server/mail/provider/errors.ts";
import type { ProviderEnvironment } from "#server/mail/provider/provider.ts";
import { limitedFetch } from "#shared/limited-fetch.ts";
import { pause } from "#shared/pause.ts";
import { classifyFailure, type Failure, networkFailure, readRetryAfter } from "./errors.ts";
import type { OutlookOptions } from "./options.ts";
import { readBounded } from "./read-response.ts";
import { createRetryState } from "./retry.ts";
import type { Slots } from "./slots.ts";

export const ROOT = "/v1.0";
const MARGIN_MS = 5 * 60_000;

export interface Request {
	path: string;
	/** Absolute, instead of the path: requested without a token. */
	url?: string;
	init: RequestInit;
	/** Calls counted against Graph's limit. */
	units: number;
	slots: number;
	timeoutMs: number;
	limit: number;
}

/** With the token that was used, or rejected. */
export type Tried<T> = { value: T; used: string } | { failure: Failure; rejected: string | null };

/** Sends requests with the account's token, within its quota and number of requests at a time. */
export interface Transport {
	/** Sends a request once. */
	tryOnce<T>(request: Request, read: (body: Buffer) => T, signal: AbortSignal): Promise<Tried<T>>;
	/** Sends a request until it succeeds or fails permanently. */
	persist<T>(request: Request, read: (body: Buffer) => T, signal: AbortSignal, isOnce?: boolean): Promise<T>;
	/** Waits before a request is repeated. */
	pause: typeof pause;
	/** How a retry treats the token and the quota. */
	beforeRetry(rejected: string | null): { renew(): void; quiet(seconds: number): Promise<void> };
}

/** @param requests per ten minutes and mailbox */
export function createTransport(
	environment: ProviderEnvironment,
	options: OutlookOptions,
	oauth: () => Promise<OAuthClient>,
	slots: Slots,
	requests: number,
): Transport {
	const budget = environment.budget({ name: "outlook", units: requests, seconds: 600, sharedBy: "account" });
	const wait = options.pause ?? pause;
	let tokens: Tokens | null = null;
	/** The last token that Graph rejected. */
	let rejectedToken: string | null = null;

	async function token(): Promise<string> {
		if (rejectedToken !== null) {
			tokens = await replaceTokens(await oauth(), environment, rejectedToken);
			rejectedToken = null;
		} else if (tokens === null || tokens.expiresAt - environment.now() <= MARGIN_MS)
			tokens = await freshTokens(await oauth(), environment);
		return tokens.accessToken;
	}

	const beforeRetry = (rejected: string | null) => ({
		renew() {
			// Another request may have refreshed it since.
			if (rejected !== null && rejected === tokens?.accessToken) rejectedToken = rejected;
		},
		quiet: (seconds: number) => budget.pause(seconds),
	});

	async function tryOnce<T>(request: Request, read: (body: Buffer) => T, signal: AbortSignal): Promise<Tried<T>> {
		await budget.consume(request.units, signal);
		const release = await slots.acquire(request.slots, signal);
		try {
			const accessToken = request.url === undefined ? await token() : "";
			const headers = new Headers(request.init.headers);
			if (request.url === undefined) headers.set("authorization", `Bearer ${accessToken}`);
			const within = AbortSignal.any([signal, AbortSignal.timeout(request.timeoutMs)]);
			const limits = { signal: within, maxBytes: request.limit };
			const init = { ...request.init, headers, ...limits, redirect: "error" } as const;
			const reply = await limitedFetch(request.url ?? options.apiUrl + request.path, init);
			const body = await readBounded(reply);
			if (reply.ok) return { value: read(body), used: accessToken };
			const retryAfter = readRetryAfter(reply.headers.get("retry-after"));
			return {
				failure: classifyFailure(reply.status, jsonOrNull(body), retryAfter),
				rejected: reply.status === 401 ? accessToken : null,
			};
		} catch (cause) {
			signal.throwIfAborted();
			return { failure: networkFailure(cause), rejected: null };
		} finally {
			release();
		}
	}

	async function persist<T>(
		request: Request,
		read: (body: Buffer) => T,
		signal: AbortSignal,
		isOnce?: boolean,
	): Promise<T> {
		const retryState = createRetryState(wait, signal, isOnce);
		for (;;) {
			const tried = await tryOnce(request, read, signal);
			if ("value" in tried) return tried.value;
			await retryState.after(tried.failure, beforeRetry(tried.rejected));
		}
	}

	return { tryOnce, persist, pause: wait, beforeRetry };
}

/** @throws Unavailable for a truncated response */
export function readJson(body: Buffer): unknown {
	try {
		return body.length === 0 ? null : (JSON.parse(body.toString()) as unknown);
	} catch {
		// The parser's message quotes some of the text.
		throw new Unavailable("Microsoft answered something that cannot be read.");
	}
}

function jsonOrNull(body: Buffer): unknown {
	try {
		return readJson(body);
	} catch {
		return null;
	}
}
