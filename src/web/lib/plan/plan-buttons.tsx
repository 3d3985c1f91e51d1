import { Undo2 } from "lucide-react";
import type { Plan } from "#shared/contracts/plans.ts";
import { UNDOABLE } from "#shared/undo.ts";
import { Button } from "#web/ui/button/button.tsx";
import { t } from "../base/text.ts";
import type { PlanResult } from "./result.ts";
import type { usePlanRun } from "./use-plan-run.ts";

interface PlanButtonsProps {
	/** Undefined while it is created. */
	plan: Plan | undefined;
	run: ReturnType<typeof usePlanRun>;
	/** What was changed, when not everything was. */
	outcome: PlanResult | null;
	danger: boolean | undefined;
	verb: (count: number) => string;
	count: number;
	disabled: boolean;
	busy: boolean | undefined;
	/** Closes the dialog; what runs continues. */
	onHide: () => void;
	onClose: () => void;
}

/** The buttons of a plan: before it is applied, while it runs, and when it is over. */
export function PlanButtons(props: PlanButtonsProps) {
	const { plan, run, outcome, danger, verb, count, onHide, onClose } = props;
	if (outcome)
		return (
			<Button variant="primary" onClick={onClose}>
				{t.plan.close}
			</Button>
		);
	if (run.hasStarted)
		return (
			<>
				<Button onClick={onHide}>{t.plan.continueBackground}</Button>
				<Button busy={run.cancelling} onClick={run.cancel}>
					{t.plan.cancel}
				</Button>
			</>
		);
	return (
		<>
			{plan && plan.action !== "delete" && (
				<p className="mr-auto flex items-center gap-2 text-13 text-ink-2 max-sm:w-full">
					<Undo2 aria-hidden="true" size={16} className="shrink-0 text-ink-3" />
					{t.plan.undoable(UNDOABLE)}
				</p>
			)}
			<Button onClick={onHide}>{t.plan.cancel}</Button>
			{plan && (
				<Button
					variant={danger ? "danger" : "primary"}
					disabled={count === 0 || props.disabled}
					busy={run.isStarting || props.busy}
					onClick={() => run.start(plan)}
				>
					{verb(count)}
				</Button>
			)}
		</>
	);
}
