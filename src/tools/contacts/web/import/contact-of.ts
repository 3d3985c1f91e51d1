import type { ImportRow } from "#web/ui/file-import/mapping.ts";
import { MAX_VALUES } from "../../limits.ts";

/** Characters that the API accepts. */
const MAX = { email: 320, line: 300, postalAddress: 600, note: 4_000 };

/** A row of a table as a contact. */
export function contactOf({ values, emails }: Pick<ImportRow, "values" | "emails">) {
	const { company = "", position = "", phone = "", postalAddress = "", website = "", note = "" } = values;
	return {
		emails: emails.slice(0, MAX_VALUES).map((email) => email.slice(0, MAX.email)),
		name: nameOf(values).slice(0, MAX.line),
		company: company.slice(0, MAX.line),
		position: position.slice(0, MAX.line),
		phones: phone === "" ? [] : [phone.slice(0, MAX.line)],
		postalAddress: postalAddress.slice(0, MAX.postalAddress),
		website: website.slice(0, MAX.line),
		note: note.slice(0, MAX.note),
	};
}

/** Scripts in which the family name comes first, without a space. */
const FAMILY_FIRST = /^[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}ー・]+$/u;

/** In many languages a column "Name" next to first names has the last ones, or next to last names the first ones. */
function nameOf({ name = "", firstName = "", middleName = "", lastName = "" }: ImportRow["values"]): string {
	const isIn = (part: string) => name.toLowerCase().includes(part.toLowerCase());
	const isLast = lastName === "" && firstName !== "" && !isIn(firstName);
	const isFirst = firstName === "" && lastName !== "" && !isIn(lastName);
	if (name !== "" && !isLast && !isFirst) return name;
	const [first, last] = [isFirst ? name : firstName, isLast ? name : lastName];
	if (FAMILY_FIRST.test(last + first)) return last + first;
	return [first, middleName, last].filter((part) => part !== "").join(" ");
}
