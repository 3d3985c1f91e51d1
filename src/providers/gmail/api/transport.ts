import { freshTokens, replaceTokens, type Tokens } from "#providers/shared/oauth.ts";
import type { ProviderEnvironment } from "#server/mail/provider/provider.ts";
import { AnswerTooLong, limitedFetch } from "#shared/limited-fetch.ts";
import { pause } from "#shared/pause.ts";
import { type FailedReply, type Failure, unreadable } from "./errors.ts";
import { readRetryAfter } from "./multipart.ts";
import type { GoogleClient } from "./oauth.ts";
import type { GmailOptions } from "./options.ts";
import { createRateLimiter, type RateLimiter } from "./rate-limiter.ts";

export const ROOT = "/gmail/v1/users/me";
/** Gmail's largest messages are 50 MB, a third more in base64. */
export const REPLY_BYTES = 110_000_000;
const MARGIN_MS = 5 * 60_000;

/** Sends requests with the account's token; callers consume its quota first. */
export interface Transport {
	rateLimiter: RateLimiter;
	/** Waits before a request is repeated. */
	pause: typeof pause;
	token(): Promise<Tokens>;
	/** @param sent receives the token used for the request */
	send(
		path: string,
		init: RequestInit,
		signal: AbortSignal,
		options: { timeoutMs: number; sent(token: string): void },
	): Promise<Response>;
	/** Marks the token as rejected; the next request refreshes it once for all rejected requests. */
	markToken(failure: Failure, used: string): Failure;
}

export function createTransport(
	environment: ProviderEnvironment,
	options: GmailOptions,
	client: () => Promise<GoogleClient>,
): Transport {
	const rateLimiter = createRateLimiter(environment, options);
	let tokens: Tokens | null = null;
	/** The last token that Gmail rejected. */
	let rejectedToken: string | null = null;

	async function token(): Promise<Tokens> {
		if (tokens !== null && tokens.accessToken === rejectedToken)
			tokens = await replaceTokens(await client(), environment, rejectedToken);
		if (tokens === null || tokens.expiresAt - environment.now() <= MARGIN_MS)
			tokens = await freshTokens(await client(), environment);
		return tokens;
	}

	return {
		rateLimiter,
		pause: options.pause ?? pause,
		token,
		async send(path, init, signal, { timeoutMs, sent }) {
			const { accessToken } = await token();
			sent(accessToken);
			const headers = new Headers(init.headers);
			headers.set("authorization", `Bearer ${accessToken}`);
			const until = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
			const request = { ...init, headers, signal: until, redirect: "error", maxBytes: REPLY_BYTES } as const;
			return limitedFetch(options.apiUrl + path, request);
		},
		markToken(failure, used) {
			if (failure.kind === "token") rejectedToken = used;
			return failure;
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
