import { editDistance } from "./edit-distance.ts";

/** Providers that are best known, most popular first. */
export const WELL_KNOWN: readonly string[] =
	`gmail.com yahoo.com hotmail.com outlook.com icloud.com aol.com live.com msn.com proton.me protonmail.com gmx.de gmx.net
	gmx.com web.de t-online.de freenet.de mail.ru yandex.ru qq.com 163.com googlemail.com comcast.net verizon.net att.net
	sbcglobal.net orange.fr wanadoo.fr free.fr laposte.net libero.it virgilio.it hotmail.co.uk yahoo.co.uk btinternet.com
	hotmail.fr yahoo.fr yahoo.de hotmail.de outlook.de me.com mac.com fastmail.com zoho.com naver.com uol.com.br ymail.com
	rediffmail.com shaw.ca rogers.com bigpond.com telenet.be ziggo.nl seznam.cz wp.pl`.split(/\s+/);

/** Names of them that are like no word and no name of a company: what is close to one is a typing mistake. */
const DISTINCT = new Set(
	`gmail googlemail yahoo hotmail outlook icloud protonmail wanadoo laposte comcast verizon sbcglobal btinternet rediffmail
	fastmail freenet virgilio bigpond telenet seznam yandex`.split(/\s+/),
);

/** Endings that do not exist, and the ones that they are typed for. */
const NO_ENDINGS: Readonly<Record<string, string>> = {
	con: "com",
	cmo: "com",
	ocm: "com",
	vom: "com",
	comm: "com",
	coom: "com",
	cpm: "com",
	xom: "com",
	nte: "net",
	ent: "net",
	ogr: "org",
	rog: "org",
	deu: "de",
};
/** Endings of countries that are typed for others: certain only behind the name of a provider. */
const SHORTENED: Readonly<Record<string, string>> = { co: "com", cm: "com", om: "com", ne: "net" };

/**
 * The domain that was probably meant.
 * @param domain ASCII, lower case
 * @param isDead it cannot receive mail: then anything close is suspected, otherwise only what is hardly anything else
 * @returns null when none is close
 */
export function suggestDomain(domain: string, isDead = false): string | null {
	// Shorter names are all close to each other.
	if (domain.length < 6 || WELL_KNOWN.includes(domain)) return null;
	return mistyped(domain) ?? (isDead ? closest(domain) : null) ?? withEnding(domain, isDead);
}

/** A provider with a distinct name of which one letter is wrong, but not the first: “cloud.com” and “email.com” are others. */
function mistyped(domain: string): string | null {
	const [name, ending] = split(domain);
	const meant = NO_ENDINGS[ending] ?? SHORTENED[ending] ?? ending;
	for (const provider of WELL_KNOWN) {
		const [own, end] = split(provider);
		if (end !== meant || !DISTINCT.has(own) || own[0] !== name[0]) continue;
		if (editDistance(name, own, 1) <= 1) return provider;
	}
	return null;
}

function closest(domain: string): string | null {
	let best: { name: string; distance: number } | null = null;
	for (const name of WELL_KNOWN) {
		const limit = name.length < 6 ? 0 : name.length < 7 ? 1 : 2;
		const distance = editDistance(domain, name, limit);
		if (distance <= limit && distance > 0 && (best === null || distance < best.distance)) best = { name, distance };
	}
	return best?.name ?? null;
}

function withEnding(domain: string, isDead: boolean): string | null {
	const dot = domain.lastIndexOf(".");
	const ending = domain.slice(dot + 1);
	const meant = NO_ENDINGS[ending] ?? (isDead && ending === "om" ? "com" : undefined);
	return meant === undefined || dot < 1 ? null : `${domain.slice(0, dot)}.${meant}`;
}

/** The name before the first dot, and what is behind it. */
function split(domain: string): [name: string, ending: string] {
	const dot = domain.indexOf(".");
	return dot === -1 ? [domain, ""] : [domain.slice(0, dot), domain.slice(dot + 1)];
}
