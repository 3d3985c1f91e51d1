import { useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import { api } from "#web/lib/api/api.ts";
import { formatNumber } from "#web/lib/base/format.ts";
import { isOver } from "#web/lib/jobs/jobs.ts";
import { PlanDialog } from "#web/lib/plan/plan-dialog.tsx";
import { forecastLine, type PlanResult } from "#web/lib/plan/result.ts";
import { usePlanRun } from "#web/lib/plan/use-plan-run.ts";
import { offerUndo } from "#web/lib/undo/undo.ts";
import { undoableOperation } from "#web/lib/undo/undo-stack.ts";
import { Button } from "#web/ui/button/button.tsx";
import { BeforeAfterBar } from "#web/ui/charts/before-after-bar.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { CleanupPlan } from "./cleanup-plans.ts";
import { MailLink } from "./mail-link.tsx";
import { t } from "./text.ts";

interface CleanupCardProps {
	plan: CleanupPlan;
	isDone: boolean;
	/** It has the primary button. */
	isNext: boolean;
	/** It stays as it is while it is carried out, although its emails are gone. */
	onStart: () => void;
	/** It was not carried out, if it is not done. */
	onStop: () => void;
	/** False: it was undone. */
	onDone: (isDone: boolean) => void;
}

/** One change of the first cleanup: reviewed with one click, or applied with one. */
export function CleanupCard({ plan, isDone, isNext, onStart, onStop, onDone }: CleanupCardProps) {
	const client = useQueryClient();
	const [isReviewed, setReviewed] = useState(false);
	const [isPlanning, setPlanning] = useState(false);
	const fail = (reason: string | null) => {
		onStop();
		toast({ title: t.cleanup.failed, description: reason ?? undefined, tone: "destructive" });
	};
	const over = (result: PlanResult | null, error: string | null) => {
		if (result === null || result.applied === 0) return fail(error ?? result?.error ?? null);
		onDone(true);
		const words = { title: plan.done(result.applied), description: forecastLine(result) };
		offerUndo(client, { ...undoableOperation(result.operation), onUndone: () => onDone(false) }, words);
	};
	const run = usePlanRun((made) => api.applyPlan({ params: { id: made.id } }), over);
	const apply = async () => {
		onStart();
		setPlanning(true);
		try {
			run.start(await api.createPlan({ body: plan.body }));
		} catch (error) {
			fail((error as Error).message);
		} finally {
			setPlanning(false);
		}
	};
	const { count, name, before } = plan;
	const review = () => {
		onStart();
		setReviewed(true);
	};
	const isRunning = isPlanning || run.isStarting || (run.hasStarted && !(run.job && isOver(run.job)));
	return (
		<li className="flex min-w-0 flex-col gap-3 px-5 py-4">
			<Figure plan={plan} isDone={isDone} />
			{before !== null && before >= count && (
				<BeforeAfterBar
					label={plan.measure}
					before={formatNumber(before)}
					after={formatNumber(before - count)}
					share={count / before}
					color="seq-1"
					legend={plan.legend(count)}
				/>
			)}
			<div className="mt-auto flex min-h-9 flex-wrap items-center gap-2">
				{isDone ? (
					<p className="flex items-center gap-1.5 text-13 font-medium text-accent">
						<Check aria-hidden="true" size={16} />
						{plan.done(count)}
					</p>
				) : (
					<>
						<Button variant={isNext ? "primary" : "secondary"} busy={isRunning} onClick={() => void apply()}>
							{plan.verb(count)}
						</Button>
						<Button variant="ghost" disabled={isRunning} aria-label={t.cleanup.reviewOf(count, name)} onClick={review}>
							{t.plans.review}
						</Button>
					</>
				)}
			</div>
			<PlanDialog
				plan={isReviewed ? plan.body : null}
				title={plan.title}
				verb={plan.verb}
				done={(result) => ({ title: plan.done(result.applied), description: forecastLine(result) })}
				onDone={() => onDone(true)}
				onUndone={() => onDone(false)}
				onClose={() => {
					setReviewed(false);
					onStop();
				}}
			/>
		</li>
	);
}

/** The number of emails, which opens them, and what they are. */
function Figure({ plan: { count, name, note, q }, isDone }: { plan: CleanupPlan; isDone: boolean }) {
	return (
		<div className="flex items-baseline gap-2.5">
			<span className="font-display text-28 leading-none tabular-nums">
				{isDone ? (
					formatNumber(count)
				) : (
					<MailLink q={q} label={`${formatNumber(count)} ${name}`}>
						{formatNumber(count)}
					</MailLink>
				)}
			</span>
			<p className="min-w-0">
				<span className="block text-14 font-semibold">{name}</span>
				<span className="block text-13 text-ink-3">{note}</span>
			</p>
		</div>
	);
}
