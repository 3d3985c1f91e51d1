import { birthdayOf, type DetailType, detailTypes } from "#shared/contact-card.ts";
import { addressKey } from "#shared/mail/address-key.ts";
import type { Card, Contact } from "../../contract.ts";
import { tagsIn } from "../base/tags-in.ts";

/** A card as the form has it: one text for each field. */
export interface CardValues {
	name: string;
	firstName: string;
	middleName: string;
	lastName: string;
	company: string;
	position: string;
	/** A number each line, with its kind in parentheses. */
	phones: string;
	postalAddress: string;
	website: string;
	birthday: string;
	/** Separated by commas. */
	tags: string;
	/** A field each line: label, colon, value. */
	customFields: string;
	note: string;
}

/** What the form shows of a contact. */
export function valuesOf(contact: Contact, card: Card | null): CardValues {
	const typeOf = (value: string) => card?.types.find((one) => one.value === value)?.type;
	return {
		...{ name: card?.name ?? contact.name, firstName: card?.firstName ?? "", middleName: card?.middleName ?? "" },
		...{ lastName: card?.lastName ?? "", company: card?.company ?? "", position: card?.position ?? "" },
		phones: (card?.phones ?? []).map((phone) => withType(phone, typeOf(phone))).join("\n"),
		...{ postalAddress: card?.postalAddress ?? "", website: card?.website ?? "", note: card?.note ?? "" },
		birthday: (card?.birthday ?? "").replace(/^--/, ""),
		tags: (card?.tags ?? []).join(", "),
		customFields: (card?.customFields ?? [])
			.map(({ label, value }) => `${label.replace(/[:\s]+/g, " ")}: ${value.replace(/\s+/g, " ")}`)
			.join("\n"),
	};
}

const withType = (value: string, type: DetailType | undefined): string =>
	type === undefined ? value : `${value} (${type})`;

const TYPED = new RegExp(`^(.+?)\\s*\\((${detailTypes.join("|")})\\)$`, "i");

/** What the form says. @param before the kinds of email addresses are kept */
export function cardOf(values: CardValues, before: Card | null): Card {
	const phones = linesOf(values.phones).map((line) => {
		const [, value = line, type] = TYPED.exec(line) ?? [];
		return { value, type: type?.toLowerCase() as DetailType | undefined };
	});
	const ofAddresses = (before?.types ?? []).filter(({ value }) => value.includes("@"));
	return {
		...values,
		phones: phones.map(({ value }) => value),
		birthday: readBirthday(values.birthday),
		tags: tagsIn(values.tags),
		customFields: linesOf(values.customFields).map(customFieldOf),
		types: [
			...ofAddresses.map(({ value, type }) => ({ value: addressKey(value), type })),
			...phones.flatMap(({ value, type }) => (type === undefined ? [] : [{ value, type }])),
		],
	};
}

/** A birthday as it is stored; what is no day stays as it is, and is refused. */
function readBirthday(text: string): string {
	const [, year, month = "", day = ""] = /^(?:(\d{4})-|--)?(\d{1,2})-(\d{1,2})$/.exec(text.trim()) ?? [];
	if (month === "") return text;
	return birthdayOf(year === undefined ? null : Number(year), Number(month), Number(day)) || text;
}

/** A line without a colon is a value. */
function customFieldOf(line: string): Card["customFields"][number] {
	const colon = line.indexOf(":");
	const [label, value] = [line.slice(0, Math.max(0, colon)).trim(), line.slice(colon + 1).trim()];
	return label === "" || value === "" ? { label: OTHER, value: line } : { label, value };
}

const OTHER = "Other";

function linesOf(text: string): string[] {
	return text
		.split("\n")
		.map((line) => line.trim())
		.filter((line) => line !== "");
}
