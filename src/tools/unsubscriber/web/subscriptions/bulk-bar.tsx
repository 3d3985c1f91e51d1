import { Search, X } from "lucide-react";
import { formatNumber } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Input } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import type { Method } from "../api.ts";
import { methods } from "../labels.ts";
import { type ShownView, views } from "../search-params.ts";
import { t } from "../text.ts";
import { type ListFilter, sorts } from "./filter-lists.ts";

interface BulkBarProps {
	shown: number;
	/** How many can be selected, and are. */
	choosable: number;
	chosen: number;
	onAll: (all: boolean) => void;
	onUnsubscribe: () => void;
	onUnsubscribeAndDelete: () => void;
	onNotRequired: () => void;
}

/** The list's title and the actions for the selected rows. */
export function BulkBar(props: BulkBarProps) {
	const { shown, choosable, chosen } = props;
	const all = choosable > 0 && chosen === choosable;
	return (
		<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
			<h2 className="flex items-center gap-2 text-14 font-semibold">
				{t.subscriptions.subscriptionEmails} <Badge>{formatNumber(shown)}</Badge>
			</h2>
			<div className="flex flex-wrap items-center gap-2">
				<Button variant="ghost" disabled={choosable === 0} onClick={() => props.onAll(!all)}>
					{all ? t.subscriptions.deselectAll : t.subscriptions.selectAll}
				</Button>
				<span className="max-sm:hidden">
					<Button variant="ghost" disabled={chosen === 0} onClick={props.onNotRequired}>
						{t.subscriptions.markNotRequiredCount(chosen)}
					</Button>
				</span>
				<Button disabled={chosen === 0} onClick={props.onUnsubscribe}>
					{t.subscriptions.unsubscribeCount(chosen)}
				</Button>
				<Button variant="danger" disabled={chosen === 0} onClick={props.onUnsubscribeAndDelete}>
					{t.subscriptions.unsubscribeDeleteCount(chosen)}
				</Button>
			</div>
		</div>
	);
}

const allMethods = [
	{ value: "all", label: t.subscriptions.allMethods },
	...(Object.keys(methods) as Method[]).map((value) => ({ value, label: methods[value].label })),
] as const;

const viewNames: Record<ShownView, string> = {
	open: t.subscriptions.toReview,
	unsubscribed: t.subscriptions.unsubscribed,
	not_required: t.subscriptions.notRequired,
	all: t.subscriptions.all,
};

interface ArrangeBarProps {
	value: ListFilter;
	onChange: (value: ListFilter) => void;
	view: ShownView;
	/** How many lists each option has. */
	views: Record<ShownView, number>;
	onView: (view: ShownView) => void;
}

/** Filter and sort order of the lists. */
export function FilterBar({ value, onChange, view, views: counts, onView }: ArrangeBarProps) {
	return (
		<div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:items-center">
			<div className="col-span-full flex min-w-48 flex-1 sm:max-w-72">
				<Input
					aria-label={t.subscriptions.findASubscription}
					placeholder={t.subscriptions.findASubscription}
					icon={<Search size={16} />}
					value={value.text}
					onChange={(event) => onChange({ ...value, text: event.target.value })}
					end={
						value.text !== "" && (
							<IconButton
								icon={X}
								size="small"
								label={t.subscriptions.clear}
								onClick={() => onChange({ ...value, text: "" })}
							/>
						)
					}
				/>
			</div>
			<span className="sm:w-44">
				<Select
					label={t.subscriptions.filterSubscriptions}
					options={views.map((one) => ({ value: one, label: `${viewNames[one]} (${formatNumber(counts[one])})` }))}
					value={view}
					onChange={onView}
				/>
			</span>
			<span className="w-36 max-sm:hidden">
				<Select
					label={t.subscriptions.unsubscribeMethod}
					options={allMethods}
					value={value.method ?? "all"}
					onChange={(method) => onChange({ ...value, method: method === "all" ? null : (method as Method) })}
				/>
			</span>
			<span className="sm:w-38">
				<Select
					label={t.subscriptions.sortBy}
					options={sorts}
					value={value.sort}
					onChange={(sort) => onChange({ ...value, sort })}
				/>
			</span>
		</div>
	);
}
