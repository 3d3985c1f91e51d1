import { trimEndOf } from "#shared/trim.ts";
import type { FieldId } from "../../fields.ts";
import { countryNamed } from "./countries.ts";

const US_STATES =
	"A[LKZR]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]";
const AMERICAN = new RegExp(
	`^(.{0,60}?)\\b([\\p{Lu}][\\p{L}.' -]{1,30}),? (${US_STATES})\\.?,? +(\\d{5}(?:-\\d{4})?)\\b`,
	"u",
);
const CITY_STATE = new RegExp(`^([\\p{Lu}][\\p{L}.' -]{1,30}), (${US_STATES})$`, "u");
/** Postal code and city, as most of Europe writes them. */
const EUROPEAN =
	/^(?:(.{0,60}?)[,;] +)?((?:[A-Z]{1,2}-)?(?:\d{4,5}|\d{3} \d{2})) +(\p{Lu}[\p{L}'. -]{2,30})(?:,(.+))?$/u;
const STREET_WORD =
	/\b(?:st(?:reet)?|ave(?:nue)?|r(?:oa)?d|blvd|boulevard|dr(?:ive)?|lane|ln|way|suite|ste|pkwy|parkway|court|ct|highway|hwy|square|plaza|place|building|floor|box)\b|(?:stra(?:ß|ss)e|str\.|weg|platz|allee|gasse|ring|straat|laan)\b|^(?:rue|via|calle|rua|avenue|avenida|piazza|plaza|place)\b/iu;

/** Postal address and location of a signature. */
export function readAddress(lines: readonly string[]): { field: FieldId; value: string }[] {
	const parts = lines
		.flatMap((line) => line.split(/[|•·\t]| {3,}| - /))
		.map((part) => trimEndOf(part.trim(), ",;").replace(/(?<=\p{Ll}{3})\.$/u, ""));
	for (const [at, part] of parts.entries()) {
		if (part.length > 120) continue;
		const place = american(part) ?? european(part, parts[at + 1]);
		if (place === null) continue;
		const below = parts[at + 1];
		const country = place.country ?? (below !== undefined && countryNamed(below) !== null ? below : null);
		const street = place.street ?? streetAbove(parts, at);
		const location = [place.location, country].filter((one) => one !== null).join(", ");
		if (street === null) return [{ field: "location", value: location }];
		const address = [street, place.line, country].filter((one) => one !== null).join(", ");
		return [
			{ field: "location", value: location },
			{ field: "address", value: address },
		];
	}
	const city = parts.find((part) => part.length <= 60 && (CITY_STATE.test(part) || isCityWithCountry(part)));
	return city === undefined ? [] : [{ field: "location", value: city }];
}

interface Place {
	street: string | null;
	/** City with postal code. */
	line: string;
	location: string;
	country: string | null;
}

function american(part: string): Place | null {
	const found = AMERICAN.exec(part);
	if (found === null) return null;
	const [whole, before = "", between = "", state = "", code = ""] = found;
	const rest = part.slice(whole.length).replace(/^[\s,]+/, "");
	// `19925 Stevens Creek Blvd. Cupertino`: no comma between street and city.
	const [, streetEnd = "", city = between] =
		/^(.*\b(?:st|street|ave|avenue|rd|road|blvd|boulevard|dr|drive|lane|ln|way)\.?) +(\p{Lu}.*)$/iu.exec(between) ?? [];
	const street = trimEndOf(`${before} ${streetEnd}`, " ,;").trim();
	// Without a comma the words of a street would be taken for the city's.
	if (street === "" && STREET_WORD.test(city)) return null;
	return {
		street: isStreet(street) ? street : null,
		line: `${city.trim()}, ${state} ${code}`,
		location: `${city.trim()}, ${state}`,
		country: countryNamed(rest) === null ? null : rest,
	};
}

/** Needs a country or a street next to it: four digits and a word are many things. */
function european(part: string, below: string | undefined): Place | null {
	const found = EUROPEAN.exec(part);
	if (found === null) return null;
	const [, before = "", code = "", city = "", rest = ""] = found;
	const after = rest.trim();
	if (after !== "" && countryNamed(after) === null) return null;
	const street = isStreet(before) ? before : null;
	const isSure =
		street !== null || after !== "" || code.includes("-") || (below !== undefined && countryNamed(below) !== null);
	if (!isSure && !/^\d{5}$/.test(code)) return null;
	return { street, line: `${code} ${city.trim()}`, location: city.trim(), country: after === "" ? null : after };
}

function streetAbove(parts: readonly string[], at: number): string | null {
	const above = parts[at - 1];
	if (above !== undefined && isStreet(above)) return above;
	const higher = parts[at - 2];
	// A suite or a building has its own line.
	if (above !== undefined && higher !== undefined && /\d/.test(above) && above.length < 40 && isStreet(higher))
		return `${higher}, ${above}`;
	return null;
}

const isStreet = (text: string): boolean =>
	text.length > 4 && text.length < 80 && /\d/.test(text) && STREET_WORD.test(text) && !/[@:]|\d{6}/.test(text);

function isCityWithCountry(part: string): boolean {
	const found = /^(\p{Lu}[\p{L}'. -]{2,30})(?:, \p{Lu}[\p{L}'. -]{1,30})?, (\p{Lu}[\p{L}'. ]{1,30})$/u.exec(part);
	return found !== null && countryNamed(found[2] ?? "") !== null && countryNamed(found[1] ?? "") === null;
}
