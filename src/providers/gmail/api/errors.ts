import type { Failure } from "#providers/shared/retries.ts";
import { AuthExpired, NotFound, RateLimited, Unavailable, Unsupported } from "#server/mail/provider/errors.ts";
import { failure } from "./resources.ts";

/** An error response. */
export interface FailedReply {
	status: number;
	body: string;
	/** Seconds from Retry-After; null when absent. */
	retryAfter: number | null;
}

/** Gmail rejected a request; `reason` is Gmail's error reason. */
export class GmailRejection extends Error {
	override name = "GmailRejection";
	readonly reason: string;
	/** Gmail's error message. */
	readonly detail: string;
	constructor(status: number, reason: string, message: string) {
		super(`Gmail refused (${status} ${reason}): ${message.slice(0, 300)}`);
		this.reason = reason;
		this.detail = message.slice(0, 300);
	}
}

/** After a daily limit, retry in an hour. */
const NEXT_DAY_SECONDS = 3_600;
const NOT_SWITCHED_ON =
	"The Gmail API is not enabled in this server's Google project. The operator can enable it in the Google Cloud console.";
const NOT_ALLOWED = "The administrator of this Google Workspace does not let other programs read its mail.";

/** Classifies an error response (https://developers.google.com/workspace/gmail/api/guides/handle-errors). */
export function classifyFailure({ status, body, retryAfter }: FailedReply): Failure {
	const detail = errorText(body);
	if (status === 401) return { kind: "token" };
	const { reason, message } = detail ?? { reason: "", message: "" };
	if (status === 429 || (status === 403 && isLimit(reason))) {
		const isDaily = reason === "dailyLimitExceeded";
		const isProject = reason === "rateLimitExceeded" && /per project|per minute'|project quota/i.test(message);
		return {
			kind: "wait",
			seconds: retryAfter ?? (isDaily ? NEXT_DAY_SECONDS : null),
			by: isProject || isDaily ? "project" : "user",
		};
	}
	// The reason of a truncated error body is unknown.
	const isCut = detail === null && (status === 400 || status === 403);
	if (status >= 500 || status === 408 || status === 425 || isCut) return { kind: "again" };
	return { kind: "final", error: finalError(status, reason, message) };
}

function isLimit(reason: string): boolean {
	return /^(userRateLimitExceeded|rateLimitExceeded|quotaExceeded|dailyLimitExceeded)$/.test(reason);
}

function finalError(status: number, reason: string, message: string): Error {
	if (status === 404 || /^Invalid id value/i.test(message)) return new NotFound("Gmail has no such message.");
	if (status === 403) {
		if (reason === "accessNotConfigured") return new Unsupported(NOT_SWITCHED_ON);
		if (reason === "domainPolicy") return new Unsupported(NOT_ALLOWED);
		return new AuthExpired("Gmail does not allow this with what was granted. Connect the mailbox again.");
	}
	if (status === 413) return new Unsupported("Gmail takes no message of this size.");
	return new GmailRejection(status, reason, message);
}

function errorText(body: string): { reason: string; message: string } | null {
	try {
		const { error } = failure.parse(JSON.parse(body));
		return { reason: error.errors[0]?.reason || error.status, message: error.message };
	} catch {
		return null;
	}
}

/** Classifies a request without a response: broken connections, timeouts and a busy token endpoint are transient. */
export function networkFailure(cause: unknown): Failure {
	if (cause instanceof Unavailable || cause instanceof RateLimited) return { kind: "again", cause };
	const { name, message } = cause as Partial<Error>;
	const isBroken =
		(name === "TypeError" && /^(fetch failed|terminated)$/.test(message ?? "")) || name === "TimeoutError";
	return isBroken ? { kind: "again", cause } : { kind: "final", error: cause as Error };
}

export function unreadable(): Unavailable {
	return new Unavailable("Gmail answered something that cannot be read.");
}
