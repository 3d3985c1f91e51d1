import { getDomain } from "tldts";
import { type Evidence, evidenceOf, type Sent, textRecords } from "#kernel/domains.ts";
import type { Dns } from "#kernel/net.ts";

export interface DmarcFinding extends Evidence {
	/** Null: not established. */
	hasRecord: boolean | null;
	state: "pass" | "warn" | "error";
	detail: string;
}

/** Finds the DMARC policy of a domain, or of its organizational domain (RFC 7489 §6.6.3). */
export async function findDmarc(dns: Dns, domain: string, signal?: AbortSignal): Promise<DmarcFinding> {
	const names = [...new Set([domain, getDomain(domain) ?? domain])];
	const answers: Sent[] = [];
	for (const name of names) {
		const { state, texts, answer } = await textRecords(dns, `_dmarc.${name}`, signal);
		answers.push(answer);
		if (state === "failed")
			return { hasRecord: null, state: "error", detail: "The DMARC policy could not be read.", ...evidenceOf(answers) };
		const records = texts.filter((text) => /^v=DMARC1\s*(?:;|$)/.test(text));
		if (records.length === 1) {
			const policy = /;\s*p\s*=\s*(none|quarantine|reject)\s*(?:;|$)/i.exec(records[0] ?? "")?.[1]?.toLowerCase();
			const detail = policy === undefined ? "The DMARC record names no policy." : `The policy is “${policy}”.`;
			const isWeak = policy === undefined || policy === "none";
			return { hasRecord: true, state: isWeak ? "warn" : "pass", detail, ...evidenceOf(answers) };
		}
	}
	return { hasRecord: false, state: "warn", detail: "There is no DMARC policy.", ...evidenceOf(answers) };
}
