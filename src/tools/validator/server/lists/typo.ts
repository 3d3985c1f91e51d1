import { editDistance, WELL_KNOWN } from "#kernel/domains.ts";

/** Endings that are typed for others. */
const ENDINGS: Readonly<Record<string, string>> = {
	con: "com",
	cmo: "com",
	ocm: "com",
	vom: "com",
	comm: "com",
	coom: "com",
	om: "com",
	cpm: "com",
	xom: "com",
	nte: "net",
	ent: "net",
	ogr: "org",
	rog: "org",
	deu: "de",
};

/**
 * The domain that was probably meant. Ask only for domains that cannot receive mail: many that look like a typing mistake
 * exist.
 * @param domain ASCII, lower case
 * @returns null when none is close
 */
export function suggestDomain(domain: string): string | null {
	const dot = domain.lastIndexOf(".");
	const ending = ENDINGS[domain.slice(dot + 1)];
	// Shorter names are all close to each other.
	if (domain.length < 6 || WELL_KNOWN.includes(domain)) return null;
	let best: { name: string; distance: number } | null = null;
	for (const name of WELL_KNOWN) {
		const limit = name.length < 6 ? 0 : name.length < 7 ? 1 : 2;
		const distance = editDistance(domain, name, limit);
		if (distance <= limit && distance > 0 && (best === null || distance < best.distance)) best = { name, distance };
	}
	if (best !== null) return best.name;
	return ending === undefined || dot < 1 ? null : `${domain.slice(0, dot)}.${ending}`;
}
