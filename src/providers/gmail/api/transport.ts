import { type AccessTokens, createAccessTokens } from "#providers/shared/access-tokens.ts";
import { type ApiRetries, createRetryState, type RetryState, readRetryAfter } from "#providers/shared/retries.ts";
import type { ProviderEnvironment } from "#server/mail/provider/provider.ts";
import { AnswerTooLong, limitedFetch } from "#shared/limited-fetch.ts";
import { pause } from "#shared/pause.ts";
import { randomBetween } from "#shared/random-between.ts";
import { type FailedReply, unreadable } from "./errors.ts";
import type { GoogleClient } from "./oauth.ts";
import type { GmailOptions } from "./options.ts";
import { createRateLimiter, type RateLimiter } from "./rate-limiter.ts";

export const ROOT = "/gmail/v1/users/me";
/** Gmail's largest messages are 50 MB, a third more in base64. */
export const REPLY_BYTES = 110_000_000;

const RETRIES: ApiRetries = {
	names: { signIn: "Google", service: "Gmail" },
	max: { waits: 7, failures: 4 },
	firstPauseMs: 250,
	timeoutFailures: 1,
	maxWaitSeconds: Number.POSITIVE_INFINITY,
	laterSeconds: 60,
	isPacedByQuota: true,
};

/** Sends requests with the account's token; callers consume its quota first. */
export interface Transport {
	rateLimiter: RateLimiter;
	tokens: AccessTokens;
	/** @param isOnce not idempotent: no retry when the outcome is unknown */
	retryState(signal: AbortSignal, isOnce: boolean): RetryState;
	/** @param sent receives the token used for the request */
	send(
		path: string,
		init: RequestInit,
		signal: AbortSignal,
		options: { timeoutMs: number; sent(token: string): void },
	): Promise<Response>;
}

export function createTransport(
	environment: ProviderEnvironment,
	options: GmailOptions,
	client: () => Promise<GoogleClient>,
): Transport {
	const rateLimiter = createRateLimiter(environment, options);
	const tokens = createAccessTokens(environment, client);
	return {
		rateLimiter,
		tokens,
		retryState: (signal, isOnce) =>
			createRetryState(RETRIES, {
				signal,
				isOnce,
				pause: options.pause ?? pause,
				// Jitter: requests refused together do not return together.
				pauseQuota: (seconds, by) => rateLimiter.pause(seconds + randomBetween(0, 1), by),
			}),
		async send(path, init, signal, { timeoutMs, sent }) {
			const { accessToken } = await tokens.current();
			sent(accessToken);
			const headers = new Headers(init.headers);
			headers.set("authorization", `Bearer ${accessToken}`);
			const until = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
			const request = { ...init, headers, signal: until, redirect: "error", maxBytes: REPLY_BYTES } as const;
			return limitedFetch(options.apiUrl + path, request);
		},
	};
}

/** What an error response says. */
export function failed(reply: Response, body: string): FailedReply {
	return { status: reply.status, body, retryAfter: readRetryAfter(reply.headers.get("retry-after")) };
}

/** @throws Unavailable for a truncated response */
export function readJson(text: string): unknown {
	if (text.trim() === "") return {};
	try {
		return JSON.parse(text);
	} catch {
		throw unreadable();
	}
}

/** @throws Unavailable for one that is too long */
export async function readText(reply: Response): Promise<string> {
	try {
		return await reply.text();
	} catch (cause) {
		throw cause instanceof AnswerTooLong ? unreadable() : cause;
	}
}
