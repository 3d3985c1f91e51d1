import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { WaitingPlan } from "#shared/contracts/plans.ts";
import { api } from "#web/lib/api/api.ts";
import { keys } from "#web/lib/api/query-client.ts";
import { formatMoment } from "#web/lib/base/format.ts";
import { PlanDialog } from "#web/lib/plan/plan-dialog.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { ShowMore } from "#web/ui/state/show-more.tsx";
import { steadyRows } from "#web/ui/table/steady-rows.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { t } from "./text.ts";

/** Plans that API keys and AI clients made: who asked, what they change, and the choice. Nothing while there are none. */
export function WaitingPlans() {
	const client = useQueryClient();
	const query = useInfiniteQuery({
		queryKey: [...keys.operations, "waiting"],
		queryFn: ({ pageParam: cursor, signal }) => api.listWaitingPlans({ query: { cursor } }, { signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (page) => page.nextCursor ?? undefined,
	});
	const { data, error } = query;
	const [open, setOpen] = useState<WaitingPlan | null>(null);
	const refresh = () => client.invalidateQueries({ queryKey: keys.operations });
	if (error !== null) return <Notice tone="red">{`${t.waiting.couldntLoad}. ${error.message}`}</Notice>;
	const plans = data?.pages.flatMap(({ items }) => items) ?? [];
	if (plans.length === 0 && open === null) return null;
	return (
		<Card title={t.waiting.title} note={t.waiting.note} tone="amber" flush>
			<ul ref={steadyRows} aria-label={t.waiting.title} className="divide-y divide-line">
				{plans.map((plan) => (
					<WaitingPlanItem key={plan.id} plan={plan} onReview={() => setOpen(plan)} onDiscarded={refresh} />
				))}
			</ul>
			<ShowMore query={query} shown={plans.length} total={data?.pages[0]?.total ?? 0} />
			<PlanDialog
				plan={open}
				title={open?.title ?? t.waiting.title}
				verb={() => t.waiting.confirm}
				done={({ operation }) => ({ title: operation.title })}
				danger={open?.action === "delete"}
				failedTitle={t.waiting.couldntConfirm}
				onOver={() => void refresh()}
				onClose={() => setOpen(null)}
			/>
		</Card>
	);
}

interface WaitingPlanItemProps {
	plan: WaitingPlan;
	onReview: () => void;
	onDiscarded: () => Promise<void>;
}

function WaitingPlanItem({ plan, onReview, onDiscarded }: WaitingPlanItemProps) {
	const discard = useMutation({
		mutationFn: () => api.discardPlan({ params: { id: plan.id } }),
		onSuccess: async () => {
			toast({ title: t.waiting.discarded, description: plan.title });
			await onDiscarded();
		},
		onError: (error) => toast({ title: t.waiting.couldntDiscard, description: error.message, tone: "destructive" }),
	});
	const facts = [t.waiting.requestedBy(plan.requestedBy), plan.query, t.waiting.expires(formatMoment(plan.expiresAt))];
	return (
		<li className="flex flex-wrap items-center gap-3 px-4 py-3">
			<div className="min-w-0 flex-1 basis-60">
				<p className="text-14 font-medium">{plan.title}</p>
				<p className="text-12 break-words text-ink-2">{plan.sample.map(({ subject }) => subject).join(" · ")}</p>
				<p className="text-12 break-words text-ink-3">{facts.filter(Boolean).join(" · ")}</p>
			</div>
			<div className="flex gap-2">
				<Button
					size="small"
					busy={discard.isPending}
					aria-label={t.waiting.discardPlan(plan.title)}
					onClick={() => discard.mutate()}
				>
					{t.waiting.discard}
				</Button>
				<Button size="small" variant="primary" aria-label={t.waiting.reviewPlan(plan.title)} onClick={onReview}>
					{t.waiting.review}
				</Button>
			</div>
		</li>
	);
}
