import { isDistrusted } from "#shared/mail/trust.ts";
import type { Email } from "../base/mail.ts";
import { t } from "../base/reader-text.ts";

export interface SenderFact {
	tone: "green" | "amber" | "red" | "neutral";
	text: string;
	/** What it means, in a sentence. */
	why: string;
}

type Received = Pick<Email, "authentication" | "senderEmail" | "listUnsubscribe" | "trust">;

/**
 * The receiving server's authentication results (RFC 8601) as text.
 * A passed check shows which domain vouches for the message, not that the domain is trustworthy.
 */
export function senderFacts(email: Received): SenderFact[] {
	const found = email.authentication;
	if (!found) return [];
	const { dkim, spf, dmarc } = found;
	const facts: SenderFact[] = [];
	const from = email.senderEmail.slice(email.senderEmail.lastIndexOf("@") + 1).toLowerCase();
	const isSuspicious = isDistrusted(email.trust ?? null);
	if (dkim?.result === "pass") {
		const by = dkim.domain ?? from;
		facts.push({
			tone: sameOrganisation(by, from) && !isSuspicious ? "green" : "neutral",
			text: t.message.signedBy(by),
			why: sameOrganisation(by, from) ? t.message.signedWhy : t.message.signedByOtherWhy(by, from),
		});
	} else if (dkim && failed(dkim.result) && !isExplained(email, from)) {
		facts.push({
			tone: "amber",
			text: t.message.invalidSignature,
			why: t.message.invalidSignatureWhy,
		});
	}
	if (dmarc && failed(dmarc.result) && (isSuspicious || !isOfList(email))) {
		facts.push({
			tone: "red",
			text: t.message.notConfirmedBy(dmarc.domain ?? from),
			why: t.message.notConfirmedWhy,
		});
	} else if (spf && failed(spf.result) && dkim?.result !== "pass") {
		facts.push({
			tone: "amber",
			text: t.message.notSentBy(spf.domain ?? from),
			why: t.message.notSentWhy(spf.domain ?? from),
		});
	}
	if (facts.length === 0 && spf?.result === "pass" && spf.domain)
		facts.push({
			tone: "neutral",
			text: t.message.sentBy(spf.domain),
			why: t.message.sentByWhy,
		});
	return facts;
}

/** Lists change what they pass on, which breaks its signature; and the sender may be confirmed in another way. */
function isExplained(email: Received, from: string): boolean {
	const { spf = null, dmarc = null } = email.authentication ?? {};
	const isAligned = spf?.result === "pass" && spf.domain !== null && sameOrganisation(spf.domain, from);
	return isAligned || dmarc?.result === "pass" || isOfList(email);
}

const isOfList = ({ listUnsubscribe }: Received): boolean => (listUnsubscribe?.listId ?? null) !== null;

function failed(result: string): boolean {
	return result === "fail" || result === "softfail" || result === "permerror";
}

function sameOrganisation(a: string, b: string): boolean {
	return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);
}
