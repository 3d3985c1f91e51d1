import type { Email } from "../mail.ts";

export interface SenderFact {
	tone: "green" | "amber" | "red" | "neutral";
	text: string;
	/** What it means, in a sentence. */
	why: string;
}

/**
 * The receiving server's authentication results (RFC 8601) as text.
 * A passed check tells which domain vouches for the message, not that the domain is trustworthy.
 */
export function senderFacts(email: Pick<Email, "authentication" | "senderEmail">): SenderFact[] {
	const found = email.authentication;
	if (!found) return [];
	const { dkim, spf, dmarc } = found;
	const facts: SenderFact[] = [];
	const from = email.senderEmail.slice(email.senderEmail.lastIndexOf("@") + 1).toLowerCase();
	if (dkim?.result === "pass") {
		const by = dkim.domain ?? from;
		facts.push({
			tone: sameOrganisation(by, from) ? "green" : "neutral",
			text: `Signed by ${by}`,
			why: sameOrganisation(by, from)
				? "The signature (DKIM) is good: the sender's domain vouches for this message."
				: `The signature (DKIM) is good, but it is ${by}'s, not ${from}'s.`,
		});
	} else if (dkim && failed(dkim.result)) {
		facts.push({
			tone: "amber",
			text: "Signature broken",
			why: "The signature (DKIM) does not fit: the message was changed on its way, or is not from there.",
		});
	}
	if (dmarc && failed(dmarc.result)) {
		facts.push({
			tone: "red",
			text: `Not confirmed by ${dmarc.domain ?? from}`,
			why: "The check of the visible sender (DMARC) failed: the address may be forged.",
		});
	} else if (spf && failed(spf.result) && dkim?.result !== "pass") {
		facts.push({
			tone: "amber",
			text: `Not sent by ${spf.domain ?? from}`,
			why: `The server that sent it (SPF) is none of ${spf.domain ?? from}'s.`,
		});
	}
	if (facts.length === 0 && spf?.result === "pass" && spf.domain)
		facts.push({
			tone: "neutral",
			text: `Sent by ${spf.domain}`,
			why: "The server that sent it (SPF) belongs to that domain.",
		});
	return facts;
}

function failed(result: string): boolean {
	return result === "fail" || result === "softfail" || result === "permerror";
}

function sameOrganisation(a: string, b: string): boolean {
	return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);
}
