import { type QueryClient, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Plan } from "#shared/contracts/plans.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Progress } from "#web/ui/state/progress.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { ApiError, api } from "../api/api.ts";
import { createsOnce, keys } from "../api/query-client.ts";
import { t } from "../base/text.ts";
import { type Job, jobProgress } from "../jobs/jobs.ts";
import { ServerWaitNote } from "../mailbox/server-wait-note.tsx";
import { offerUndo } from "../undo/undo.ts";
import { undoableOperation } from "../undo/undo-stack.ts";
import { PlanButtons } from "./plan-buttons.tsx";
import { PlanOutcome } from "./plan-outcome.tsx";
import { PlanReview } from "./plan-review.tsx";
import { type OrderName, orderOf } from "./plan-rows.tsx";
import { type PlanSource, planOf } from "./plan-source.ts";
import { forecastLine, isComplete, type PlanResult } from "./result.ts";
import { usePlanList } from "./use-plan-list.ts";
import { type PlanStart, usePlanRun } from "./use-plan-run.ts";

export interface PlanDialogProps {
	/** What to preview; null: closed. Read when the dialog opens: it may be a new object at every render. */
	plan: PlanSource | null;
	/** As a function: receives the count, null while the plan is being created. */
	title: string | ((count: number | null) => string);
	/** Label of the button that applies it: "Archive 214 emails". */
	verb: (count: number) => string;
	/** Text of the toast after it is applied; `forecastLine(result)` compares the bytes. */
	done: (result: PlanResult) => { title: string; description?: string };
	/** Irreversible or destructive: the button is red. */
	danger?: boolean;
	/** Above the list: choices and warnings. */
	children?: ReactNode;
	/** Initial order of the list; newest first when absent. */
	order?: OrderName;
	/** Title of the toast when nothing was changed. */
	failedTitle?: string;
	/** The choices above the list are not complete yet: the button waits. */
	busy?: boolean;
	/**
	 * Replaces `POST /plans/{id}/apply`, for a tool that does more. With null the dialog closes: the caller applies the plan
	 * later and reports it.
	 */
	apply?: (plan: Plan) => Promise<PlanStart | null>;
	/** Replaces the toast with Undo, for a tool whose undo does more. */
	onUndoable?: (result: PlanResult, words: { title: string; description?: string }) => void;
	/** It has started; the dialog may be closed while it runs. */
	onStarted?: () => void;
	/** It is over, in any state: null when nothing was changed. */
	onOver?: (result: PlanResult | null) => void;
	/** It was applied, wholly or in part. */
	onDone?: (result: PlanResult) => void;
	/** Everything was restored by Undo on the toast. */
	onUndone?: () => void;
	onClose: () => void;
}

/**
 * Previews a change before it is applied: the whole list with the option to exclude messages, its size, progress, and
 * the result. The only way to preview a change.
 */
export function PlanDialog(props: PlanDialogProps) {
	const open = props.plan !== null;
	const [shown, setShown] = useState({ open, plan: props.plan, serial: 0 });
	// The content stays readable during the closing animation.
	if (open !== shown.open) setShown({ open, plan: props.plan ?? shown.plan, serial: shown.serial + (open ? 1 : 0) });
	if (shown.plan === null) return null;
	return <OnePlan key={shown.serial} {...props} source={shown.plan} open={open} />;
}

interface OnePlanProps extends PlanDialogProps {
	source: PlanSource;
	open: boolean;
}

function OnePlan(props: OnePlanProps) {
	const { source, open, verb, danger, children, apply = applyIt, onClose } = props;
	const client = useQueryClient();
	const [orderName, setOrder] = useState<OrderName>(props.order ?? "date-desc");
	const [outcome, setOutcome] = useState<PlanResult | null>(null);
	const made = useMadePlan(source);
	const list = usePlanList(made.data, orderOf(orderName));
	const over = (result: PlanResult | null, error: string | null) => {
		const { failedTitle = t.plan.couldntMakeChange } = props;
		props.onOver?.(result);
		if (result === null) {
			toast({ title: failedTitle, description: error ?? undefined, tone: "destructive" });
			return onClose();
		}
		if (result.applied > 0) props.onDone?.(result);
		if (open && !isComplete(result)) return setOutcome(result);
		notify(client, props, result);
		if (isComplete(result)) return onClose();
		toast({
			title: result.applied === 0 ? failedTitle : t.plan.someEmailsWerentChanged,
			description: error ?? forecastLine(result),
			tone: "destructive",
		});
	};
	const close = () => {
		if (outcome) notify(client, props, outcome);
		onClose();
	};
	const run = usePlanRun(async (plan) => {
		await list.settled();
		const started = await apply(plan);
		props.onStarted?.();
		if (started === null) onClose();
		return started;
	}, over);
	const { count } = list;
	const title =
		typeof props.title === "string"
			? props.title
			: props.title(made.data === undefined ? null : (run.job?.total ?? count));
	return (
		<Dialog
			open={open}
			onClose={close}
			title={title}
			size="large"
			actions={
				<PlanButtons
					{...{ run, outcome, danger, verb, count }}
					plan={made.data}
					disabled={list.error !== null}
					busy={props.busy}
					onHide={onClose}
					onClose={close}
				/>
			}
		>
			{outcome ? (
				<PlanOutcome result={outcome} />
			) : run.hasStarted ? (
				<PlanProgress plan={made.data} job={run.job} label={verb(count)} count={count} />
			) : (
				<QueryView query={made} errorTitle={isNothing(made.error) ? t.plan.nothingToChange : t.plan.cantChange}>
					{(plan) => (
						<PlanReview {...{ plan, list }} order={orderName} onOrder={setOrder} error={run.error}>
							{children}
						</PlanReview>
					)}
				</QueryView>
			)}
		</Dialog>
	);
}

interface PlanProgressProps {
	plan: Plan | undefined;
	job: Job | undefined;
	label: string;
	count: number;
}

function PlanProgress({ plan, job, label, count }: PlanProgressProps) {
	const id = plan?.id;
	const { data: operation } = useQuery({
		queryKey: [...keys.operations, "waiting", id],
		queryFn: id === undefined ? skipToken : ({ signal }) => api.getOperation({ params: { id } }, { signal }),
	});
	return (
		<div className="flex flex-col gap-2">
			<Progress label={label} done={job?.done ?? 0} total={job?.total ?? count} detail={job && jobProgress(job)} />
			{operation?.waiting && <ServerWaitNote wait={operation.waiting} />}
		</div>
	);
}

/** Shows a toast with Undo. Not while the dialog is open: what lies behind it cannot be reached. */
function notify(client: QueryClient, props: PlanDialogProps, result: PlanResult): void {
	const words = props.done(result);
	if (result.applied === 0) return;
	if (!result.operation.canUndo) toast(words);
	else if (props.onUndoable) props.onUndoable(result, words);
	else offerUndo(client, { ...undoableOperation(result.operation), onUndone: props.onUndone }, words);
}

let lastSerial = 0;

/** Creates the plan, once. */
function useMadePlan(source: PlanSource) {
	const [serial] = useState(() => ++lastSerial);
	return useQuery({
		queryKey: ["plan", serial],
		queryFn: () => planOf(source),
		...createsOnce,
	});
}

function isNothing(error: unknown): boolean {
	return error instanceof ApiError && error.code === "nothing-selected";
}

const applyIt = (plan: Plan): Promise<PlanStart> => api.applyPlan({ params: { id: plan.id } });
