import confusables from "unhomoglyph/data.json" with { type: "json" };

/** How text is read at a glance: UTS 39 §4, with the signs of the Unicode Consortium's list of confusables. */

const READ_AS: Readonly<Record<string, string>> = confusables;
/** Digits that are read as the letters they stand for, which the list does not have. */
const DIGITS: Readonly<Record<string, string>> = { "3": "e", "5": "s" };

/** Texts with the same skeleton look alike. */
export function skeletonOf(text: string): string {
	// In capitals other letters look alike: “Ν” is read as “N”, and “ν” as “v”.
	const latin = text.replace(/[^\0-\x7f]/gu, (sign) =>
		/^[A-Za-z]$/.test(READ_AS[sign] ?? "") ? (READ_AS[sign] ?? "") : sign,
	);
	const plain = latin.toLowerCase().normalize("NFKD");
	return [...plain]
		.map((sign) => DIGITS[sign] ?? READ_AS[sign] ?? sign)
		.join("")
		.normalize("NFKD")
		.replace(/\p{M}+/gu, "")
		.toLowerCase()
		.replaceAll("m", "rn")
		.replaceAll("vv", "w");
}
