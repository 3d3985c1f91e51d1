import { type CountryCode, getCountries, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { trimEndOf } from "#shared/trim.ts";

const names = new Intl.DisplayNames("en", { type: "region" });

/** Countries by their English name, in lower case. */
const BY_NAME = new Map<string, CountryCode>([
	...getCountries().map((code) => [(names.of(code) ?? code).toLowerCase(), code] as const),
	...(
		[
			["usa", "US"],
			["u.s.a.", "US"],
			["united states of america", "US"],
			["uk", "GB"],
			["england", "GB"],
			["scotland", "GB"],
			["deutschland", "DE"],
			["österreich", "AT"],
			["schweiz", "CH"],
			["suisse", "CH"],
			["the netherlands", "NL"],
			["nederland", "NL"],
			["españa", "ES"],
			["italia", "IT"],
			["brasil", "BR"],
			["czech republic", "CZ"],
			["republic of korea", "KR"],
			["korea", "KR"],
			["p.r. china", "CN"],
			["p.r.china", "CN"],
			["people's republic of china", "CN"],
		] as const
	).map(([name, code]) => [name, code] as const),
]);

/** The country that a text names; null: none. */
export function countryNamed(text: string): CountryCode | null {
	const name = text.trim().toLowerCase();
	return BY_NAME.get(trimEndOf(name, ".,;")) ?? BY_NAME.get(name) ?? null;
}

/** Domains of countries that everybody uses. */
const GENERIC = new Set(["CO", "IO", "ME", "TV", "CC", "AI", "WS", "FM", "LY", "TO", "GG", "IM", "AM", "LA", "ST"]);

/** The country of national phone numbers: as the signature names it, by another number in it, or by the domain. */
export function countryHint(lines: readonly string[], email: string): CountryCode | null {
	for (const line of lines) {
		const named = line
			.split(/[,|•·]| - /)
			.map(countryNamed)
			.find((code) => code !== null);
		if (named !== undefined) return named;
		const international = /\+\d[\d ().-]{7,20}/.exec(line)?.[0];
		const country = international === undefined ? undefined : parsePhoneNumberFromString(international)?.country;
		if (country !== undefined) return country;
	}
	const last = email.slice(email.lastIndexOf(".") + 1).toUpperCase();
	const code = last === "UK" ? "GB" : last;
	if (/^(?:EDU|GOV|MIL)$/.test(code)) return "US";
	return code.length === 2 && !GENERIC.has(code) && isSupportedCountry(code) ? code : null;
}
