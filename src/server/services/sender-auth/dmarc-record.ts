/** A DMARC policy record (RFC 9989 §4.7). */
export interface DmarcRecord {
	text: string;
	policy: DmarcPolicy | null;
	/** For subdomains. */
	subdomainPolicy: DmarcPolicy | null;
	/** For subdomains that do not exist. */
	nonexistentPolicy: DmarcPolicy | null;
	/** `t=y`: policies are not applied. */
	isTesting: boolean;
	/** Whether the domain is a public suffix; `u`: not said. */
	psd: "y" | "n" | "u";
	dkimAlignment: "relaxed" | "strict";
	spfAlignment: "relaxed" | "strict";
	/** Addresses for aggregate reports. */
	reportsTo: string[];
	/** It still has the `pct` of RFC 7489. */
	hasPct: boolean;
}

export type DmarcPolicy = "none" | "quarantine" | "reject";

const POLICIES: ReadonlySet<string> = new Set(["none", "quarantine", "reject"]);

/** @returns null for text that is no DMARC record: `v=DMARC1` comes first (RFC 9989 §4.8) */
export function readDmarcRecord(text: string): DmarcRecord | null {
	if (!/^v\s*=\s*DMARC1\s*(?:;|$)/.test(text)) return null;
	const tags = new Map<string, string>();
	for (const tag of text.split(";").slice(1)) {
		const at = tag.indexOf("=");
		const name = tag.slice(0, Math.max(0, at)).trim().toLowerCase();
		if (name !== "" && !tags.has(name)) tags.set(name, tag.slice(at + 1).trim());
	}
	const value = (name: string): string => (tags.get(name) ?? "").toLowerCase();
	const policy = (name: string): DmarcPolicy | null =>
		POLICIES.has(value(name)) ? (value(name) as DmarcPolicy) : null;
	const alignment = (name: string) => (value(name) === "s" ? "strict" : "relaxed");
	const psd = value("psd");
	return {
		text,
		policy: policy("p"),
		subdomainPolicy: policy("sp"),
		nonexistentPolicy: policy("np"),
		isTesting: value("t") === "y",
		psd: psd === "y" || psd === "n" ? psd : "u",
		dkimAlignment: alignment("adkim"),
		spfAlignment: alignment("aspf"),
		reportsTo: (tags.get("rua") ?? "").split(",").flatMap((uri) => {
			const address = /^mailto:([^!?]+@[^!?]+)/i.exec(uri.trim())?.[1];
			return address === undefined ? [] : [address];
		}),
		hasPct: tags.has("pct"),
	};
}
