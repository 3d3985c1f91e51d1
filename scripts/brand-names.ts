// npm run brands: the brands whose names phishing can borrow, from the packages simple-icons (CC0) and
// @zxcvbn-ts/language-en (MIT), which are too large to install with the server.
import { writeFileSync } from "node:fs";
import { dictionary } from "@zxcvbn-ts/language-en";
import icons from "simple-icons/icons.json" with { type: "json" };
import { getDomainWithoutSuffix } from "tldts";

/** Shorter names are also abbreviations of others. */
const MIN_LENGTH = 5;
/** Where brands without a website of their own are described. */
const NOT_THEIRS = new Set(["github", "gitlab", "wikipedia", "wikimedia", "google", "figma", "brandfolder", "npmjs"]);

const words = new Set(dictionary["commonWords-en"]);
const names = new Set([...dictionary["firstnames-en"], ...dictionary["lastnames-en"]]);

/** A word, the name of a person, or several words: they are also written by those who pretend nothing. */
function isOrdinary(title: string): boolean {
	const parts = title.toLowerCase().split(/[^\p{L}\p{N}]+/u);
	return parts.length === 1
		? words.has(parts[0] ?? "") || names.has(parts[0] ?? "")
		: parts.every((one) => words.has(one));
}

/** Each brand's name, and what its domain contains where that is not the name. */
export function brandNames(): string[][] {
	return icons.flatMap(({ title, source }) => {
		const plain = title.normalize("NFKD").replace(/[^\p{L}\p{N} ]/gu, "");
		const letters = plain.toLowerCase().replaceAll(" ", "");
		const label = getDomainWithoutSuffix(source)?.toLowerCase() ?? "";
		const isOwn = label !== "" && !NOT_THEIRS.has(label);
		if (!isOwn || letters.length < MIN_LENGTH || isOrdinary(plain.trim())) return [];
		return [label.includes(letters) ? [title] : [title, label]];
	});
}

if (import.meta.main) {
	const { pathname } = new URL("../src/server/mail/trust/brand-names.json", import.meta.url);
	writeFileSync(
		pathname,
		`[\n${brandNames()
			.map((one) => `\t${JSON.stringify(one)}`)
			.join(",\n")}\n]\n`,
	);
}
