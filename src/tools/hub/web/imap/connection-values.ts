import type { Connection, MailServer } from "#shared/contracts/accounts.ts";

export type Security = MailServer["security"];

export interface ServerValues {
	host: string;
	/** As typed. */
	port: string;
	security: Security;
}

/** How the outgoing server is signed in to: as the incoming one, otherwise, or there is none. */
export type Sending = "same" | "own" | "none";

/** What the form holds, as typed. */
export interface ConnectionValues {
	email: string;
	password: string;
	username: string;
	imap: ServerValues;
	sending: Sending;
	smtp: ServerValues & { username: string; password: string };
}

/** The ports that belong to each kind of security (RFC 8314, RFC 9051, RFC 6409). */
const ports: Record<"imap" | "smtp", Record<Security, string>> = {
	imap: { tls: "993", starttls: "143", none: "143" },
	smtp: { tls: "465", starttls: "587", none: "587" },
};

/** The port after the security was changed: it follows, unless it is one that somebody chose. */
export function portFor(kind: "imap" | "smtp", now: ServerValues, next: Security): string {
	return now.port === "" || now.port === ports[kind][now.security] ? ports[kind][next] : now.port;
}

export const emptyValues: ConnectionValues = {
	email: "",
	password: "",
	username: "",
	imap: { host: "", port: ports.imap.tls, security: "tls" },
	sending: "same",
	smtp: { host: "", port: ports.smtp.tls, security: "tls", username: "", password: "" },
};

/** A server as the form writes it. */
export function serverValues(kind: "imap" | "smtp", server: MailServer | null): ServerValues {
	return server ? { ...server, port: String(server.port) } : { host: "", port: ports[kind].tls, security: "tls" };
}

/** A stored connection; its passwords stay on the server. */
export function valuesOf(connection: Connection): ConnectionValues {
	const { email, username, imap, smtp } = connection;
	return {
		email,
		password: "",
		username,
		imap: serverValues("imap", imap),
		sending: smtp === null ? "none" : smtp.username === null ? "same" : "own",
		smtp: { ...serverValues("smtp", smtp), username: smtp?.username ?? "", password: "" },
	};
}

/** What is sent: fields that are empty are left out, for the server to fill in or to keep. */
export function requestOf({ email, password, username, imap, sending, smtp }: ConnectionValues) {
	const own = sending === "own" && {
		username: filled(smtp.username),
		password: smtp.password === "" ? undefined : smtp.password,
	};
	return {
		email: email.trim(),
		password: password === "" ? undefined : password,
		username: filled(username),
		imap: serverOf(imap),
		smtp: sending === "none" ? null : withLogin(serverOf(smtp), own || {}),
	};
}

function withLogin(server: MailServer | undefined, login: { username?: string; password?: string }) {
	return server && { ...server, ...login };
}

function serverOf({ host, port, security }: ServerValues): MailServer | undefined {
	return filled(host) === undefined ? undefined : { host: host.trim(), port: Number(port), security };
}

function filled(text: string): string | undefined {
	return text.trim() === "" ? undefined : text.trim();
}

/** The part after the @, or null while there is none. */
export function domainOf(email: string): string | null {
	return /^[^\s@]+@([^\s@.]+(?:\.[^\s@.]+)+)$/.exec(email.trim())?.[1]?.toLowerCase() ?? null;
}

/** A first guess at the outgoing server's name by the incoming one's, for the person to correct. */
export function outgoingLike(incoming: string): string {
	return incoming.trim().replace(/^imap\d*\./i, "smtp.");
}
