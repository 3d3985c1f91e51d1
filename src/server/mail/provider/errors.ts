/** The errors a provider may throw, and how the kernel handles each. */

/** The sign-in no longer works: the account is marked, and the user is asked to reconnect. */
export class AuthExpired extends Error {
	override name = "AuthExpired";
	/** Version of the account that the session was opened with; null for a session that is not shared. */
	accountVersion: string | null = null;
}

/** Rate limited: the kernel waits this long and continues. */
export class RateLimited extends Error {
	override name = "RateLimited";
	/** Seconds. */
	readonly retryAfter: number;
	constructor(retryAfter: number, message = `The mail server asks to wait ${retryAfter} s`) {
		super(message);
		this.retryAfter = retryAfter;
	}
}

/** The message, folder or attachment does not exist, or no longer does. */
export class NotFound extends Error {
	override name = "NotFound";
}

/** The cursor is too old: the kernel lists the account again and compares. */
export class CursorExpired extends Error {
	override name = "CursorExpired";
}

/** Unreachable for now: the kernel retries later with backoff. */
export class Unavailable extends Error {
	override name = "Unavailable";
}

/** The message may have been sent: it must not be resent unless `findSent` reports that it was not. */
export class DeliveryUncertain extends Unavailable {
	override name = "DeliveryUncertain";
}

/** The provider does not support this at all; `message` is for the user. */
export class Unsupported extends Error {
	override name = "Unsupported";
}

/** The server does not give these messages, at least for now; all others that were asked for were yielded before. */
export class MessagesRefused extends Unsupported {
	override name = "MessagesRefused";
	/** Provider ids. */
	readonly ids: readonly string[];
	constructor(ids: readonly string[], message: string) {
		super(message);
		this.ids = ids;
	}
}

/** Why a connection fails; each fault has its own text on the screen. */
export type ConnectionFault =
	| "host"
	| "port"
	| "tls"
	| "password"
	| "app-password"
	| "not-mail"
	| "timeout"
	| "refused-account";

/** A requested connection cannot be made; `message` says what to correct. */
export class CannotConnect extends Error {
	override name = "CannotConnect";
	readonly fault: ConnectionFault;
	/** Which of the account's two servers. */
	readonly server: "incoming" | "outgoing";
	constructor(fault: ConnectionFault, server: "incoming" | "outgoing", message: string, options?: ErrorOptions) {
		super(message, options);
		this.fault = fault;
		this.server = server;
	}
}

/** The provider rejected a consent. */
export class ConsentFailed extends Error {
	override name = "ConsentFailed";
	/** HTTP status of its response; null when it couldn't be reached. */
	readonly status: number | null;
	/**
	 * The provider's error code (RFC 6749 §5.2); null when the response is unreadable. Ours are `incomplete`: too little
	 * was granted, and `profile`: it did not say whose mailbox it is; then `message` is for the user.
	 */
	readonly error: string | null;
	constructor(status: number | null, error: string | null, message: string, options?: ErrorOptions) {
		super(message, options);
		this.status = status;
		this.error = error;
	}
}

/** The account was connected read-only. */
export class ReadOnly extends Error {
	override name = "ReadOnly";
}
