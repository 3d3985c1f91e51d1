import { useMemo, useRef } from "react";
import { selectionRange } from "#web/ui/base/selection-range.ts";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { ErrorState } from "#web/ui/state/states.tsx";
import { t } from "../base/text.ts";
import { useDensity } from "../mail-list/density.ts";
import { FolderNote } from "../mail-list/folder-note.tsx";
import { type RowSelection, useListCursor } from "../mail-list/list-cursor.ts";
import { MailList } from "../mail-list/mail-list.tsx";
import { MailRow } from "../mail-list/mail-row.tsx";
import { type RowShape, rowHeight } from "../mail-list/row-height.ts";
import type { PlanList, PlanOrder } from "./use-plan-list.ts";

const orders = {
	"date-desc": t.plan.newestFirst,
	"date-asc": t.plan.oldestFirst,
	"size-desc": t.plan.largestFirst,
	"size-asc": t.plan.smallestFirst,
	"sender-asc": t.plan.senderAToZ,
	"sender-desc": t.plan.senderZToA,
	"subject-asc": t.plan.subjectAToZ,
	"subject-desc": t.plan.subjectZToA,
	"folder-asc": t.plan.byFolder,
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
					label={count === total ? t.plan.deselectAll : t.plan.selectAll}
					showLabel
					checked={count > 0 && count >= total}
					mixed={count > 0 && count < total}
					onChange={() => includeAll(count < total)}
				/>
				<span role="status" className="text-13 text-ink-3 tabular-nums">
					{t.plan.countOf(count, total)}
					<span className="max-sm:sr-only"> {t.plan.selected}</span>
				</span>
				<span className="ml-auto w-38 sm:w-40">
					<Select label={t.plan.sortBy} options={options} value={order} onChange={onOrder} />
				</span>
			</div>
			<div className="flex h-[min(400px,44dvh)] flex-col overflow-hidden rounded-2 border border-line">
				{query.data === undefined ? (
					query.error ? (
						<ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
					) : (
						<Skeleton rows={6} label={t.plan.loadingTheList} />
					)
				) : (
					<MailList
						key={order}
						label={t.plan.emailsChange}
						items={items}
						total={total}
						rowHeight={height}
						cursor={cursor}
						row={(item, state) => (
							<MailRow
								mail={item}
								state={state}
								shape={planShape}
								facts={<FolderNote folder={item.folder} name={item.folderName} />}
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
			set(shift ? selectionRange(order, anchor.current, id) : [id], !isSelected(id));
			anchor.current = id;
		},
		step: (from, to) => set([from, to], true),
	};
}
