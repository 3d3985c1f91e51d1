import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatCount } from "#web/lib/base/format.ts";
import type { PlanResult } from "#web/lib/plan/result.ts";
import { undoChange } from "#web/lib/undo/undo.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import type { Mode, Subscription } from "../base/api.ts";
import { type OutcomeCounts, outcomeLine } from "../base/labels.ts";
import { t } from "../base/text.ts";
import { type StepHandlers, StepRow } from "./step-row.tsx";
import { needsStep } from "./steps.ts";

/** A run that has ended, or lists of earlier runs that need another step. */
export interface RunSummary {
	/** Null: only the steps of earlier runs. */
	run: {
		total: number;
		counts: OutcomeCounts;
		isCancelled: boolean;
		mode: Mode;
		/** The emails that were deleted; null: none. */
		removed: PlanResult | null;
	} | null;
	/** Lists that need another step. */
	steps: readonly Subscription[];
}

interface RunSummaryDialogProps {
	/** Null: closed. */
	summary: RunSummary | null;
	handlers: StepHandlers;
	/** Delete the emails of lists that the user unsubscribed from manually. */
	onDelete: (lists: readonly Subscription[]) => void;
	onClose: () => void;
}

/** What a run has done, and a checklist of what needs one more step. */
export function RunSummaryDialog({ summary, handlers, onDelete, onClose }: RunSummaryDialogProps) {
	// Keeps the content rendered while the dialog closes.
	const [shown, setShown] = useState({ summary, serial: 0 });
	if (summary !== null && summary !== shown.summary) setShown({ summary, serial: shown.serial + 1 });
	if (shown.summary === null) return null;
	return (
		<Summary
			key={shown.serial}
			summary={shown.summary}
			open={summary !== null}
			handlers={handlers}
			onDelete={onDelete}
			onClose={onClose}
		/>
	);
}

interface SummaryProps extends RunSummaryDialogProps {
	summary: RunSummary;
	open: boolean;
}

function Summary({ summary, open, handlers, onDelete, onClose }: SummaryProps) {
	const { run } = summary;
	const [steps, setSteps] = useState(summary.steps);
	const [done, setDone] = useState<ReadonlySet<string>>(new Set());
	const isDone = (list: Subscription) => done.has(list.id);
	const markDone = (list: Subscription) => setDone((now) => new Set([...now, list.id]));
	const left = steps.filter((list) => !isDone(list));
	const finished = steps.filter(isDone);
	const own: StepHandlers = {
		opened: handlers.opened,
		done: (list) => {
			markDone(list);
			handlers.done(list);
		},
		retry: async (list) => {
			const tried = await handlers.retry(list);
			setSteps((now) => now.map((one) => (one.id === tried.id ? tried : one)));
			if (!needsStep(tried)) markDone(tried);
			return tried;
		},
	};
	const mayDelete = run?.mode === "unsubscribe_delete" && finished.length > 0;
	return (
		<Dialog
			open={open}
			onClose={onClose}
			title={run === null ? t.unsubscribe.stepsTitle(left.length) : titleOf(run)}
			description={run === null ? undefined : outcomeLine(run.counts) || undefined}
			actions={
				<>
					{mayDelete && (
						<Button onClick={() => onDelete(finished)}>{t.unsubscribe.deleteOfFinished(finished.length)}</Button>
					)}
					<Button variant={left.length === 0 ? "primary" : "secondary"} onClick={onClose}>
						{left.length === 0 ? t.unsubscribe.done : t.unsubscribe.finishLater}
					</Button>
				</>
			}
		>
			<div className="flex flex-col gap-4">
				{run?.mode === "unsubscribe_delete" && <Removed result={run.removed} />}
				{steps.length > 0 && (
					<section className="flex flex-col gap-2">
						<div>
							{run !== null && <h3 className="text-14 font-semibold">{t.unsubscribe.oneMoreStep(left.length)}</h3>}
							<p className="text-13 text-ink-2">{t.unsubscribe.oneMoreStepNote}</p>
						</div>
						<ol aria-label={t.unsubscribe.stepsLabel} className="divide-y divide-line rounded-2 border border-line">
							{steps.map((list) => (
								<StepRow key={list.id} list={list} isDone={isDone(list)} isNext={list === left[0]} handlers={own} />
							))}
						</ol>
					</section>
				)}
			</div>
		</Dialog>
	);
}

function titleOf({ isCancelled, counts, total }: NonNullable<RunSummary["run"]>): string {
	if (isCancelled) return t.unsubscribe.unsubscribingStopped;
	return t.unsubscribe.unsubscribedOf(counts.confirmed + counts.requested, total);
}

/** The emails that went to the trash, with Undo. @param result null: none */
function Removed({ result }: { result: PlanResult | null }) {
	const client = useQueryClient();
	const [isUndone, setUndone] = useState(false);
	const [undoing, setUndoing] = useState(false);
	if (result === null || result.applied === 0) return <p className="text-14">{t.unsubscribe.nothingDeleted}</p>;
	const undo = async () => {
		setUndoing(true);
		const operations = [result.operation.id];
		setUndone(await undoChange(client, { operations }).finally(() => setUndoing(false)));
	};
	const emails = formatCount(result.applied, "email");
	return (
		<div className="flex flex-wrap items-center gap-3 text-14">
			<p>{isUndone ? t.unsubscribe.putBack(emails) : t.unsubscribe.movedToTrash(emails)}</p>
			{!isUndone && (
				<Button size="small" busy={undoing} onClick={() => void undo()}>
					{t.unsubscribe.undo}
				</Button>
			)}
		</div>
	);
}
