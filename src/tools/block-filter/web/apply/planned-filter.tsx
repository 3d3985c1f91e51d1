import { useEffect, useState } from "react";
import type { PlanFolder } from "#shared/contracts/plans.ts";
import { formatBytes, formatCount } from "#web/lib/base/format.ts";
import { PlanFolders } from "#web/lib/plan/plan-folders.tsx";
import { type OrderName, orderOf, PlanRows } from "#web/lib/plan/plan-rows.tsx";
import { usePlanList } from "#web/lib/plan/use-plan-list.ts";
import { Disclosure } from "#web/ui/page/disclosure.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import type { Filter, FilterPlan } from "../../contract.ts";
import { actionWords } from "../../descriptions.ts";
import { t } from "../base/text.ts";

type Plan = NonNullable<FilterPlan["plan"]>;

/** Totals of a plan after messages were excluded. */
export interface Extent {
	count: number;
	bytes: number;
	folders: readonly PlanFolder[];
	/** The exclusion has not been saved on the server yet. */
	isSending: boolean;
}

interface PlannedFilterProps {
	item: FilterPlan;
	/** Undefined: it was deleted in the meantime. */
	filter: Filter | undefined;
	mailbox: string | undefined;
	/** Messages were excluded from the plan, or included again. */
	onExtent: (extent: Extent) => void;
}

/** What one rule would do in one mailbox, with the list of messages. */
export function PlannedFilter({ item, filter, mailbox, onExtent }: PlannedFilterProps) {
	const [extent, setExtent] = useState<Extent | null>(null);
	const { plan, matched, reason } = item;
	const shown = extent ?? plan;
	return (
		<li className="rounded-2 border border-line px-3 py-2.5">
			<div className="flex flex-wrap items-baseline justify-between gap-x-4">
				<p className="min-w-0 text-14 break-words">
					<span className="font-semibold">{filter?.name ?? t.apply.deletedFilter}</span>
					{filter && <span className="text-ink-2"> · {actionWords(filter)}</span>}
					{mailbox !== undefined && <span className="text-ink-3"> · {mailbox}</span>}
				</p>
				<p className="text-13 text-ink-2 tabular-nums">
					{shown ? `${formatCount(shown.count, "email")}, ${formatBytes(shown.bytes)}` : t.apply.noChange}
				</p>
			</div>
			{reason !== null && (
				<div className="mt-2">
					<Notice tone="amber">{t.apply.matchedBut(matched, reason)}</Notice>
				</div>
			)}
			{plan === null && reason === null && <p className="text-13 text-ink-3">{t.apply.alreadyDone(matched)}</p>}
			{shown && <PlanFolders folders={shown.folders} />}
			{plan && (
				<PlanList
					plan={plan}
					onExtent={(next) => {
						setExtent(next);
						onExtent(next);
					}}
				/>
			)}
		</li>
	);
}

function PlanList({ plan, onExtent }: { plan: Plan; onExtent: (extent: Extent) => void }) {
	const [open, setOpen] = useState(false);
	const [wasOpened, setWasOpened] = useState(false);
	return (
		<div className="mt-1.5">
			<Disclosure
				label={t.apply.showTheEmails}
				open={open}
				onToggle={(next) => {
					setOpen(next);
					setWasOpened(wasOpened || next);
				}}
			>
				{wasOpened && <Rows plan={plan} onExtent={onExtent} />}
			</Disclosure>
		</div>
	);
}

function Rows({ plan, onExtent }: { plan: Plan; onExtent: (extent: Extent) => void }) {
	const [order, setOrder] = useState<OrderName>("date-desc");
	const list = usePlanList(plan, orderOf(order));
	const { count, bytes, folders, isSending } = list;
	// biome-ignore lint/correctness/useExhaustiveDependencies: notify only when the figures change
	useEffect(() => onExtent({ count, bytes, folders, isSending }), [count, bytes, isSending]);
	return (
		<>
			{list.error && <Notice tone="red">{t.apply.couldntSave(list.error.message)}</Notice>}
			<PlanRows list={list} order={order} onOrder={setOrder} />
		</>
	);
}
