import { ArrowDownWideNarrow } from "lucide-react";
import { Button } from "#web/ui/button/button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import type { InboxSearch } from "../base/search-params.ts";
import { t } from "../base/text.ts";

type Sort = InboxSearch["sort"];

/** The order of search results. */
export function SortMenu({ value, onChange }: { value: Sort; onChange: (sort: Sort) => void }) {
	const name = value === "relevance" ? t.sort.relevance : t.sort.newest;
	return (
		<Menu
			align="end"
			trigger={
				<Button size="small" variant="ghost" icon={ArrowDownWideNarrow} aria-label={t.sort.sortedBy(name)}>
					{name}
				</Button>
			}
			entries={[
				{
					type: "radio",
					label: t.sort.label,
					value: value ?? "newest",
					onChange: (next) => onChange(next === "relevance" ? next : undefined),
					options: [
						{ value: "newest", label: t.sort.newest },
						{ value: "relevance", label: t.sort.relevance },
					],
				},
			]}
		/>
	);
}
