import type { DetailType } from "#shared/contact-card.ts";
import { readCellAddresses } from "#web/ui/file-import/cell-addresses.ts";
import type { Cell } from "#web/ui/file-import/mapping.ts";

/**
 * Columns that several address books have besides those that a field stands for: numbered ones with a label each
 * (`Phone 2 - Label`, `Phone 2 - Value`), as Google exports them, and named ones (`Home Fax`), as Outlook does.
 */

export interface OtherColumns {
	/** The preferred one first. */
	emails: string[];
	phones: string[];
	types: { value: string; type: DetailType }[];
	/** A whole address, of its parts. */
	postalAddress: string;
	customFields: { label: string; value: string }[];
}

/** One cell may have several values. */
export const valuesIn = (text: string): string[] =>
	text
		.split(":::")
		.map((value) => value.trim())
		.filter((value) => value !== "");

const NUMBERED =
	/^(E-?mail|Phone|Address|Website|Custom Field|Event|Relation|Related Person|IM|Organization) (\d+) - (.+)$/i;
const OUTLOOK_PHONE =
	/^(?:(?:home|business|work|other|car|mobile|primary|company main|assistant's|callback|radio|iphone)[ -]?(?:phone|fax)(?: \d)?|cell(?: phone)?|pager|telephone|fax)$/i;
const OUTLOOK_ADDRESS =
	/^(home|business|work|other)[ -](street(?: \d)?|city|state|postal code|country\/region|po box)$/i;
/** What programs note for themselves. */
const NOT_FOR_PEOPLE =
	/^(?:title|salutation|anrede|sensitivity|priority|private|language|initials|file as|photo|e-?mail(?: \d)? (?:type|display name)|directory server|internet free busy|gender|phonetic .*|.* yomi|name (?:prefix|suffix)|keywords|mileage|billing information|id|uid|created|modified|updated|last modified|.*created at|.*updated at)$/i;

/** What the cells of a row say beyond the fields. @param mapped values that fields have */
export function readColumns(cells: readonly Cell[]): OtherColumns {
	const found: OtherColumns = { emails: [], phones: [], types: [], postalAddress: "", customFields: [] };
	const numbered = new Map<string, { kind: string; label: string; value: string; isMapped: boolean }>();
	const parts = new Map<string, string[]>();
	for (const { column, value, isMapped } of cells) {
		const [, kind = "", number = "", part = ""] = NUMBERED.exec(column) ?? [];
		const address = OUTLOOK_ADDRESS.exec(column)?.[1];
		if (kind !== "")
			note(numbered, { key: `${kind} ${number}`.toLowerCase(), kind: kind.toLowerCase(), part, value, isMapped });
		else if (OUTLOOK_PHONE.test(column)) addPhones(found, value, typeIn(column));
		else if (address !== undefined)
			parts.set(address.toLowerCase(), [...(parts.get(address.toLowerCase()) ?? []), value]);
		else if (!isMapped && !NOT_FOR_PEOPLE.test(column)) found.customFields.push({ label: column.slice(0, 100), value });
	}
	for (const one of numbered.values()) addNumbered(found, one);
	const [address = []] = [parts.get("business") ?? parts.get("work") ?? parts.get("home") ?? parts.get("other")];
	found.postalAddress = address.join(", ");
	return found;
}

interface Numbered {
	kind: string;
	label: string;
	value: string;
	isMapped: boolean;
}

/** Joins the columns of one number. Addresses have parts as well, which `Formatted` has all of. */
function note(
	numbered: Map<string, Numbered>,
	{ key, kind, part, value, isMapped }: { key: string; kind: string; part: string; value: string; isMapped: boolean },
): void {
	const one = numbered.get(key) ?? { kind, label: "", value: "", isMapped: false };
	const isLabel = /^(?:label|type)$/i.test(part);
	const isValue = /^(?:value|formatted|name)$/i.test(part);
	numbered.set(key, {
		...one,
		label: isLabel ? value : one.label,
		value: isValue ? value : one.value,
		isMapped: one.isMapped || (isValue && isMapped),
	});
}

/** A star before a label marks the preferred one. */
function addNumbered(found: OtherColumns, { kind, label, value, isMapped }: Numbered): void {
	const plain = label.replace(/^\* ?/, "");
	if (value === "") return;
	if (kind.startsWith("e")) {
		if (kind === "event") found.customFields.push({ label: plain || "Event", value });
		else addEmails(found, value, typeIn(plain), label.startsWith("*"));
	} else if (kind === "phone") addPhones(found, value, typeIn(plain), label.startsWith("*"));
	else if (kind === "organization" || isMapped) return;
	else if (kind === "address")
		found.customFields.push({ label: plain === "" ? "Address" : `Address (${plain})`, value });
	else found.customFields.push({ label: plain || (kind === "website" ? "Website" : "Other"), value });
}

function addEmails(found: OtherColumns, text: string, type: DetailType | null, isPreferred = false): void {
	const values = readCellAddresses(text)?.addresses ?? [];
	found.emails = isPreferred ? [...values, ...found.emails] : [...found.emails, ...values];
	if (type !== null) found.types.push(...values.map((value) => ({ value: value.toLowerCase(), type })));
}

function addPhones(found: OtherColumns, text: string, type: DetailType | null, isPreferred = false): void {
	const values = valuesIn(text);
	found.phones = isPreferred ? [...values, ...found.phones] : [...found.phones, ...values];
	if (type !== null) found.types.push(...values.map((value) => ({ value, type })));
}

/** What kind of number or address a label or a column names. */
function typeIn(text: string): DetailType | null {
	if (/fax/i.test(text)) return "fax";
	if (/pager/i.test(text)) return "pager";
	if (/mobile|cell|iphone/i.test(text)) return "mobile";
	if (/work|business|company/i.test(text)) return "work";
	return /home/i.test(text) ? "home" : null;
}
