import { Paperclip } from "lucide-react";
import { useRef } from "react";
import type { PlanItem } from "#shared/contracts/plans.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { VirtualList } from "#web/ui/virtual-list.tsx";
import { formatBytes, formatFullTime, formatMailTime, formatNumber } from "../format.ts";
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

interface PlanRowsProps {
	list: PlanList;
	order: OrderName;
	onOrder: (order: OrderName) => void;
}

/** Every message of a plan: sortable, and each can be excluded. */
export function PlanRows({ list, order, onOrder }: PlanRowsProps) {
	const { query, items, total, count, isIncluded, include, includeAll } = list;
	/** Start of a Shift selection. */
	const anchor = useRef<number | null>(null);
	const toggle = (index: number, included: boolean, shift: boolean) => {
		const from = shift && anchor.current !== null ? Math.min(anchor.current, index) : index;
		const to = shift && anchor.current !== null ? Math.max(anchor.current, index) : index;
		anchor.current = index;
		include(items.slice(from, to + 1), included);
	};
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
					<VirtualList
						key={order}
						label="Emails of this change"
						count={items.length}
						total={total}
						rowHeight={52}
						fixedRows
						rowKey={(index) => items[index]?.id ?? index}
						row={(index) => {
							const item = items[index];
							return (
								item && (
									<Row item={item} included={isIncluded(item)} onToggle={(on, shift) => toggle(index, on, shift)} />
								)
							);
						}}
						onEndNear={() => query.hasNextPage && !query.isFetching && void query.fetchNextPage()}
						footer={
							query.isFetchNextPageError ? (
								<p className="flex items-center gap-3 px-3 py-2 text-13 text-red">
									The rest could not be loaded.
									<Button size="small" onClick={() => void query.fetchNextPage()}>
										Try again
									</Button>
								</p>
							) : (
								query.isFetchingNextPage && <p className="px-3 py-2 text-13 text-ink-3">Loading more…</p>
							)
						}
					/>
				)}
			</div>
		</div>
	);
}

interface RowProps {
	item: PlanItem;
	included: boolean;
	onToggle: (included: boolean, shift: boolean) => void;
}

function Row({ item, included, onToggle }: RowProps) {
	const sender = item.senderName || item.senderEmail || "Unknown sender";
	const subject = item.subject || "(No subject)";
	return (
		<div className="flex h-full items-center gap-3 border-b border-line px-3">
			<Checkbox label={`${sender}: ${subject}`} checked={included} onChange={onToggle} />
			<div className={included ? "min-w-0 flex-1 text-ink-2" : "min-w-0 flex-1 text-ink-3 line-through"}>
				<div className="flex items-baseline gap-3">
					<span
						className={
							included ? "min-w-0 flex-1 truncate text-13 font-medium text-ink" : "min-w-0 flex-1 truncate text-13"
						}
					>
						{sender}
					</span>
					<time
						dateTime={item.receivedAt}
						title={formatFullTime(item.receivedAt)}
						className="shrink-0 text-12 text-ink-3"
					>
						{formatMailTime(item.receivedAt)}
					</time>
				</div>
				<div className="flex items-center gap-3">
					<span className="flex min-w-0 flex-1 items-center gap-1.5 text-13">
						<span className="truncate">{subject}</span>
						{item.hasAttachments && (
							<Paperclip size={12} role="img" aria-label="Has attachments" className="shrink-0 text-ink-3" />
						)}
					</span>
					<span className="shrink-0 text-12 text-ink-3 tabular-nums">{formatBytes(item.sizeBytes)}</span>
				</div>
			</div>
		</div>
	);
}
