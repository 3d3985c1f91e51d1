import { AuthExpired, NotFound, RateLimited, Unavailable, Unsupported } from "#server/mailbox/provider-errors.ts";

/** What imapflow adds to its errors. */
export interface ImapError extends Error {
	code?: string;
	authenticationFailed?: boolean;
	/** The response code in brackets (RFC 5530), upper case. */
	serverResponseCode?: string;
	responseStatus?: "NO" | "BAD";
	/** What the server said, for people. */
	responseText?: string;
	/** Why the server said BYE. */
	reason?: string;
	mailboxMissing?: boolean;
	throttleReset?: number;
	response?: unknown;
}

/** Seconds until the next try when a server does not say how long. */
const WAIT_SECONDS = 60;

const TOO_MUCH =
	/too many (simultaneous |concurrent )?(connections|sessions|logins|commands|requests)|throttl|rate limit|exceeded (command|account|your).*limit|maximum number of connections|try again later/i;

/** The response code of a tagged answer, e.g. `OVERQUOTA`; empty without one. */
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

/** What the server said, on one line and of bounded length; never holds a password, for servers do not repeat them. */
export function saying(error: ImapError): string {
	const text = error.responseText ?? error.reason ?? (typeof error.response === "string" ? error.response : "");
	// Codes such as [AUTHENTICATIONFAILED] say nothing to people.
	return text
		.replace(/^\s*(\w+ )?(NO|BAD|BYE) /, "")
		.replace(/\[[^\]]*\]/g, "")
		.replace(/\s+/g, " ")
		.trim()
		.slice(0, 200);
}

/** Any failure of an IMAP connection as one that the kernel knows; failures that are none of IMAP's stay as they are. */
export function translate(cause: unknown): unknown {
	if (!(cause instanceof Error) || isKnown(cause)) return cause;
	const error = cause as ImapError;
	const said = saying(error);
	const quoted = said === "" ? "" : `: “${said}”`;
	const code = responseCode(error);
	if (error.code === "ETHROTTLE") return new RateLimited(Math.ceil((error.throttleReset ?? 0) / 1000) || WAIT_SECONDS);
	if (code === "LIMIT" || code === "INUSE" || TOO_MUCH.test(said))
		return new RateLimited(WAIT_SECONDS, `The mail server asks to wait${quoted}`);
	if (code === "UNAVAILABLE" || code === "SERVERBUG" || code === "CONTACTADMIN")
		return new Unavailable(`The mail server cannot answer at the moment${quoted}`, { cause });
	if (error.authenticationFailed)
		return new AuthExpired(`The mail server does not accept the password any more${quoted}`);
	if (error.mailboxMissing || error.code === "NotFound" || code === "NONEXISTENT" || code === "TRYCREATE")
		return new NotFound("The folder does not exist (any more)", { cause });
	if (code === "OVERQUOTA")
		return new Unsupported(`The mailbox is full: delete mail or ask your provider for more space${quoted}`);
	if (error.responseStatus === "NO" || error.responseStatus === "BAD")
		return new Unsupported(`The mail server refuses this${quoted}`, { cause });
	if (error.code !== undefined || error.reason !== undefined)
		return new Unavailable(`The connection to the mail server broke (${error.code ?? "closed"})${quoted}`, { cause });
	return cause;
}

function isKnown(error: Error): boolean {
	return [AuthExpired, NotFound, RateLimited, Unavailable, Unsupported].some((kind) => error instanceof kind);
}
