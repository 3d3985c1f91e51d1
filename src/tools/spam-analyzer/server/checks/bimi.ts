import type { Lookup } from "../lookup.ts";
import type { DmarcFacts } from "./dmarc.ts";
import { type Finding, itemOf, OPTIONAL } from "./finding.ts";

/** Larger logos are not shown by mailbox providers. */
const MAX_LOGO_BYTES = 64 * 1024;

/** BIMI: the sender's logo (draft-brand-indicators-for-message-identification). */
export async function checkBimi(
	lookup: Lookup,
	domain: string,
	dmarc: Pick<DmarcFacts, "policy" | "organizationalDomain"> | null,
): Promise<Finding> {
	let record: string | undefined;
	for (const name of new Set([domain, dmarc?.organizationalDomain ?? domain])) {
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
	const items = [
		certificate === ""
			? itemOf("Certificate", "warn", "None: large mailbox providers do not show the logo.")
			: itemOf("Certificate", "not_checked", `${certificate}: its signature is not verified here.`),
	];
	return { state: "pass", detail: "A valid logo is published.", items };
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
