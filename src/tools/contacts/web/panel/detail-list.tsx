import { mailLinkClass } from "#web/lib/screens/mail-link.tsx";
import type { ContactDetails } from "../../contract.ts";
import { detailFields } from "../../fields.ts";
import { t } from "../base/text.ts";

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
	const note = card?.note ?? "";
	if (rows.length === 0 && note === "") return <p className="text-13 text-ink-3">{t.panel.noDetails}</p>;
	return (
		<dl className="flex flex-col gap-2 text-14">
			{rows.map(({ field, value, source }) => (
				<div key={field} className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3">
					<dt className="text-13 text-ink-3">{t.panel.fields[field]}</dt>
					<dd className="min-w-0 break-words whitespace-pre-line">
						<Value field={field} value={value} />
						<span className="block text-12 text-ink-3">{source}</span>
					</dd>
				</div>
			))}
			{note !== "" && (
				<div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3">
					<dt className="text-13 text-ink-3">{t.panel.note}</dt>
					<dd className="min-w-0 break-words whitespace-pre-line">{note}</dd>
				</div>
			)}
		</dl>
	);
}

/** Pages open in a new tab; numbers can be called. */
function Value({ field, value }: { field: Field; value: string }) {
	if (field === "phone")
		return value.split("\n").map((phone) => (
			<a key={phone} href={`tel:${phone.replaceAll(/[^\d+]/g, "")}`} className={`block leading-6 ${mailLinkClass}`}>
				{phone}
			</a>
		));
	if (!/^https?:\/\//i.test(value)) return value;
	return (
		<a href={value} target="_blank" rel="noopener noreferrer nofollow" className={`leading-6 ${mailLinkClass}`}>
			{value.replace(/^https?:\/\/(?:www\.)?/i, "").replace(/\/$/, "")}
		</a>
	);
}
