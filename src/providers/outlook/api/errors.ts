import { z } from "zod";
import type { Failure } from "#providers/shared/retries.ts";
import {
	AuthExpired,
	CursorExpired,
	NotFound,
	RateLimited,
	Unavailable,
	Unsupported,
} from "#server/mail/provider/errors.ts";

/** Graph rejected a request; `code` is Graph's error code. */
export class GraphRejection extends Error {
	override name = "GraphRefusal";
	readonly status: number;
	readonly code: string;
	/** Microsoft's error message. */
	readonly detail: string;
	constructor(status: number, code: string, message: string) {
		super(`Microsoft Graph refused (${status} ${code}): ${message.slice(0, 300)}`);
		this.detail = message.slice(0, 300);
		this.status = status;
		this.code = code;
	}
}

/** A response exceeds the size limit. */
export class TooLarge extends Error {
	override name = "TooLarge";
}

const failure = z.object({ error: z.object({ code: z.string().default(""), message: z.string().default("") }) });

const NO_MAILBOX =
	"This Microsoft account has no mailbox that other programs can reach: it has no license for one, or is on a server of your company.";

/** Errors that a user can do something about. */
const SENTENCES: Record<string, string> = {
	MailboxNotEnabledForRESTAPI: NO_MAILBOX,
	MailboxNotSupportedForRESTAPI: NO_MAILBOX,
	ErrorQuotaExceeded: "The Outlook mailbox is full.",
	ErrorSendAsDenied: "Outlook does not let this mailbox send in the name of that address.",
	ErrorMessageSizeExceeded: "Outlook takes no message of this size.",
	ErrorExceededMessageLimit: "Outlook lets this mailbox send no more messages for now.",
	ErrorMessageSubmissionBlocked: "Outlook has blocked sending from this mailbox. Signing in at outlook.com says why.",
	ErrorRulesOverQuota: "Outlook has no room for more rules. Delete some there, or some filters here.",
	ErrorInvalidRecipients: "Outlook does not take the recipients.",
};

/**
 * Classifies an error response (https://learn.microsoft.com/graph/errors).
 * @param body JSON, or the unparsable text
 */
export function classifyFailure(status: number, body: unknown, retryAfter: number | null): Failure {
	const detail = failure.safeParse(body);
	const { code, message } = detail.success ? detail.data.error : { code: "", message: "" };
	if (status === 401) return { kind: "token" };
	if (status === 429 || ((status === 503 || status === 504) && retryAfter !== null))
		return { kind: "wait", seconds: retryAfter, by: "user" };
	if (status === 410 || /^(syncState|resync)/i.test(code))
		return { kind: "final", error: new CursorExpired("Microsoft no longer knows this delta token.") };
	const error = new GraphRejection(status, code, message);
	// Status 500, but the request itself is invalid: a retry does not help.
	if (status === 500 && /expand|extended propert|Value cannot be null/i.test(message)) return { kind: "final", error };
	if (status >= 500 || status === 408 || status === 425) return { kind: "again", cause: error };
	return { kind: "final", error: finalError(error) };
}

function finalError(refused: GraphRejection): Error {
	const { status, code } = refused;
	const sentence = Object.hasOwn(SENTENCES, code) ? SENTENCES[code] : undefined;
	if (sentence !== undefined) return new Unsupported(sentence);
	// A malformed id.
	if (status === 404 || code === "ErrorInvalidIdMalformed" || code === "ErrorInvalidId")
		return new NotFound("Outlook has no such message or folder.");
	if (status === 403 && /^(|ErrorAccessDenied|AccessDenied|Authorization_RequestDenied)$/.test(code))
		return new AuthExpired("Microsoft does not allow this with what was granted. Connect the mailbox again.");
	if (status === 413) return new Unsupported("Outlook takes no message of this size.");
	return refused;
}

/** Classifies a request without a response, or with an unreadable one. */
export function networkFailure(cause: unknown): Failure {
	if (cause instanceof AuthExpired || cause instanceof TooLarge) return { kind: "final", error: cause };
	if (cause instanceof RateLimited) return { kind: "wait", seconds: cause.retryAfter, by: "user" };
	return { kind: "again", cause };
}

/** The most severe refusal in a batch decides what happens next. */
export function mostSevere(failures: readonly Failure[]): Failure {
	const token = failures.find(({ kind }) => kind === "token");
	if (token !== undefined) return token;
	const waits = failures.filter((one) => one.kind === "wait");
	if (waits.length > 0) {
		const named = waits.flatMap(({ seconds }) => (seconds === null ? [] : [seconds]));
		return { kind: "wait", seconds: named.length === 0 ? null : Math.max(...named), by: "user" };
	}
	return failures[0] ?? { kind: "again", cause: new Unavailable("Microsoft left out an answer.") };
}
