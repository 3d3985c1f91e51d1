import { Search, X } from "lucide-react";
import { formatNumber } from "#web/lib/base/format.ts";
import { IconButton } from "#web/ui/button/button.tsx";
import { Input } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { ChipRow, Chips } from "#web/ui/workbench/chips.tsx";
import type { Method, Subscription } from "../base/api.ts";
import { methods } from "../base/labels.ts";
import { type ShownView, views } from "../base/search-params.ts";
import { t } from "../base/text.ts";
import { isIn, type ListFilter, type ListPart, sorts } from "./filter-lists.ts";

const parts: { value: ListPart; label: string }[] = [
	{ value: "all", label: t.subscriptions.all },
	...(Object.keys(methods) as Method[]).map((value) => ({ value, label: methods[value].label })),
	{ value: "never_read", label: t.subscriptions.neverRead },
	{ value: "not_opened", label: t.subscriptions.notOpened },
];

const viewNames: Record<ShownView, string> = {
	open: t.subscriptions.toReview,
	unsubscribed: t.subscriptions.unsubscribed,
	held: t.holds.archivedOrPaused,
	not_required: t.subscriptions.notRequired,
	all: t.subscriptions.all,
};

interface FiltersProps {
	lists: readonly Subscription[];
	value: ListFilter;
	onChange: (value: ListFilter) => void;
	view: ShownView;
	/** How many lists each option has. */
	views: Record<ShownView, number>;
	onView: (view: ShownView) => void;
}

/** Filter and sort order of the lists. */
export function Filters({ lists, value, onChange, view, views: counts, onView }: FiltersProps) {
	return (
		<>
			<ChipRow>
				<Chips
					label={t.subscriptions.unsubscribeMethod}
					options={parts.map((part) => ({ ...part, count: lists.filter((list) => isIn(part.value, list)).length }))}
					value={value.part}
					all="all"
					onChange={(part) => onChange({ ...value, part })}
				/>
			</ChipRow>
			<span className="w-46 shrink-0">
				<Select
					label={t.subscriptions.filterSubscriptions}
					options={views.map((one) => ({ value: one, label: `${viewNames[one]} (${formatNumber(counts[one])})` }))}
					value={view}
					onChange={onView}
				/>
			</span>
			<span className="w-36 shrink-0">
				<Select
					label={t.subscriptions.sortBy}
					options={sorts}
					value={value.sort}
					onChange={(sort) => onChange({ ...value, sort })}
				/>
			</span>
		</>
	);
}

/** Finds lists by name or address. */
export function ListSearch({ text, onText }: { text: string; onText: (text: string) => void }) {
	return (
		<Input
			aria-label={t.subscriptions.findASubscription}
			placeholder={t.subscriptions.findASubscription}
			icon={<Search size={16} />}
			value={text}
			onChange={(event) => onText(event.target.value)}
			end={text !== "" && <IconButton icon={X} size="small" label={t.subscriptions.clear} onClick={() => onText("")} />}
		/>
	);
}
