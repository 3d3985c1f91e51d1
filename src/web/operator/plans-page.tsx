import { Gauge, Plus } from "lucide-react";
import { useState } from "react";
import type { PricingPlan } from "#shared/contracts/pricing.ts";
import { formatNumber } from "#web/lib/base/format.ts";
import { useChange } from "#web/settings/use-change.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { Card } from "#web/ui/page/card.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { operatorApi, operatorKeys } from "./api.ts";
import { OperatorFrame } from "./operator-frame.tsx";
import { PlanDialog } from "./plan-dialog.tsx";
import { usePlans } from "./plans.ts";
import { t } from "./text.ts";

/** `/operator/plans`: pricing plans and their limits. */
export default function PlansPage() {
	return (
		<OperatorFrame>
			<Plans />
		</OperatorFrame>
	);
}

function Plans() {
	const query = usePlans();
	/** The plan in the dialog; `new`: a new one. */
	const [edited, setEdited] = useState<PricingPlan | "new" | null>(null);
	const plans = query.data ?? [];
	return (
		<Card
			title={t.plansPage.title}
			note={t.plansPage.note}
			flush
			actions={
				<Button size="small" icon={Plus} onClick={() => setEdited("new")}>
					{t.plansPage.add}
				</Button>
			}
		>
			<QueryView
				query={query}
				loading={<Skeleton rows={2} label={t.plansPage.loading} />}
				errorTitle={t.plansPage.couldntLoad}
				isEmpty={(items) => items.length === 0}
				empty={<EmptyState icon={Gauge} title={t.plansPage.empty} description={t.plansPage.emptyDescription} />}
			>
				{(items) => (
					<ul className="divide-y divide-line">
						{items.map((plan) => (
							<PlanItem key={plan.id} plan={plan} onEdit={() => setEdited(plan)} />
						))}
					</ul>
				)}
			</QueryView>
			{edited !== null && (
				<PlanDialog
					plan={edited === "new" ? null : edited}
					position={Math.max(0, ...plans.map(({ position }) => position)) + 1}
					onClose={() => setEdited(null)}
				/>
			)}
		</Card>
	);
}

function PlanItem({ plan, onEdit }: { plan: PricingPlan; onEdit: () => void }) {
	const { id, name, price, period, isDefault, users, limits } = plan;
	const remove = useChange({
		make: () => operatorApi.deletePricingPlan({ params: { id } }),
		failed: t.plansPage.couldntDelete,
		refresh: [operatorKeys.plans],
		done: () => toast({ title: t.plansPage.deleted, description: name }),
	});
	const ask = async () => {
		const yes = await confirm({
			title: t.plansPage.deleteThis(name),
			description: t.plansPage.deleteDescription,
			confirm: t.plansPage.delete,
			danger: true,
		});
		if (yes) remove.mutate();
	};
	const shown = [
		{ label: t.plansPage.mailboxes, limit: limits.mailboxes },
		{ label: t.plansPage.aiPersonalizations, limit: limits.aiPersonalizations },
		{ label: t.plansPage.validations, limit: limits.validations },
	];
	return (
		<li className="flex flex-wrap items-start gap-x-4 gap-y-3 px-4 py-3.5">
			<div className="min-w-56 flex-1">
				<p className="flex flex-wrap items-center gap-2 text-14 font-medium">
					{name}
					{isDefault && <Badge tone="green">{t.plansPage.isDefault}</Badge>}
				</p>
				<p className="text-13 break-words text-ink-3">
					{[`${price} ${period}`.trim(), t.plansPage.users(users)].join(" · ")}
				</p>
				<dl className="mt-2 grid max-w-120 grid-cols-[1fr_auto] gap-x-6 gap-y-1 text-13">
					{shown.map(({ label, limit }) => (
						<div key={label} className="col-span-2 grid grid-cols-subgrid">
							<dt className="text-ink-2">{label}</dt>
							<dd className="text-right tabular-nums">
								{limit === null ? t.plansPage.unlimited : formatNumber(limit)}
							</dd>
						</div>
					))}
				</dl>
			</div>
			<div className="flex gap-2">
				<Button size="small" aria-label={t.plansPage.editNamed(name)} onClick={onEdit}>
					{t.plansPage.edit}
				</Button>
				<Button
					size="small"
					aria-label={t.plansPage.deleteNamed(name)}
					busy={remove.isPending}
					onClick={() => void ask()}
				>
					{t.plansPage.delete}
				</Button>
			</div>
		</li>
	);
}
