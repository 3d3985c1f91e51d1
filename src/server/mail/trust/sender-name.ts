import { domainToUnicode } from "node:url";
import { getDomain, getDomainWithoutSuffix } from "tldts";
import { withoutUnseen } from "#shared/mail/address-key.ts";
import { BRANDS, type Brand, OTHER_BRANDS } from "./brands.ts";
import { skeletonOf } from "./skeleton.ts";

/** What a sender's name or domain pretends to be. */

/** Words that senders put around a brand's name. */
export const AROUND = new Set(
	`access account accounts action admin administrator alert alerts app banking billing by care center centre client co com
	confirmation customer customers delivery department dept desk express fraud from help helpdesk id important inc info
	invoice limited llc ltd mail mailer member members membership message messages net no noreply notice notification
	notifications of official online order orders payment payments plus premium prime protection receipt reminder renewal
	reply required secure security service services shipping statement status store subscription support team the update
	updates urgent us validation verification verify via wallet your
	kundenservice kundendienst konto sicherheit zahlung rechnung dienst équipe client clientèle sécurité compte facture
	atención cliente clientes seguridad cuenta soporte servicio servizio assistenza sicurezza conto atendimento segurança
	conta suporte klantenservice beveiliging`
		.split(/\s+/)
		.filter((word) => word !== ""),
);

const MAX_NAME_LENGTH = 200;
const MAX_WORDS = 12;
/** Shorter names are read in many others. */
const MIN_IMITATED = 5;
const MIN_PART = 4;

/** By how a name is read, without spaces. */
const byName = new Map<string, Brand>(
	[...OTHER_BRANDS, ...BRANDS].flatMap((brand) =>
		brand.written.map((one): [string, Brand] => [skeletonOf(one.replaceAll(" ", "")), brand]),
	),
);

/**
 * The brand that a display name consists of, alone or with words such as "Support", also in letters that look the same; null
 * if it is another name, or if the domain belongs to the brand.
 * @param domain of the sender's address
 */
export function borrowedBrand(name: string, domain: string): Brand | null {
	const written = wordsOf(name);
	const brand = brandIn(written) ?? brandIn(written.map(withSmallL));
	if (brand === null) return null;
	const registrable = getDomain(domain) ?? domain;
	const isOwn = brand.domains.some((part) => registrable.includes(part)) || isPartOf(brand, domain);
	return isOwn && domainWithBrand(domain) === null ? null : brand;
}

/** Whether the domain is a part of the brand's name, as booking.com is. */
function isPartOf({ written }: Brand, domain: string): boolean {
	const label = getDomainWithoutSuffix(domain)?.toLowerCase() ?? "";
	return label.length >= MIN_PART && written.some((one) => one.replaceAll(" ", "").includes(label));
}

function wordsOf(name: string): string[] {
	const plain = withoutUnseen(name.slice(0, MAX_NAME_LENGTH)).normalize("NFKC");
	return plain.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== "");
}

/** “PayPaI” with a capital i. */
function withSmallL(word: string): string {
	return word.replace(/(?<=\p{Ll})I/gu, "l");
}

/** The brand whose name the words are, with nothing but service words before and after. */
function brandIn(words: readonly string[]): Brand | null {
	if (words.length > MAX_WORDS) return null;
	const isService = words.map((word) => AROUND.has(word.toLowerCase()));
	for (let from = 0; from < words.length; from++) {
		for (let to = words.length; to > from; to--) {
			const brand = byName.get(skeletonOf(words.slice(from, to).join("")));
			if (brand !== undefined && isService.every((one, at) => one || (at >= from && at < to))) return brand;
		}
		if (isService[from] !== true) break;
	}
	return null;
}

/** Whether a display name is that of a brand which phishing borrows often, alone or with words such as "Support". */
export function isBrandName(name: string): boolean {
	const brand = brandIn(wordsOf(name));
	return brand !== null && BRANDS.includes(brand);
}

/** Whether a host belongs to one of the brands. */
export function isBrandDomain(host: string): boolean {
	const label = getDomainWithoutSuffix(host)?.toLowerCase();
	return label !== undefined && BRANDS.some(({ domains }) => domains.includes(label));
}

/** The brand whose domain this one is made to look like; null: none. @param domain as in the address, also in Punycode */
export function imitatedBrand(domain: string): Brand | null {
	const label = getDomainWithoutSuffix(domainToUnicode(domain)) ?? "";
	if (label === "") return null;
	const brand = byName.get(skeletonOf(label));
	if (brand === undefined) return domainWithBrand(domain);
	const own = brand.written[0]?.replaceAll(" ", "") ?? "";
	const isOwn = label === own || brand.domains.includes(label) || own.length < MIN_IMITATED;
	return isOwn || (OTHER_BRANDS.includes(brand) && withoutMarks(label) === own) ? null : brand;
}

/** Owners of brands leave out the marks of their letters, or register them, too. */
function withoutMarks(label: string): string {
	return label.normalize("NFKD").replace(/\p{M}+/gu, "");
}

/** The brand whose name is next to random letters in a domain, as in “paypal-x8k2q.com”; null: none. */
function domainWithBrand(domain: string): Brand | null {
	const label = getDomainWithoutSuffix(domainToUnicode(domain))?.toLowerCase() ?? "";
	const parts = label.split("-").slice(0, MAX_WORDS);
	if (parts.length < 2 || !parts.some(isRandom)) return null;
	const rest = parts.filter((part) => !isRandom(part) && !AROUND.has(part));
	return BRANDS.find(({ written }) => written.some((one) => one.replaceAll(" ", "") === rest.join(""))) ?? null;
}

/** Letters and digits in turn, or so many consonants that no one can say them. */
function isRandom(part: string): boolean {
	const turns = part.match(/(?<=[a-z])\d|(?<=\d)[a-z]/g)?.length ?? 0;
	return (part.length >= 4 && turns >= 2) || (/^[a-z]{4,}$/.test(part) && !/[aeiouy]/.test(part));
}
