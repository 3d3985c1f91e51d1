import { type AccessTokens, createAccessTokens } from "#providers/shared/access-tokens.ts";
import type { OAuthClient } from "#providers/shared/oauth.ts";
import {
	type ApiRetries,
	createRetryState,
	type Failure,
	type RetryState,
	readRetryAfter,
} from "#providers/shared/retries.ts";
import { Unavailable } from "#server/mail/provider/errors.ts";
import type { ProviderEnvironment } from "#server/mail/provider/provider.ts";
import { limitedFetch } from "#shared/limited-fetch.ts";
import { pause } from "#shared/pause.ts";
import { classifyFailure, networkFailure } from "./errors.ts";
import type { OutlookOptions } from "./options.ts";
import { readBounded } from "./read-response.ts";
import type { Slots } from "./slots.ts";

export const ROOT = "/v1.0";

const RETRIES: ApiRetries = {
	names: { signIn: "Microsoft", service: "Outlook" },
	max: { waits: 8, failures: 6 },
	firstPauseMs: 100,
	timeoutFailures: 2,
	maxWaitSeconds: 60,
	laterSeconds: 32,
	isPacedByQuota: false,
};

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
	tokens: AccessTokens;
	/** @param isOnce not idempotent: no retry when the outcome is unknown */
	retryState(signal: AbortSignal, isOnce?: boolean): RetryState;
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
	const tokens = createAccessTokens(environment, oauth);

	const retryState = (signal: AbortSignal, isOnce = false): RetryState =>
		createRetryState(RETRIES, {
			signal,
			isOnce,
			pause: options.pause ?? pause,
			pauseQuota: (seconds) => budget.pause(seconds),
		});

	async function tryOnce<T>(request: Request, read: (body: Buffer) => T, signal: AbortSignal): Promise<Tried<T>> {
		await budget.consume(request.units, signal);
		const release = await slots.acquire(request.slots, signal);
		try {
			const accessToken = request.url === undefined ? (await tokens.current()).accessToken : "";
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
		const state = retryState(signal, isOnce);
		for (;;) {
			const tried = await tryOnce(request, read, signal);
			if ("value" in tried) return tried.value;
			if (tried.rejected !== null) tokens.reject(tried.rejected);
			await state.after(tried.failure);
		}
	}

	return { tryOnce, persist, tokens, retryState };
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
