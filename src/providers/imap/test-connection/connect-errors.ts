import { CannotConnect, type ConnectionFault } from "#server/mail/provider/errors.ts";
import { errorText, type ImapError, isRateLimited, isSignInFailure } from "../connection/errors.ts";
import type { MailServer } from "../connection/settings.ts";
import { type SmtpError, smtpErrorText } from "../smtp/smtp.ts";
import { detectServer, type ServerType } from "./probe.ts";
import { signInHelp } from "./sign-in-help.ts";

/** Which server failed, and how to probe it. */
export interface Attempt {
	side: "incoming" | "outgoing";
	server: MailServer;
	/** An address allowed by `resolveHost`. */
	address: string;
	/** How long a server may take to say what it is, in milliseconds. */
	probeMs: number;
	signal: AbortSignal;
}

/** Messages for untrusted certificates, by Node error code. */
const CERTIFICATES: Record<string, (host: string) => string> = {
	DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
	SELF_SIGNED_CERT_IN_CHAIN: selfSigned,
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
	UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
	CERT_HAS_EXPIRED: (host) => `The certificate of ${host} has expired: its administrator must renew it.`,
	CERT_NOT_YET_VALID: (host) => `The certificate of ${host} is not valid yet: check the clocks of both servers.`,
	CERT_REVOKED: (host) => `The certificate of ${host} was revoked: do not connect before it is replaced.`,
	ERR_TLS_CERT_ALTNAME_INVALID: (host) =>
		`The certificate is not for ${host}: enter the server's name as its provider gives it.`,
};

function selfSigned(host: string): string {
	return `${host} uses a self-signed certificate. If you trust the server, enter its certificate for this mailbox.`;
}

function unknownIssuer(host: string): string {
	return `The certificate of ${host} comes from an unknown issuer, or the server doesn't send the full chain.`;
}

const SECURITY_NAMES = { tls: "TLS", starttls: "STARTTLS", none: "no encryption" } as const;

/** Maps a failed connection attempt to an error that says what to correct. */
export async function faultOf(attempt: Attempt, cause: unknown): Promise<unknown> {
	const { side, server } = attempt;
	if (!(cause instanceof Error)) return cause;
	const fault = (kind: ConnectionFault, message: string): CannotConnect =>
		new CannotConnect(kind, side, message, { cause });
	// Shared helpers do not know which of the two servers failed.
	if (cause instanceof CannotConnect) return fault(cause.fault, cause.message);
	const code = codeOf(cause);
	const endpoint = `${server.host} on port ${server.port}`;
	const certificate = CERTIFICATES[code];
	if (certificate !== undefined) return fault("tls", certificate(server.host));
	if (code === "ECONNREFUSED")
		return fault("port", `Nothing responds at ${endpoint}: check the port, and that the server is running.`);
	if (code === "EHOSTUNREACH" || code === "ENETUNREACH")
		return fault("host", `There is no route to ${server.host} from this server.`);
	if (code === "CONNECT_TIMEOUT")
		return fault("timeout", `${endpoint} is not responding: check host and port; a firewall may block it.`);
	const failure = describeFailure(side, cause);
	if (failure !== null) {
		if (failure.isRateLimited)
			return fault(
				"refused-account",
				`${server.host} accepts no more sign-ins for now: “${failure.detail}”. Try again later.`,
			);
		const { fault: kind, advice } = signInHelp(server.host, failure.detail);
		return fault(
			kind,
			`${server.host} rejected the sign-in${failure.detail === "" ? "." : `: “${failure.detail.replace(/\.$/, "")}.”`} ${advice}`,
		);
	}
	return fault(...(await misunderstanding(attempt, cause)));
}

function codeOf(cause: Error): string {
	const {
		code = "",
		originalCode,
		timeoutType,
	} = cause as { code?: string; originalCode?: string; timeoutType?: string };
	if (timeoutType === "CONNECT_TIMEOUT" || (code === "ETIMEDOUT" && timeoutType === undefined))
		return "CONNECT_TIMEOUT";
	return originalCode ?? code;
}

/** The server's rejection of the credentials; null when authentication was not reached. */
function describeFailure(side: Attempt["side"], cause: Error): { detail: string; isRateLimited: boolean } | null {
	if (side === "incoming") {
		const error = cause as ImapError;
		if (isRateLimited(error)) return { detail: errorText(error), isRateLimited: true };
		return isSignInFailure(error) ? { detail: errorText(error), isRateLimited: false } : null;
	}
	const error = cause as SmtpError;
	if (error.code !== "EAUTH") return null;
	return { detail: smtpErrorText(error), isRateLimited: error.responseCode === 421 || error.responseCode === 454 };
}

/** Something answered in another protocol. */
async function misunderstanding(attempt: Attempt, cause: Error): Promise<[ConnectionFault, string]> {
	const found = await wrongServerType(attempt);
	if (found !== null) return found;
	const { server } = attempt;
	const endpoint = `${server.host} on port ${server.port}`;
	const { code, timeoutType } = cause as { code?: string; timeoutType?: string };
	if (code === "GREETING_TIMEOUT" || timeoutType === "GREETING_TIMEOUT")
		return ["timeout", `${endpoint} accepts connections but doesn't respond: check the port.`];
	if ((server.security === "starttls" && (cause as ImapError).tlsFailed) || code === "ETLS")
		return ["tls", `${endpoint} offers no STARTTLS, or it fails: choose TLS with the port that belongs to it.`];
	const detail = errorText(cause as ImapError);
	return ["not-mail", `${endpoint} broke off${detail === "" ? "" : `: “${detail}”`}. Check host, port and security.`];
}

/** Detects what listens on the port. @returns null when it is the expected protocol, or unknown */
export async function wrongServerType({
	side,
	server,
	address,
	probeMs: waitMs,
	signal,
}: Attempt): Promise<[ConnectionFault, string] | null> {
	const wanted: ServerType = side === "incoming" ? "imap" : "smtp";
	const endpoint = `${server.host} on port ${server.port}`;
	const isTls = server.security === "tls";
	const speaks = (tls: boolean): Promise<ServerType> =>
		detectServer(address, server.port, { isTls: tls, waitMs, signal });
	const [same, other] = await Promise.all([speaks(isTls), speaks(!isTls)]);
	if (same === wanted) return null;
	if (other === wanted)
		return [
			"tls",
			isTls
				? `${endpoint} does not begin with TLS: choose STARTTLS for this port, or another port for TLS.`
				: `${endpoint} begins with TLS, not with ${SECURITY_NAMES[server.security]}: choose TLS for this port.`,
		];
	const named = [same, other].find((serverType) => NAMED[serverType] !== undefined);
	if (named === undefined && same !== "other") return null;
	return [
		"not-mail",
		`${endpoint} is no server for ${side} mail${NAMED[named ?? "other"] ?? ""}: check host and port.`,
	];
}

const NAMED: Partial<Record<ServerType, string>> = {
	imap: " (it is one for incoming mail, IMAP)",
	smtp: " (it is one for outgoing mail, SMTP)",
	pop3: " (it speaks POP3, which cannot keep folders)",
	http: " (a web server answers)",
};
