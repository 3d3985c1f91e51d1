/** The failures every provider may answer with, and what the kernel does about each. */

/** The sign-in no longer works: the account is marked, the person is asked to reconnect. */
export class AuthExpired extends Error {
	override name = "AuthExpired";
}

/** Asked too often: the kernel waits this long and goes on. */
export class RateLimited extends Error {
	override name = "RateLimited";
	/** Seconds. */
	readonly retryAfter: number;
	constructor(retryAfter: number, message = `The mail server asks to wait ${retryAfter} s`) {
		super(message);
		this.retryAfter = retryAfter;
	}
}

/** The message, folder or attachment is not there (any more). */
export class NotFound extends Error {
	override name = "NotFound";
}

/** The cursor is too old: the kernel lists the mailbox again and compares. */
export class CursorExpired extends Error {
	override name = "CursorExpired";
}

/** Out of reach for now: the kernel tries again later with back-off. */
export class Unavailable extends Error {
	override name = "Unavailable";
}

/** The provider cannot do this at all; `message` says so in words for the person. */
export class Unsupported extends Error {
	override name = "Unsupported";
}

/** What stands in the way of a connection; each has words of its own on the screen. */
export type ConnectionFault =
	| "host"
	| "port"
	| "tls"
	| "password"
	| "app-password"
	| "not-mail"
	| "timeout"
	| "refused-account";

/** A connection that a person asks for cannot be made; `message` says in words what to correct. */
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

/** The provider did not accept a consent. */
export class ConsentFailed extends Error {
	override name = "ConsentFailed";
	/** HTTP status of its answer; null when it could not be reached. */
	readonly status: number | null;
	/**
	 * What the provider calls the error (RFC 6749 §5.2); null when it says nothing readable. Ours are `incomplete`: too little
	 * was allowed, and `profile`: it did not say whose mailbox it is; then `message` is for the person.
	 */
	readonly error: string | null;
	constructor(status: number | null, error: string | null, message: string, options?: ErrorOptions) {
		super(message, options);
		this.status = status;
		this.error = error;
	}
}

/** The account was connected for reading alone. */
export class ReadOnly extends Error {
	override name = "ReadOnly";
}
