import type { MailServer } from "#shared/contracts/accounts.ts";
import type { GuardedFetch } from "../../../platform/net/guarded-fetch.ts";
import { readXml, type XmlElement } from "../../../platform/xml/xml.ts";
import { type Address, type Found, isHostName } from "./result.ts";

/**
 * Autoconfig: configuration files that providers publish for mail clients, in Thunderbird's format
 * (https://wiki.mozilla.org/Thunderbird:Autoconfiguration:ConfigFileFormat).
 */

const MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 3_500;
const SECURITY: Record<string, MailServer["security"]> = { SSL: "tls", STARTTLS: "starttls" };
/** Authentication methods that use a password. */
const BY_PASSWORD = new Set(["password-cleartext", "plain", "password-encrypted", "secure"]);

/**
 * Fetches a domain's configuration file from both well-known URLs concurrently. HTTPS only: the response decides where
 * a password is sent, and plain HTTP can be forged by anybody on the path.
 * @returns null when neither names an IMAP server
 */
export async function fetchAutoconfig(
	fetch: GuardedFetch,
	domain: string,
	address: Address,
	signal: AbortSignal,
): Promise<Found | null> {
	// Some servers return a configuration for this address only.
	const query = `?emailaddress=${encodeURIComponent(address.email)}`;
	const urls = [
		`https://autoconfig.${domain}/mail/config-v1.1.xml${query}`,
		`https://${domain}/.well-known/autoconfig/mail/config-v1.1.xml${query}`,
	];
	const responses = urls.map(async (url) => {
		try {
			const reply = await fetch(url, { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, maxRedirects: 3, signal });
			if (reply.status !== 200 || !reply.url.startsWith("https:")) return null;
			return readAutoconfig(new TextDecoder().decode(reply.body), address);
		} catch {
			// No such host or page, or not XML: most domains publish none.
			return null;
		}
	});
	for (const answer of responses) {
		const found = await answer;
		if (found !== null) return found;
	}
	return null;
}

/**
 * Picks the best IMAP and SMTP servers of a configuration file: implicit TLS before STARTTLS, never plaintext, and only
 * servers that accept a password.
 * @throws XmlError
 */
export function readAutoconfig(xml: string, address: Address): Found | null {
	const root = readXml(xml);
	const provider = root.children.find(({ name }) => name === "emailProvider");
	if (root.name !== "clientConfig" || provider === undefined) return null;
	const imap = best(provider, "incomingServer", "imap", address);
	if (imap === null) return null;
	const smtp = best(provider, "outgoingServer", "smtp", address);
	return {
		source: "autoconfig",
		providerName: textOf(provider, "displayName").slice(0, 100) || null,
		imap: imap.server,
		smtp: smtp && { ...smtp.server, username: smtp.username },
		sieve: null,
		username: imap.username,
		note: null,
	};
}

interface Offered {
	server: MailServer;
	username: string | null;
}

function best(provider: XmlElement, element: string, type: string, address: Address): Offered | null {
	const offered = provider.children
		.filter(({ name, attributes }) => name === element && attributes.get("type") === type)
		.map((server) => read(server, address))
		.filter((server) => server !== null);
	return offered.find(({ server }) => server.security === "tls") ?? offered[0] ?? null;
}

function read(element: XmlElement, address: Address): Offered | null {
	const host = filled(textOf(element, "hostname"), address).toLowerCase();
	const port = Number(textOf(element, "port"));
	const security = SECURITY[textOf(element, "socketType").toUpperCase()];
	const methods = element.children.filter(({ name }) => name === "authentication").map(({ text }) => text);
	if (security === undefined || !isHostName(host) || !Number.isInteger(port) || port < 1 || port > 65_535) return null;
	if (methods.length > 0 && !methods.some((method) => BY_PASSWORD.has(method))) return null;
	const username = filled(textOf(element, "username"), address).slice(0, 320);
	return { server: { host, port, security }, username: username === "" ? null : username };
}

function filled(template: string, { email, local, domain }: Address): string {
	return template
		.replaceAll("%EMAILADDRESS%", () => email)
		.replaceAll("%EMAILLOCALPART%", () => local)
		.replaceAll("%EMAILDOMAIN%", () => domain);
}

function textOf(element: XmlElement, name: string): string {
	return element.children.find((child) => child.name === name)?.text ?? "";
}
