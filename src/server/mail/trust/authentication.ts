import type { AuthResults } from "#shared/mail/auth-results.ts";
import { organizationOf } from "../classify/features/features.ts";

/** What the receiving server says about the sender (RFC 8601). */

export interface AuthFailure {
	/** Null: it does not say. */
	domain: string | null;
	/** Its owner does not ask to deliver such mail anyway. */
	isStrong: boolean;
	/** Its owner asks to refuse such mail, and nothing of the domain's own signature is left, as forwarders leave it. */
	isForgery: boolean;
}

/** Whether the receiving server could not confirm the sender; null: it could, or did not check. */
export function failureOf(found: AuthResults | null, domain: string): AuthFailure | null {
	const { dmarc, spf, dkim } = found ?? {};
	if (dmarc?.verdict === "fail") {
		const policy = `${dmarc.reason ?? ""} action=${dmarc.properties.action ?? ""} ${dmarc.properties["policy.dmarc"] ?? ""}`;
		const isRefused = /\bp=(?:reject|quarantine)\b|\baction=o?(?:reject|quarantine)\b|^ *(?:reject|quarantine)\b/i.test(
			policy,
		);
		const signatures = found?.results.filter(({ method }) => method === "dkim") ?? [];
		const isBroken = signatures.some((one) => one.verdict === "pass" || sameOrganization(one.domain ?? "", domain));
		const isSealed = found?.results.some(({ method, verdict }) => method === "arc" && verdict === "pass") ?? false;
		return {
			domain: dmarc.domain,
			// A domain that only observes asks receivers to deliver it anyway: much of its real mail fails.
			isStrong: !/\bp=none\b/i.test(policy),
			isForgery: isRefused && !isBroken && !isSealed,
		};
	}
	if (dmarc?.verdict === "pass") return null;
	return spf?.verdict === "fail" && dkim?.verdict !== "pass"
		? { domain: spf.domain, isStrong: false, isForgery: false }
		: null;
}

/** Whether a domain that contains the sender's name signed the message, such as a brand's mailing service. */
export function isSignedBy(found: AuthResults | null, name: string): boolean {
	const word = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
	const by = found?.dkim?.verdict === "pass" ? (found.dkim.domain ?? "") : "";
	return word !== "" && by.replace(/[^\p{L}\p{N}]/gu, "").includes(word);
}

/** Whether the receiving server confirmed that the message is from this domain. */
export function isAuthentic(found: AuthResults | null, domain: string): boolean {
	const { dmarc, dkim } = found ?? {};
	return dmarc?.verdict === "pass" || (dkim?.verdict === "pass" && sameOrganization(dkim.domain ?? "", domain));
}

/** Whether two hosts belong to one organization. */
export function sameOrganization(a: string, b: string): boolean {
	return organizationOf(a.toLowerCase()) === organizationOf(b.toLowerCase());
}
