/**
 * Records that a domain's owner publishes: SPF (RFC 7208), DMARC (RFC 9989), MTA-STS (RFC 8461) and TLS reports (RFC 8460). Shared
 * by the page, which writes them, and the server's tests, which check them.
 */

/** Services that send for a domain, with the domain to include in its SPF record. */
export const SERVICES = [
	{ id: "google", name: "Google Workspace", include: "_spf.google.com" },
	{ id: "microsoft", name: "Microsoft 365", include: "spf.protection.outlook.com" },
	{ id: "fastmail", name: "Fastmail", include: "spf.messagingengine.com" },
	{ id: "proton", name: "Proton Mail", include: "_spf.protonmail.ch" },
	{ id: "zoho", name: "Zoho Mail", include: "zohomail.com" },
	{ id: "ses", name: "Amazon SES", include: "amazonses.com" },
	{ id: "sendgrid", name: "SendGrid", include: "sendgrid.net" },
	{ id: "mailgun", name: "Mailgun", include: "mailgun.org" },
	{ id: "mailjet", name: "Mailjet", include: "spf.mailjet.com" },
	{ id: "postmark", name: "Postmark", include: "spf.mtasv.net" },
	{ id: "brevo", name: "Brevo", include: "spf.brevo.com" },
	{ id: "mandrill", name: "Mailchimp Transactional", include: "spf.mandrillapp.com" },
] as const;

export type ServiceId = (typeof SERVICES)[number]["id"];

/** Who sends for a domain. */
export interface Senders {
	services: readonly ServiceId[];
	/** The domain's own mail servers send, too. */
	usesMx: boolean;
	/** IP addresses and networks. */
	addresses: readonly string[];
	/** Other terms of the published record, kept as they are. */
	kept: readonly string[];
	/** What receivers do with mail of other servers. */
	others: "reject" | "suspicious";
}

/** The SPF record for these senders. */
export function spfRecord({ services, usesMx, addresses, kept, others }: Senders): string {
	const includes = SERVICES.filter(({ id }) => services.includes(id)).map(({ include }) => `include:${include}`);
	const networks = addresses.map((address) => `${address.includes(":") ? "ip6" : "ip4"}:${address}`);
	const terms = [...(usesMx ? ["mx"] : []), ...networks, ...kept, ...includes];
	return ["v=spf1", ...new Set(terms), others === "reject" ? "-all" : "~all"].join(" ");
}

/**
 * What a published SPF record says about senders. A `redirect` has no effect next to `all` (RFC 7208 §6.1); without one
 * it becomes an `include`.
 */
export function sendersIn(record: string): Senders {
	const found = { services: [] as ServiceId[], usesMx: false, addresses: [] as string[], kept: [] as string[] };
	let others: Senders["others"] = "suspicious";
	const hasAll = /(?:^| )[-~?+]?all(?: |$)/i.test(record);
	for (const term of record.split(/ +/).slice(1).filter(Boolean)) {
		const [, name = "", value = ""] = /^\+?([a-z\d]+)(?:[:=]|(?![a-z\d]))(.*)$/i.exec(term) ?? [];
		const service = SERVICES.find(({ include }) => name === "include" && include === value.toLowerCase());
		if (service !== undefined) found.services.push(service.id);
		else if (/^\+?mx$/i.test(term)) found.usesMx = true;
		else if (name === "ip4" || name === "ip6") found.addresses.push(value);
		else if (/^[-~?+]?all$/i.test(term)) others = term.startsWith("-") ? "reject" : "suspicious";
		else if (name !== "redirect") found.kept.push(term);
		else if (!hasAll) found.kept.push(`include:${value}`);
	}
	return { ...found, others };
}

export type Policy = "none" | "quarantine" | "reject";

/** The next step towards a policy that is enforced: it begins with reports alone. @param record published; empty: none */
export function nextPolicy(record: string): Policy {
	const published = /;\s*p\s*=\s*(\w+)/i.exec(record)?.[1]?.toLowerCase();
	if (published === "none") return "quarantine";
	return published === "quarantine" || published === "reject" ? "reject" : "none";
}

/** The DMARC record. @param reportsTo receives aggregate reports; empty: no one */
export function dmarcRecord(policy: Policy, reportsTo: string): string {
	return `v=DMARC1; p=${policy}${reportsTo === "" ? "" : `; rua=mailto:${reportsTo}`}`;
}

/** The record that announces an MTA-STS policy. @param now makes its id, which changes with the policy */
export function stsRecord(now: Date): string {
	return `v=STSv1; id=${now.toISOString().replace(/\D/g, "").slice(0, 14)}`;
}

/** The MTA-STS policy file. */
export function stsPolicy(mode: "enforce" | "testing", mx: readonly string[]): string {
	const week = 604_800;
	return `${["version: STSv1", `mode: ${mode}`, ...mx.map((host) => `mx: ${host}`), `max_age: ${week}`].join("\r\n")}\r\n`;
}

/** The record for reports about TLS. */
export function tlsReportRecord(reportsTo: string): string {
	return `v=TLSRPTv1; rua=mailto:${reportsTo}`;
}

/** The record of a DKIM key. @param publicKey SubjectPublicKeyInfo in base64 */
export function dkimRecord(publicKey: string): string {
	return `v=DKIM1; k=rsa; p=${publicKey}`;
}
