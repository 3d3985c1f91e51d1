import type { Connection, Discovered, MailServer } from "#shared/contracts/accounts.ts";

export type Security = MailServer["security"];

export interface ServerValues {
	host: string;
	/** As typed. */
	port: string;
	security: Security;
	/** PEM; empty for servers with a publicly trusted certificate. */
	certificate: string;
}

/** Sign-in of the outgoing server: same as the incoming one, its own, or no outgoing server. */
export type Sending = "same" | "own" | "none";

/** The form's values, as typed. */
export interface ConnectionValues {
	email: string;
	password: string;
	username: string;
	imap: ServerValues;
	sending: Sending;
	smtp: ServerValues & { username: string; password: string };
}

/** The default ports for each kind of security (RFC 8314, RFC 9051, RFC 6409). */
const ports: Record<"imap" | "smtp", Record<Security, string>> = {
	imap: { tls: "993", starttls: "143", none: "143" },
	smtp: { tls: "465", starttls: "587", none: "587" },
};

/** The port after the security changed: the new default, unless the user entered a custom port. */
export function portFor(kind: "imap" | "smtp", now: ServerValues, next: Security): string {
	return now.port === "" || now.port === ports[kind][now.security] ? ports[kind][next] : now.port;
}

export const emptyValues: ConnectionValues = {
	email: "",
	password: "",
	username: "",
	imap: serverValues("imap", null),
	sending: "same",
	smtp: { ...serverValues("smtp", null), username: "", password: "" },
};

/** Form values of a server. */
function serverValues(kind: "imap" | "smtp", server: MailServer | null): ServerValues {
	if (server === null) return { host: "", port: ports[kind].tls, security: "tls", certificate: "" };
	const { host, port, security, certificate = "" } = server;
	return { host, port: String(port), security, certificate };
}

/** Form values of discovered settings. */
export function foundValues({
	username,
	imap,
	smtp,
}: Discovered): Pick<ConnectionValues, "username" | "imap" | "sending" | "smtp"> {
	return {
		username: username ?? "",
		imap: serverValues("imap", imap),
		sending: imap !== null && smtp === null ? "none" : smtp?.username ? "own" : "same",
		smtp: { ...serverValues("smtp", smtp), username: smtp?.username ?? "", password: "" },
	};
}

/** Form values of a stored connection; its passwords stay on the server. */
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

/** The request body: empty fields are omitted, so that the server discovers or keeps them. */
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

function serverOf({ host, port, security, certificate }: ServerValues): MailServer | undefined {
	if (filled(host) === undefined) return undefined;
	const trusted = security === "none" ? undefined : filled(certificate);
	return { host: host.trim(), port: Number(port), security, certificate: trusted };
}

function filled(text: string): string | undefined {
	return text.trim() === "" ? undefined : text.trim();
}

/** The part after the @, or null if there is none yet. */
export function domainOf(email: string): string | null {
	return /^[^\s@]+@([^\s@.]+(?:\.[^\s@.]+)+)$/.exec(email.trim())?.[1]?.toLowerCase() ?? null;
}

/** Guesses the outgoing server's name from the incoming one's; the user can correct it. */
export function guessSmtpHost(incoming: string): string {
	return incoming.trim().replace(/^imap\d*\./i, "smtp.");
}
