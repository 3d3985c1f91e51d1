import { domainToUnicode } from "node:url";
import { getDomain, getDomainWithoutSuffix } from "tldts";
import { BRANDS, type Brand } from "./brands.ts";

/** What a sender's name or domain pretends to be. */

/** Words that senders put around a brand's name. */
const AROUND = new Set(
	`account accounts alert alerts billing care center centre customer delivery fraud help helpdesk id info invoice
	notice notification notifications online order orders payment payments secure security service services support
	team the update updates verification`
		.split(/\s+/)
		.filter((word) => word !== ""),
);

const MAX_NAME_LENGTH = 200;

/**
 * The brand that a display name consists of, alone or with words such as "Support"; null if it is another name, or if
 * the domain belongs to the brand.
 * @param domain of the sender's address
 */
export function borrowedBrand(name: string, domain: string): Brand | null {
	const written = wordsOf(name);
	if (written.length === 0) return null;
	const registrable = getDomain(domain) ?? domain;
	for (const brand of BRANDS) {
		if (!brand.written.some((one) => isAround(written, one.split(" ")))) continue;
		return brand.domains.some((part) => registrable.includes(part)) ? null : brand;
	}
	return null;
}

function wordsOf(name: string): string[] {
	return name
		.slice(0, MAX_NAME_LENGTH)
		.toLowerCase()
		.split(/[^\p{L}\p{N}]+/u)
		.filter((word) => word !== "");
}

/** Whether the words are these, with nothing but service words before and after. */
function isAround(words: readonly string[], name: readonly string[]): boolean {
	for (let at = 0; at + name.length <= words.length; at++) {
		const rest = [...words.slice(0, at), ...words.slice(at + name.length)];
		if (name.every((word, i) => words[at + i] === word)) return rest.every((word) => AROUND.has(word));
	}
	return false;
}

/** Whether a host belongs to one of the brands. */
export function isBrandDomain(host: string): boolean {
	const label = getDomainWithoutSuffix(host)?.toLowerCase();
	return label !== undefined && BRANDS.some(({ domains }) => domains.includes(label));
}

/** Signs that are read as another, after lower-casing (a part of https://www.unicode.org/reports/tr39/). */
const READ_AS = new Map(
	Object.entries({
		"0": "o",
		"1": "l",
		"3": "e",
		"5": "s",
		"|": "l",
		ı: "i",
		ł: "l",
		ø: "o",
		а: "a",
		е: "e",
		о: "o",
		р: "p",
		с: "c",
		у: "y",
		х: "x",
		і: "i",
		ј: "j",
		ѕ: "s",
		ԁ: "d",
		ո: "n",
		α: "a",
		ο: "o",
		ρ: "p",
		υ: "u",
		ν: "v",
		κ: "k",
		τ: "t",
		ι: "i",
	}),
);

/** How a label is read at a glance: labels with the same skeleton look alike. */
export function skeletonOf(label: string): string {
	const plain = label
		.toLowerCase()
		.normalize("NFKD")
		.replace(/\p{M}+/gu, "");
	return [...plain]
		.map((sign) => READ_AS.get(sign) ?? sign)
		.join("")
		.replaceAll("rn", "m")
		.replaceAll("vv", "w");
}

/** The brand whose domain this one is made to look like; null: none. @param domain as in the address, also in Punycode */
export function imitatedBrand(domain: string): Brand | null {
	const label = getDomainWithoutSuffix(domainToUnicode(domain)) ?? "";
	if (label === "") return null;
	const read = skeletonOf(label);
	for (const brand of BRANDS) {
		const own = brand.written[0]?.replaceAll(" ", "") ?? "";
		if (own.length >= 5 && read === skeletonOf(own) && label !== own) return brand;
	}
	return null;
}
