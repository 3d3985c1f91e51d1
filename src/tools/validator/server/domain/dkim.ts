import { COMMON_SELECTORS, type Evidence, evidenceOf, textRecords } from "#kernel/domains.ts";
import type { Dns } from "#kernel/net.ts";

export interface DkimFinding extends Evidence {
	/** Null: not established. */
	isValid: boolean | null;
	state: "pass" | "warn" | "fail" | "error";
	detail: string;
}

/** Lookups in flight. */
const AT_ONCE = 5;

/**
 * Looks for a DKIM key (RFC 6376 §3.6). Selectors can't be listed: those of mail the user received are tried first, then
 * common ones.
 * @param seen selectors in the user's own mail from this domain
 */
export async function findDkim(
	dns: Dns,
	domain: string,
	seen: readonly string[],
	signal?: AbortSignal,
): Promise<DkimFinding> {
	const parent = await textRecords(dns, `_domainkey.${domain}`, signal);
	const answers = [parent.answer];
	if (parent.state === "failed")
		return { isValid: null, state: "error", detail: "DKIM keys could not be looked up.", ...evidenceOf(answers) };
	// RFC 8020: nothing exists below a name that does not exist.
	if (parent.state === "no-such-name" && seen.length === 0)
		return { isValid: false, state: "warn", detail: "The domain has no DKIM keys.", ...evidenceOf(answers) };
	const selectors = [...new Set([...seen, ...COMMON_SELECTORS])];
	let isRevoked = false;
	let hasFailed = false;
	for (let at = 0; at < selectors.length; at += AT_ONCE) {
		const group = selectors.slice(at, at + AT_ONCE);
		const found = await Promise.all(
			group.map(async (selector) => ({
				selector,
				...(await textRecords(dns, `${selector}._domainkey.${domain}`, signal)),
			})),
		);
		answers.push(...found.map(({ answer }) => answer));
		const key = found.find(({ texts }) => texts.some(isKey));
		if (key !== undefined)
			return { isValid: true, state: "pass", detail: `Key “${key.selector}” was found.`, ...evidenceOf(answers) };
		isRevoked ||= found.some(({ texts }) => texts.some((text) => /(?:^|;)\s*p\s*=\s*(?:;|$)/.test(text)));
		hasFailed ||= found.some(({ state }) => state === "failed");
	}
	const evidence = evidenceOf(answers);
	if (hasFailed) return { isValid: null, state: "error", detail: "DKIM keys could not be looked up.", ...evidence };
	if (isRevoked)
		return { isValid: false, state: "warn", detail: "The DKIM keys that were found are revoked.", ...evidence };
	const detail = `No key under ${selectors.length} known selectors; others can exist.`;
	return { isValid: null, state: "warn", detail, ...evidence };
}

function isKey(text: string): boolean {
	return (
		(/(?:^|;)\s*v\s*=\s*DKIM1/i.test(text) || !/(?:^|;)\s*v\s*=/i.test(text)) && /(?:^|;)\s*p\s*=\s*[\w+/]/.test(text)
	);
}
