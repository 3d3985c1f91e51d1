import { useMemo, useRef } from "react";
import { between } from "#web/ui/between.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { formatNumber } from "../format.ts";
import { useDensity } from "../mail-list/density.ts";
import { type RowSelection, useListCursor } from "../mail-list/list-cursor.ts";
import { MailList } from "../mail-list/mail-list.tsx";
import { MailRow } from "../mail-list/mail-row.tsx";
import { type RowShape, rowHeight } from "../mail-list/row-height.ts";
import type { PlanList, PlanOrder } from "./use-plan-list.ts";

const orders = {
	"date-desc": "Newest first",
	"date-asc": "Oldest first",
	"size-desc": "Largest first",
	"size-asc": "Smallest first",
	"sender-asc": "Sender A to Z",
	"sender-desc": "Sender Z to A",
	"subject-asc": "Subject A to Z",
	"subject-desc": "Subject Z to A",
} as const;
export type OrderName = keyof typeof orders;

const options = Object.entries(orders).map(([value, label]) => ({ value: value as OrderName, label }));

export function orderOf(name: OrderName): PlanOrder {
	const [sort, order] = name.split("-") as [PlanOrder["sort"], PlanOrder["order"]];
	return { sort, order };
}

const planShape: RowShape = { size: "small" };

interface PlanRowsProps {
	list: PlanList;
	order: OrderName;
	onOrder: (order: OrderName) => void;
}

/** Every message of a plan: sortable, and each can be excluded. */
export function PlanRows({ list, order, onOrder }: PlanRowsProps) {
	const { query, items, total, count, includeAll } = list;
	const cursor = useListCursor(items, usePlanSelection(list));
	const height = rowHeight(planShape, useDensity());
	return (
		<div className="flex flex-col gap-2">
			<div className="flex flex-wrap items-center gap-2">
				<Checkbox
					label={count === total ? "Deselect All" : "Select All"}
					showLabel
					checked={count > 0 && count >= total}
					mixed={count > 0 && count < total}
					onChange={() => includeAll(count < total)}
				/>
				<span role="status" className="text-13 text-ink-3 tabular-nums">
					{formatNumber(count)} of {formatNumber(total)}
					<span className="max-sm:sr-only"> selected</span>
				</span>
				<span className="ml-auto w-38 sm:w-40">
					<Select label="Order" options={options} value={order} onChange={onOrder} />
				</span>
			</div>
			<div className="flex h-[min(400px,44dvh)] flex-col overflow-hidden rounded-2 border border-line">
				{query.data === undefined ? (
					query.error ? (
						<ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
					) : (
						<Skeleton rows={6} label="Loading the list" />
					)
				) : (
					<MailList
						key={order}
						label="Emails of this change"
						items={items}
						total={total}
						rowHeight={height}
						cursor={cursor}
						row={(item, state) => (
							<MailRow
								mail={item}
								state={state}
								shape={planShape}
								struck={!state.selected}
								onToggle={(shift) => cursor.toggle(item.id, shift)}
							/>
						)}
						onEndNear={() => query.hasNextPage && !query.isFetching && void query.fetchNextPage()}
						moreFailed={query.isFetchNextPageError}
					/>
				)}
			</div>
		</div>
	);
}

/** The messages of the change as a selection: selected ones are included. */
function usePlanSelection({ items, isIncluded, include }: PlanList): RowSelection {
	const anchor = useRef<string | null>(null);
	const byId = useMemo(() => new Map(items.map((item) => [item.id, item])), [items]);
	const isSelected = (id: string) => {
		const item = byId.get(id);
		return item !== undefined && isIncluded(item);
	};
	const set = (ids: readonly string[], on: boolean) =>
		include(
			ids.flatMap((id) => byId.get(id) ?? []),
			on,
		);
	return {
		isSelected,
		isActive: true,
		toggle: (id, shift) => {
			const order = items.map((item) => item.id);
			set(shift ? between(order, anchor.current, id) : [id], !isSelected(id));
			anchor.current = id;
		},
		step: (from, to) => set([from, to], true),
	};
}
