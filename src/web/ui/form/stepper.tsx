import { Check } from "lucide-react";
import { cx } from "../base/cx.ts";
import { t } from "../base/text.ts";

export interface Step<Id extends string> {
	id: Id;
	label: string;
	/** Under the label: what was chosen. */
	detail?: string;
}

interface StepperProps<Id extends string> {
	/** Names the sequence: "Import a list". */
	label: string;
	steps: readonly Step<Id>[];
	current: Id;
	/** Goes back to a completed step; absent: completed steps cannot be reopened. */
	onStep?: (id: Id) => void;
	/** The current step has a problem. */
	hasError?: boolean;
}

/** Steps of a longer task: completed, current and to come. A phone shows the current one and how many there are. */
export function Stepper<Id extends string>({ label, steps, current, onStep, hasError = false }: StepperProps<Id>) {
	const at = Math.max(
		0,
		steps.findIndex(({ id }) => id === current),
	);
	return (
		<nav aria-label={label}>
			<p aria-hidden="true" className="flex items-baseline justify-between gap-4 pb-2 text-13 sm:hidden">
				<span className={cx("font-semibold", hasError && "text-red")}>{steps[at]?.label}</span>
				<span className="text-ink-3 tabular-nums">{t.stepper.position(at + 1, steps.length)}</span>
			</p>
			<ol className="flex gap-1 sm:gap-0">
				{steps.map((step, index) => {
					const state = index < at ? "done" : index === at ? "current" : "next";
					const content = <StepContent step={step} number={index + 1} state={state} hasError={hasError} />;
					return (
						<li
							key={step.id}
							aria-current={state === "current" ? "step" : undefined}
							className="flex min-w-0 flex-1 items-center sm:not-last:after:mx-3 sm:not-last:after:h-px sm:not-last:after:min-w-4 sm:not-last:after:flex-1 sm:not-last:after:bg-line-strong sm:last:flex-none"
						>
							{state === "done" && onStep ? (
								<button
									type="button"
									onClick={() => onStep(step.id)}
									className="flex w-full min-w-0 rounded-2 text-left hover:text-accent sm:w-auto sm:shrink-0"
								>
									{content}
								</button>
							) : (
								content
							)}
						</li>
					);
				})}
			</ol>
		</nav>
	);
}

interface StepContentProps {
	step: Pick<Step<string>, "label" | "detail">;
	number: number;
	state: "done" | "current" | "next";
	hasError: boolean;
}

const spoken = { done: t.stepper.done, current: t.stepper.current, next: t.stepper.next };

function StepContent({ step, number, state, hasError }: StepContentProps) {
	const isWrong = hasError && state === "current";
	return (
		<span className="flex min-w-0 flex-1 items-center gap-2.5 sm:flex-none">
			{/* On a phone the steps are the parts of a bar. */}
			<span
				aria-hidden="true"
				className={cx(
					"h-1 w-full rounded-full sm:hidden",
					isWrong ? "bg-red" : state === "next" ? "bg-line-strong" : "bg-accent",
				)}
			/>
			<span
				aria-hidden="true"
				className={cx(
					"hidden size-6 shrink-0 items-center justify-center rounded-full border text-12 font-semibold tabular-nums sm:flex",
					isWrong && "border-red bg-red-soft text-red",
					!isWrong && state === "done" && "border-accent bg-accent-soft text-accent",
					!isWrong && state === "current" && "border-accent bg-accent text-on-accent",
					state === "next" && "border-line-strong text-ink-3",
				)}
			>
				{state === "done" ? <Check size={13} strokeWidth={2.5} /> : number}
			</span>
			<span className="min-w-0 max-sm:sr-only">
				<span
					className={cx(
						"block truncate text-13",
						state === "current" ? "font-semibold" : "text-ink-2",
						isWrong && "text-red",
					)}
				>
					{step.label}
					<span className="sr-only">, {isWrong ? t.stepper.needsAttention : spoken[state]}</span>
				</span>
				{step.detail && <span className="block truncate text-12 text-ink-3">{step.detail}</span>}
			</span>
		</span>
	);
}
