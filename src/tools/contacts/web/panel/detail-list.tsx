import { mailLinkClass } from "#web/lib/screens/mail-link.tsx";
import type { Card, ContactDetails } from "../../contract.ts";
import { detailFields } from "../../fields.ts";
import { t } from "../base/text.ts";
import { birthdayText } from "./birthday-text.ts";

type Field = (typeof detailFields)[number];

/** What is known about a contact, and from where: what the user entered comes first. */
export function DetailList({ details }: { details: ContactDetails }) {
	const { card } = details;
	const entered: Partial<Record<Field, string>> =
		card === null
			? {}
			: {
					...{ company: card.company, position: card.position, website: card.website, address: card.postalAddress },
					phone: card.phones.join("\n"),
				};
	const rows = detailFields.flatMap((field) => {
		const own = entered[field] ?? "";
		if (own !== "") return [{ field, value: own, source: t.panel.yours }];
		const found = details.details.find((one) => one.field === field);
		return found === undefined ? [] : [{ field, value: found.value, source: t.panel.confidence(found.confidence) }];
	});
	const more = card === null ? [] : ownRows(card);
	if (rows.length === 0 && more.length === 0) return <p className="text-13 text-ink-3">{t.panel.noDetails}</p>;
	return (
		<dl className="flex flex-col gap-2 text-14">
			{rows.map(({ field, value, source }) => (
				<div key={field} className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3">
					<dt className="text-13 text-ink-3">{t.panel.fields[field]}</dt>
					<dd className="min-w-0 break-words whitespace-pre-line">
						<Value field={field} value={value} types={card?.types ?? []} />
						<span className="block text-12 text-ink-3">{source}</span>
					</dd>
				</div>
			))}
			{more.map(({ label, value }) => (
				<div key={`${label} ${value}`} className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3">
					<dt className="text-13 break-words text-ink-3">{label}</dt>
					<dd className="min-w-0 break-words whitespace-pre-line">{value}</dd>
				</div>
			))}
		</dl>
	);
}

/** What the user alone knows: birthday, fields of their own, note. */
function ownRows({ birthday, customFields, note }: Card): { label: string; value: string }[] {
	return [
		...(birthday === "" ? [] : [{ label: t.panel.birthday, value: birthdayText(birthday) }]),
		...customFields,
		...(note === "" ? [] : [{ label: t.panel.note, value: note }]),
	];
}

/** Pages open in a new tab; numbers can be called. */
function Value({ field, value, types }: { field: Field; value: string; types: Card["types"] }) {
	const typeOf = (phone: string) => types.find((one) => one.value === phone)?.type;
	if (field === "phone")
		return value.split("\n").map((phone) => (
			<span key={phone} className="block leading-6">
				<a href={`tel:${phone.replaceAll(/[^\d+]/g, "")}`} className={mailLinkClass}>
					{phone}
				</a>
				{typeOf(phone) !== undefined && (
					<span className="ml-2 text-12 text-ink-3">{t.panel.types[typeOf(phone) ?? "home"]}</span>
				)}
			</span>
		));
	if (!/^https?:\/\//i.test(value)) return value;
	return (
		<a href={value} target="_blank" rel="noopener noreferrer nofollow" className={`leading-6 ${mailLinkClass}`}>
			{value.replace(/^https?:\/\/(?:www\.)?/i, "").replace(/\/$/, "")}
		</a>
	);
}
