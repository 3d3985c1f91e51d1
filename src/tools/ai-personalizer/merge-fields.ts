import { mergeField, type PersonField } from "#shared/merge-field.ts";
import type { Fact } from "./contract.ts";
import type { Language } from "./options.ts";

/** Making a text about one recipient one for many. */

/** A value that the text has, and the field that campaigns fill in instead. */
export interface Replacement {
	field: PersonField;
	value: string;
	/** For recipients without a value. */
	fallback: string;
}

/** A text of the email, and where the sender's signature begins. */
interface Texts {
	subjects: readonly string[];
	body: string;
	/** The sender may have the same name as the recipient. */
	signature: string;
}

const FALLBACKS: Readonly<Record<Language, Readonly<Record<PersonField, string>>>> = {
	en: { name: "there", first_name: "there", company: "your company" },
	de: { name: "zusammen", first_name: "zusammen", company: "Ihr Unternehmen" },
	fr: { name: "à vous", first_name: "à vous", company: "votre entreprise" },
	es: { name: "equipo", first_name: "equipo", company: "su empresa" },
};

/** Replacements that the subjects and the text have a place for; full names before first names. */
export function replacementsFor(texts: Texts, facts: readonly Fact[], language: Language): Replacement[] {
	const firstOf = (...kinds: Fact["kind"][]): string => facts.find(({ kind }) => kinds.includes(kind))?.value ?? "";
	const name = firstOf("name").trim();
	const [first = ""] = name.split(" ");
	const values: [PersonField, string][] = [
		...(name.includes(" ") ? [["name", name] as [PersonField, string]] : []),
		["first_name", first],
		["company", firstOf("company") || firstOf("organization")],
	];
	const found = values.map(([field, value]) => ({ field, value, fallback: FALLBACKS[language][field] }));
	return found.filter((one, index) => {
		// A first name within a full name is replaced with it.
		const before = withFields(texts, found.slice(0, index));
		const after = withFields(texts, found.slice(0, index + 1));
		return one.value.length > 1 && JSON.stringify(before) !== JSON.stringify(after);
	});
}

/** The texts with fields in place of values: exact matches of whole words, above the signature. */
export function withFields(
	{ subjects, body, signature }: Texts,
	replacements: readonly Replacement[],
): { subjects: string[]; body: string } {
	const end = signature.trim() === "" ? -1 : body.lastIndexOf(signature.trim());
	const own = end === -1 ? body.length : end;
	const replace = (text: string) => replacements.reduce(replaced, text);
	return { subjects: subjects.map(replace), body: replace(body.slice(0, own)) + body.slice(own) };
}

function replaced(text: string, { field, value, fallback }: Replacement): string {
	if (value === "") return text;
	const escaped = value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
	// Many first names are words ("Will", "Mark"): only where someone is addressed.
	const after = field === "first_name" ? "(?=\\s*(?:[,:;!?)]|$))" : "(?![\\p{L}\\p{N}])";
	const pattern = new RegExp(`(?<![\\p{L}\\p{N}{|])${escaped}${after}`, "gmu");
	return text.replaceAll(pattern, () => mergeField(field, fallback));
}
