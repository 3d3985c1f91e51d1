import type { ReactNode } from "react";
import type { Plan } from "#shared/contracts/plans.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { formatCount } from "../base/format.ts";
import { t } from "../base/text.ts";
import { InboxBar } from "./inbox-bar.tsx";
import { PlanFolders } from "./plan-folders.tsx";
import { type OrderName, PlanRows } from "./plan-rows.tsx";
import type { PlanList } from "./use-plan-list.ts";

interface PlanReviewProps {
	plan: Plan;
	list: PlanList;
	order: OrderName;
	onOrder: (order: OrderName) => void;
	/** Why it could not be started. */
	error: Error | null;
	/** Above the list: choices and warnings. */
	children: ReactNode;
}

/** What a plan will change: totals, folders, and the list from which messages can be excluded. */
export function PlanReview({ plan, list, order, onOrder, error, children }: PlanReviewProps) {
	const { count, bytes, folders } = list;
	return (
		<div className="flex flex-col gap-4">
			<div className="flex flex-col gap-2">
				<p className="text-14">
					<strong>{formatCount(count, "email")}</strong>
					{t.plan.totals(bytes)}
				</p>
				<PlanFolders folders={folders} />
				<InboxBar action={plan.action} folders={folders} />
			</div>
			{children}
			{list.error && (
				<Notice
					tone="red"
					action={
						<Button size="small" onClick={list.forgetError}>
							{t.plan.continue}
						</Button>
					}
				>
					{t.plan.couldntSave(list.error.message)}
				</Notice>
			)}
			{error && <Notice tone="red">{error.message}</Notice>}
			<PlanRows key={plan.id} list={list} order={order} onOrder={onOrder} />
		</div>
	);
}
