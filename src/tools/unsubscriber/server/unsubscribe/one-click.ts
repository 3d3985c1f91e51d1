import { decodeHTML } from "entities";
import { AppError } from "#kernel/errors.ts";
import type { GuardedFetch, GuardedReply } from "#kernel/net.ts";
import { pause } from "#shared/pause.ts";
import { firstLine, type Outcome, outcome } from "../attempts/outcome.ts";
import { type Reason, sentences } from "../attempts/reasons.ts";

/** The exact request body (RFC 8058 §3.1). */
const BODY = "List-Unsubscribe=One-Click";
const TIMEOUT_MS = 30_000;
/** Only the beginning of the response is kept. */
const MAX_BYTES = 16 * 1024;
const MAX_REDIRECTS = 3;
/** Maximum delay before the single retry of a busy server. */
const MAX_WAIT_SECONDS = 60;

/** Error codes of the guarded HTTP client, mapped to reasons. */
const FAILURES: Record<string, Reason> = {
	"timed-out": "timed-out",
	unreachable: "unreachable",
	"host-not-allowed": "host-not-allowed",
	"bad-address": "bad-address",
};

/**
 * Sends the one-click request of RFC 8058 §3.2: one POST, without cookies, credentials or a referrer, and no other
 * request. RFC 8058 §3.1 forbids the list's server to redirect; 307 and 308, which keep the method, are followed to
 * https URLs all the same; redirects that would turn the POST into a GET are not.
 * @throws the signal's reason
 */
export async function postOneClick(fetchGuarded: GuardedFetch, address: string, signal: AbortSignal): Promise<Outcome> {
	let url = address;
	try {
		for (let redirects = 0; ; redirects++) {
			const reply = await postWithRetry(fetchGuarded, url, signal);
			const location = reply.headers.get("location");
			const next = location === null ? null : URL.parse(location, url);
			const keepsMethod = reply.status === 307 || reply.status === 308;
			if (!keepsMethod || next === null) return outcomeOfReply(reply, next);
			if (next.protocol !== "https:") return outcomeOfReply(reply, next);
			if (redirects === MAX_REDIRECTS) return outcome("failed", "too-many-redirects", { response: responseOf(reply) });
			url = next.href;
		}
	} catch (cause) {
		const reason = cause instanceof AppError ? FAILURES[cause.code] : undefined;
		if (reason === undefined) throw cause;
		return outcome("failed", reason, url === address ? {} : { explanation: `${sentences[reason]} (${hostOf(url)})` });
	}
}

/** Retries once where the server did not process the request and says when to retry (RFC 9110 §10.2.3, RFC 6585 §4). */
async function postWithRetry(fetchGuarded: GuardedFetch, url: string, signal: AbortSignal): Promise<GuardedReply> {
	const reply = await post(fetchGuarded, url, signal);
	const seconds = /^\d{1,4}$/.exec(reply.headers.get("retry-after") ?? "")?.[0];
	const isBusy = (reply.status === 429 || reply.status === 503) && seconds !== undefined;
	if (!isBusy || Number(seconds) > MAX_WAIT_SECONDS) return reply;
	await pause(Number(seconds) * 1000, signal);
	return post(fetchGuarded, url, signal);
}

function post(fetchGuarded: GuardedFetch, url: string, signal: AbortSignal): Promise<GuardedReply> {
	return fetchGuarded(url, {
		method: "POST",
		headers: { "content-type": "application/x-www-form-urlencoded" },
		body: BODY,
		maxRedirects: 0,
		maxBytes: MAX_BYTES,
		partialBody: true,
		timeoutMs: TIMEOUT_MS,
		signal,
	});
}

/** @param next where it redirects to; null: nowhere */
export function outcomeOfReply(reply: GuardedReply, next: URL | null): Outcome {
	const response = responseOf(reply);
	if (reply.status >= 200 && reply.status < 300) return outcome("confirmed", "accepted", { response });
	if (reply.status >= 300 && reply.status < 400) {
		const where = next === null ? "" : ` (${next.host})`;
		return outcome("needs_action", "redirected", { response, explanation: sentences.redirected + where });
	}
	return outcome("failed", "refused", { response });
}

function responseOf({ status, body, headers }: GuardedReply): Outcome["response"] {
	const type = headers.get("content-type") ?? "";
	const text = new TextDecoder().decode(body);
	return { status, text: firstLine(/html/i.test(type) ? titleOf(text) : text) };
}

/** The title of an HTML page; its text would be mostly markup. */
function titleOf(html: string): string {
	return decodeHTML(/<title[^<>]*>([^<]*)/i.exec(html)?.[1] ?? "");
}

function hostOf(url: string): string {
	return URL.parse(url)?.host ?? "";
}
