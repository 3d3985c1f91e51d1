import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { Vcard } from "#kernel/cards.ts";
import { personName } from "../names.ts";
import type { Finding } from "../observation.ts";
import { profileOf } from "../signature/links.ts";

/** The facts of a vCard about a person; of its phone numbers those with a country. */
export function findingsOf({
	name,
	company,
	position,
	addresses,
	phones,
	urls,
	profiles,
}: Vcard): Omit<Finding, "kind">[] {
	const links = [...urls, ...profiles];
	const values = {
		fullName: personName(name),
		company,
		position,
		address: addresses.find(({ street, location }) => street !== "" && location !== "")?.line,
		location: addresses.find(({ location }) => location !== "")?.location,
		website: links.find((url) => /^https?:\/\/\S+$/i.test(url) && profileOf(url) === null),
	};
	return [
		...(["fullName", "company", "position", "address", "location", "website"] as const).flatMap((field) =>
			values[field] ? [{ field, value: values[field] }] : [],
		),
		...phones.flatMap((phone) => {
			const value = parsePhoneNumberFromString(phone)?.formatInternational() ?? phone;
			return value.startsWith("+") ? [{ field: "phone" as const, value }] : [];
		}),
		...links.flatMap((url) => profileOf(url) ?? []),
	];
}
