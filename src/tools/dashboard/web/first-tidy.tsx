import { useState } from "react";
import { useSelection } from "#web/lib/accounts.ts";
import { formatCount } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import type { Overview } from "../contract.ts";
import { t } from "./text.ts";
import { TidyCard } from "./tidy-card.tsx";
import { type TidyPlan, tidyPlans } from "./tidy-plans.ts";

/** Stored in this browser: the tidy was skipped or finished. */
const hiddenKey = "firstTidyHidden";

/**
 * Whether to offer the first tidy: there is mail, and nothing was cleaned up when the page was opened.
 * @returns with a function that ends it
 */
export function useFirstTidy(overview: Overview | undefined): { isOffered: boolean; end: () => void } {
	const [isHidden, setHidden] = useState(() => localStorage.getItem(hiddenKey) !== null);
	const [isStarted, setStarted] = useState(false);
	const isNew =
		overview?.plans != null &&
		overview.steps.synced &&
		!overview.steps.cleaned &&
		tidyPlans(overview, undefined).length > 0;
	if (isNew && !isHidden && !isStarted) setStarted(true);
	return {
		isOffered: isStarted && !isHidden,
		end: () => {
			localStorage.setItem(hiddenKey, "1");
			setHidden(true);
		},
	};
}

/** A new user's first clean-up: up to three changes found in their mail, each with before and after. */
export function FirstTidy({ overview, onEnd }: { overview: Overview; onEnd: () => void }) {
	const { account } = useSelection();
	// Plans stay while they are carried out, although their emails are gone.
	const [kept, setKept] = useState<readonly TidyPlan[]>([]);
	const [done, setDone] = useState<ReadonlySet<string>>(new Set());
	const found = tidyPlans(overview, account?.id);
	const shown = (["promotions", "social", "unread"] as const).flatMap((id) => {
		const keptPlan = kept.find((plan) => plan.id === id);
		return keptPlan ?? found.find((plan) => plan.id === id) ?? [];
	});
	const next = shown.find(({ id }) => !done.has(id))?.id;
	const finished = next === undefined;
	const mark = (plan: TidyPlan, isDone: boolean) => {
		setKept((before) => [...before.filter(({ id }) => id !== plan.id), ...(isDone ? [plan] : [])]);
		setDone((before) => new Set([...[...before].filter((id) => id !== plan.id), ...(isDone ? [plan.id] : [])]));
	};
	return (
		<section aria-label={t.tidy.title} className="rounded-3 border border-line bg-surface">
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-5 py-3">
				<div className="min-w-0">
					<h2 className="font-display text-20">{finished ? t.tidy.finished : t.tidy.title}</h2>
					<p className="text-13 text-ink-2">
						{finished
							? t.tidy.finishedNote(formatCount(overview.inboxEmails ?? 0, "email"))
							: t.tidy.note(shown.length)}
					</p>
				</div>
				<Button size="small" variant={finished ? "primary" : "ghost"} onClick={onEnd}>
					{finished ? t.tidy.finish : t.tidy.skip}
				</Button>
			</div>
			<ul className="grid divide-line max-lg:divide-y lg:auto-cols-fr lg:grid-flow-col lg:divide-x">
				{shown.map((plan) => (
					<TidyCard
						key={plan.id}
						plan={plan}
						isDone={done.has(plan.id)}
						isNext={plan.id === next}
						onDone={(isDone) => mark(plan, isDone)}
					/>
				))}
			</ul>
		</section>
	);
}
