import type { DmarcFacts } from "#kernel/sender-auth.ts";
import type { Lookup } from "../lookup.ts";
import { type Finding, itemOf, OPTIONAL } from "./finding.ts";
import { BadCertificate, verifyMarkCertificate } from "./mark-certificate.ts";

/** Larger logos are not shown by mailbox providers. */
const MAX_LOGO_BYTES = 64 * 1024;
/** With the certificates of its authorities. */
const MAX_CERTIFICATE_BYTES = 128 * 1024;

interface BimiContext {
	dmarc: Pick<DmarcFacts, "policy" | "organizationalDomain"> | null;
	/** Epoch milliseconds. */
	now: number;
}

/** BIMI: the sender's logo (draft-brand-indicators-for-message-identification). */
export async function checkBimi(lookup: Lookup, domain: string, { dmarc, now }: BimiContext): Promise<Finding> {
	const names = [...new Set([domain, dmarc?.organizationalDomain ?? domain])];
	let record: string | undefined;
	for (const name of names) {
		record = (await lookup.texts(`default._bimi.${name}`)).find((text) => /^v=BIMI1\s*(?:;|$)/i.test(text));
		if (record !== undefined) break;
	}
	if (record === undefined)
		return {
			state: "warn",
			detail: "No logo is published.",
			fix: `${OPTIONAL} BIMI shows your logo next to your emails.`,
		};
	const tag = (name: string): string => new RegExp(`;\\s*${name}\\s*=\\s*([^;\\s]*)`, "i").exec(record)?.[1] ?? "";
	const [logo, certificate] = [tag("l"), tag("a")];
	if (logo === "") return { state: "warn", detail: "The domain declines to show a logo." };
	if (dmarc !== null && dmarc.policy !== "quarantine" && dmarc.policy !== "reject")
		return {
			...{ state: "fail", detail: "A logo is published, but DMARC is not enforced: it is not shown." },
			fix: "Set the DMARC policy to “quarantine” or “reject”.",
		};
	if (!/^https:\/\//i.test(logo))
		return { state: "fail", detail: "The logo has no https address.", fix: "Serve the logo over https." };
	const reply = await lookup.get(logo, { maxBytes: MAX_LOGO_BYTES, maxRedirects: 3, accept: "image/svg+xml" });
	const problem = reply.status === 200 ? logoProblem(reply.body) : `The logo can't be read (HTTP ${reply.status}).`;
	if (problem !== null) return { state: "fail", detail: problem, fix: "Publish the logo as SVG Tiny PS." };
	if (certificate === "") {
		const items = [itemOf("Certificate", "warn", "None: large mailbox providers do not show the logo.")];
		return { state: "pass", detail: "A valid logo is published, without a certificate.", items };
	}
	return checkCertificate(lookup, certificate, {
		names: [...names, ...names.map((name) => `default._bimi.${name}`)],
		...{ logo: reply.body, now },
	});
}

/** The logo is published; whether its certificate is accepted, too. */
async function checkCertificate(
	lookup: Lookup,
	url: string,
	use: Parameters<typeof verifyMarkCertificate>[1],
): Promise<Finding> {
	const fix = "Publish the certificate as PEM, with those of its authorities, and renew it before it expires.";
	const refused = (detail: string): Finding => ({
		...{ state: "fail", detail: "The certificate of the logo is not valid.", fix },
		items: [itemOf("Certificate", "fail", detail)],
	});
	if (!/^https:\/\//i.test(url)) return refused("It has no https address.");
	const reply = await lookup.get(url, { maxBytes: MAX_CERTIFICATE_BYTES, maxRedirects: 3 });
	if (reply.status !== 200) return refused(`It can't be read (HTTP ${reply.status}).`);
	try {
		const { type, organization, issuer, trademark, validUntil } = await verifyMarkCertificate(reply.body, use);
		const items = [
			itemOf("Certificate", "pass", `${type} issued by ${issuer} to ${organization}`),
			itemOf("Valid until", "pass", validUntil.toISOString().slice(0, 10)),
			...(trademark === null ? [] : [itemOf("Trademark", "pass", trademark)]),
		];
		return { state: "pass", detail: `A logo of ${organization} is published, with a valid certificate.`, items };
	} catch (cause) {
		if (cause instanceof BadCertificate) return refused(cause.message);
		throw cause;
	}
}

/** Whether a logo is the profile that BIMI asks for: SVG Tiny PS, without scripts and links. */
export function logoProblem(body: Uint8Array): string | null {
	const text = Buffer.from(body).toString("utf8");
	const root = /<svg\b[^>]*>/i.exec(text)?.[0];
	if (root === undefined) return "The logo is not an SVG file.";
	if (!/\bbaseProfile\s*=\s*["']tiny-ps["']/i.test(root)) return "The logo is not in the profile SVG Tiny PS.";
	if (/<script\b|<foreignObject\b|<image\b|\bon\w+\s*=/i.test(text)) return "The logo has scripts or embedded content.";
	return null;
}
