import {
	AuthExpired,
	CannotConnect,
	NotFound,
	RateLimited,
	Unavailable,
	Unsupported,
} from "#server/mail/provider/errors.ts";

/** Properties that imapflow adds to its errors. */
export interface ImapError extends Error {
	code?: string;
	authenticationFailed?: boolean;
	/** The response code (RFC 5530), upper case. */
	serverResponseCode?: string;
	responseStatus?: "NO" | "BAD";
	/** The server's human-readable text. */
	responseText?: string;
	/** The reason given with BYE. */
	reason?: string;
	mailboxMissing?: boolean;
	tlsFailed?: boolean;
	throttleReset?: number;
	response?: unknown;
}

/** Retry delay in seconds when the server gives none. */
const WAIT_SECONDS = 60;

const FOR_NOW = /temporar|internal (server )?error|not connected|backend/i;
const TOO_MUCH =
	/too many (simultaneous |concurrent )?(connections|sessions|logins|commands|requests)|throttl|rate limit|exceeded (command|account|your).*limit|maximum number of connections|try again later/i;

/** The response code of a tagged response, e.g. `OVERQUOTA`; empty without one. */
export function responseCode(error: ImapError): string {
	if (error.serverResponseCode) return error.serverResponseCode.toUpperCase();
	const { response } = error;
	if (typeof response === "object" && response !== null && "attributes" in response) {
		const [first] = (response.attributes ?? []) as { section?: { value?: unknown }[] }[];
		const value = first?.section?.[0]?.value;
		return typeof value === "string" ? value.toUpperCase() : "";
	}
	return "";
}

/** Characters of a response that are read. */
const MAX_ANSWER_LENGTH = 2_000;

/** The server's text on one line, with bounded length. Servers do not echo passwords. */
export function errorText(error: ImapError): string {
	const text = error.responseText ?? error.reason ?? (typeof error.response === "string" ? error.response : "");
	// Codes such as [AUTHENTICATIONFAILED] mean nothing to users.
	return text
		.slice(0, MAX_ANSWER_LENGTH)
		.replace(/^\s*(\w+ )?(NO|BAD|BYE) /, "")
		.replace(/\[[^[\]]*\]/g, "")
		.replace(/\s+/g, " ")
		.trim()
		.slice(0, 200);
}

/** The server rejected the credentials; false when the connection broke during sign-in. */
export function isSignInFailure(error: ImapError): boolean {
	const isAnswer = error.responseStatus === "NO" || (error.responseStatus === undefined && error.code === undefined);
	return error.authenticationFailed === true && isAnswer && !FOR_NOW.test(errorText(error));
}

/** The server is rate-limiting or out of connections. */
export function isRateLimited(error: ImapError): boolean {
	const code = responseCode(error);
	return error.code === "ETHROTTLE" || code === "LIMIT" || code === "INUSE" || TOO_MUCH.test(errorText(error));
}

/** Maps an IMAP failure to one of the kernel's errors; other errors are returned unchanged. */
export function translate(cause: unknown): unknown {
	if (!(cause instanceof Error) || isKnown(cause)) return cause;
	if (cause instanceof CannotConnect) return new Unavailable(cause.message, { cause });
	const error = cause as ImapError;
	const detail = errorText(error);
	const quoted = detail === "" ? "" : `: “${detail}”`;
	const code = responseCode(error);
	if (isRateLimited(error)) {
		const seconds = Math.ceil((error.throttleReset ?? 0) / 1000) || WAIT_SECONDS;
		return new RateLimited(seconds, `The mail server asks to wait ${seconds} s${quoted}`);
	}
	if (code === "UNAVAILABLE" || code === "SERVERBUG" || code === "CONTACTADMIN")
		return new Unavailable(`The mail server cannot answer at the moment${quoted}`, { cause });
	if (isSignInFailure(error)) return new AuthExpired(`The mail server no longer accepts the password${quoted}`);
	if (error.authenticationFailed && error.responseStatus !== undefined)
		return new Unavailable(`The mail server cannot sign in at the moment${quoted}`, { cause });
	if (error.mailboxMissing || error.code === "NotFound" || code === "NONEXISTENT" || code === "TRYCREATE")
		return new NotFound("The folder doesn't exist", { cause });
	if (code === "OVERQUOTA")
		return new Unsupported(`The mailbox is full: delete mail or ask your provider for more space${quoted}`);
	if (error.responseStatus === "NO" || error.responseStatus === "BAD")
		return new Unsupported(`The mail server rejected this${quoted}`, { cause });
	if (error.tlsFailed || error.code !== undefined || error.reason !== undefined)
		return new Unavailable(`The connection to the mail server broke (${error.code ?? error.message})${quoted}`, {
			cause,
		});
	return cause;
}

function isKnown(error: Error): boolean {
	return [AuthExpired, NotFound, RateLimited, Unavailable, Unsupported].some((kind) => error instanceof kind);
}
