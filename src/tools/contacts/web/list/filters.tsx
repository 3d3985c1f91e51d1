import { Search, X } from "lucide-react";
import { Button, IconButton } from "#web/ui/button/button.tsx";
import { Input } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { ChipRow, Chips } from "#web/ui/workbench/chips.tsx";
import { contactParts, contactSorts } from "../../fields.ts";
import type { Part } from "../base/search-params.ts";
import { t } from "../base/text.ts";
import type { Address } from "../base/use-address.ts";
import { useTags } from "../base/use-contacts.ts";

interface FiltersProps {
	address: Address;
	/** How many contacts each part has. */
	counts: Record<Part, number>;
}

/** No tag has this name: theirs start with `#` here. */
const anyTag = "any";

/** Which contacts are shown, in which order. */
export function Filters({ address, counts }: FiltersProps) {
	const { part, sort, organization, tag, show } = address;
	const tags = useTags().data?.items ?? [];
	return (
		<>
			<ChipRow>
				{organization !== null && (
					<span className="mr-1.5 shrink-0">
						<Button
							size="small"
							icon={X}
							aria-label={`${t.filters.organization(organization)}. ${t.filters.allOrganizations}`}
							onClick={() => show({ organization: "" })}
						>
							{t.filters.organization(organization)}
						</Button>
					</span>
				)}
				<Chips
					label={t.filters.show}
					options={contactParts.map((value) => ({ value, label: t.filters.parts[value], count: counts[value] }))}
					value={part}
					all="all"
					onChange={(next) => show({ part: next })}
				/>
			</ChipRow>
			{(tags.length > 0 || tag !== null) && (
				<span className="w-32 shrink-0">
					<Select
						label={t.filters.tag}
						options={[
							{ value: anyTag, label: t.filters.anyTag },
							...tags.map((one) => ({ value: `#${one.tag}`, label: t.filters.tagged(one.tag, one.contacts) })),
							...(tag !== null && tags.every((one) => one.tag !== tag) ? [{ value: `#${tag}`, label: tag }] : []),
						]}
						value={tag === null ? anyTag : `#${tag}`}
						onChange={(next) => show({ tag: next === anyTag ? "" : next.slice(1) })}
					/>
				</span>
			)}
			<span className="w-40 shrink-0">
				<Select
					label={t.filters.sortBy}
					options={contactSorts.map((value) => ({ value, label: t.filters.sorts[value] }))}
					value={sort}
					onChange={(next) => show({ sort: next })}
				/>
			</span>
		</>
	);
}

/** Finds contacts, or organizations. */
export function ContactSearch({
	label,
	text,
	onText,
}: {
	label: string;
	text: string;
	onText: (text: string) => void;
}) {
	return (
		<Input
			aria-label={label}
			placeholder={label}
			icon={<Search size={16} />}
			value={text}
			onChange={(event) => onText(event.target.value)}
			end={text !== "" && <IconButton icon={X} size="small" label={t.page.clear} onClick={() => onText("")} />}
		/>
	);
}
