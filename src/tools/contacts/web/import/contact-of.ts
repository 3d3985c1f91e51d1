import { joinedName } from "#shared/person-name.ts";
import type { ImportRow } from "#web/ui/file-import/mapping.ts";
import { MAX_FIELD, MAX_TAG, MAX_TAGS, MAX_VALUES } from "../../limits.ts";
import { type DateOrder, readBirthday } from "./birthdays.ts";
import { readColumns, valuesIn } from "./columns.ts";

/** Characters that the API accepts. */
const MAX = { email: 320, line: 300, postalAddress: 600, note: 4_000 };

/** Groups that Google has for everybody. */
const NO_TAG = /^\*? ?(?:my ?contacts|starred|all contacts|imported on .*)$/i;

/** A row of a table as a contact. @param order of days and months in the file's birthdays */
export function contactOf(
	{ values, emails, cells = [] }: Pick<ImportRow, "values" | "emails" | "cells">,
	order: DateOrder = null,
) {
	const { company = "", position = "", website = "", note = "", birthday = "" } = values;
	const others = readColumns(cells);
	const day = readBirthday(birthday, order);
	const parts = namePartsOf(values);
	const line = (text: string) => text.slice(0, MAX.line);
	const isNoDay = birthday !== "" && day === "" && /[1-9]/.test(birthday);
	return {
		emails: unique([...others.emails, ...emails])
			.slice(0, MAX_VALUES)
			.map((email) => email.slice(0, MAX.email)),
		...{ name: line(nameOf(values, parts)), firstName: line(parts.first), middleName: line(parts.middle) },
		...{ lastName: line(parts.last), company: line(company), position: line(position), website: line(website) },
		phones: unique([...others.phones, ...valuesIn(values.phone ?? "")])
			.slice(0, MAX_VALUES)
			.map(line),
		postalAddress: (others.postalAddress || (values.postalAddress ?? "")).slice(0, MAX.postalAddress),
		note: note.slice(0, MAX.note),
		birthday: day,
		tags: unique(tagsOf(values.tags ?? "")).slice(0, MAX_TAGS),
		// A day of which nobody can say which one it is stays as it was written.
		customFields: [...(isNoDay ? [{ label: "Birthday", value: birthday }] : []), ...others.customFields]
			.slice(0, MAX_VALUES)
			.map(({ label, value }) => ({ label, value: value.slice(0, MAX_FIELD) })),
		types: others.types.slice(0, MAX_VALUES).map(({ value, type }) => ({ value: line(value), type })),
	};
}

const unique = (values: readonly string[]): string[] => [...new Set(values)];

/** Google separates them by `:::`, Outlook by semicolons. */
function tagsOf(text: string): string[] {
	return text
		.split(/:::|[;,]/)
		.map((tag) => tag.trim())
		.filter((tag) => tag !== "" && !NO_TAG.test(tag))
		.map((tag) => tag.replace(/^\* ?/, "").slice(0, MAX_TAG));
}

type Parts = Required<Parameters<typeof joinedName>[0]>;

/** In many languages a column "Name" next to first names has the last ones, or next to last names the first ones. */
function namePartsOf({ name = "", firstName = "", middleName = "", lastName = "" }: ImportRow["values"]): Parts {
	const isIn = (part: string) => name.toLowerCase().includes(part.toLowerCase());
	const isLast = lastName === "" && firstName !== "" && !isIn(firstName);
	const isFirst = firstName === "" && lastName !== "" && !isIn(lastName);
	return { first: isFirst ? name : firstName, middle: middleName, last: isLast ? name : lastName };
}

/** The name as it is written, unless its column has a part of it. */
function nameOf({ name = "" }: ImportRow["values"], parts: Parts): string {
	return name !== "" && name !== parts.first && name !== parts.last ? name : joinedName(parts);
}
