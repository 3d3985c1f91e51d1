import { domainToUnicode } from "node:url";
import { getDomain, getDomainWithoutSuffix } from "tldts";
import { imitatedBrand, skeletonOf } from "#kernel/domains.ts";
import { editDistance } from "#shared/mail/edit-distance.ts";
import { WELL_KNOWN } from "#shared/mail/meant-domain.ts";
import { type Finding, itemOf } from "./finding.ts";

/** Shorter names are all close to each other. */
const MIN_LENGTH = 5;

/** A domain of the user's own mail. */
export interface KnownDomain {
	domain: string;
	/** Emails sent to and received from it. */
	emails: number;
}

/**
 * Whether a domain is made to look like one that the user corresponds with, or like a well-known one: characters that look
 * alike (UTS 39), or names that differ in one or two letters.
 * @param known domains the user corresponds with
 */
export function checkLookAlike(domain: string, known: readonly KnownDomain[]): Finding {
	const own = getDomain(domain) ?? domain;
	const familiar = known.some((one) => one.domain === own);
	const brand = imitatedBrand(own);
	if (brand !== null) return imitation(own, brand.name, "looks like");
	const candidates = [...known.map((one) => one.domain), ...WELL_KNOWN].filter((one) => one !== own);
	const alike = candidates.find((one) => skeletonOf(nameOf(one)) === skeletonOf(nameOf(own)) && sameSuffix(one, own));
	if (alike !== undefined) return imitation(own, alike, "looks like");
	// A domain that the user has exchanged mail with is itself; names close to it are checked when they write.
	if (familiar) return { state: "pass", detail: "You write to this domain." };
	const close = candidates.find((one) => isClose(own, one));
	if (close !== undefined)
		return {
			...{ state: "warn", detail: `${domainToUnicode(own)} differs little from ${close}.` },
			items: [itemOf(close, "warn", "A domain that you write to, or a large provider.")],
		};
	const others = known.length === 0 ? "well-known domains" : `${known.length} domains that you write to`;
	return { state: "pass", detail: `Resembles none of the ${others}.` };
}

function imitation(domain: string, of: string, verb: string): Finding {
	const shown = domainToUnicode(domain);
	const code = shown === domain ? "" : ` (${domain})`;
	return {
		...{ state: "fail", detail: `${shown}${code} ${verb} ${of}, but is another domain.` },
		items: [itemOf(of, "fail", "Imitated")],
	};
}

function nameOf(domain: string): string {
	return domainToUnicode(getDomainWithoutSuffix(domain) ?? domain);
}

function sameSuffix(a: string, b: string): boolean {
	return a.slice(a.indexOf(".")) === b.slice(b.indexOf("."));
}

function isClose(a: string, b: string): boolean {
	const [one, other] = [nameOf(a), nameOf(b)];
	if (Math.min(one.length, other.length) < MIN_LENGTH) return false;
	const limit = one.length < 8 ? 1 : 2;
	const distance = editDistance(one, other, limit);
	return distance > 0 && distance <= limit && sameSuffix(a, b);
}
