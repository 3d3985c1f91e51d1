import { useState } from "react";
import { useSelection } from "#web/lib/accounts.ts";
import { formatCount } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import type { Overview } from "../contract.ts";
import { CleanupCard } from "./cleanup-card.tsx";
import { type CleanupPlan, cleanupPlans } from "./cleanup-plans.ts";
import { t } from "./text.ts";

/** Stored in this browser: the cleanup was skipped or finished. */
const hiddenKey = "firstCleanupHidden";

/**
 * Whether to offer the first cleanup: there is mail, and nothing was cleaned up when the page was opened.
 * @returns with a function that ends it
 */
export function useFirstCleanup(overview: Overview | undefined): { isOffered: boolean; end: () => void } {
	const [isHidden, setHidden] = useState(() => localStorage.getItem(hiddenKey) !== null);
	const [isStarted, setStarted] = useState(false);
	const isNew =
		overview?.plans != null &&
		overview.steps.synced &&
		!overview.steps.cleaned &&
		cleanupPlans(overview, undefined).length > 0;
	if (isNew && !isHidden && !isStarted) setStarted(true);
	return {
		isOffered: isStarted && !isHidden,
		end: () => {
			localStorage.setItem(hiddenKey, "1");
			setHidden(true);
		},
	};
}

/** A new user's first cleanup: up to three changes found in their mail, each with before and after. */
export function FirstCleanup({ overview, onEnd }: { overview: Overview; onEnd: () => void }) {
	const { account } = useSelection();
	// Plans stay while they are carried out, although their emails are gone.
	const [kept, setKept] = useState<readonly CleanupPlan[]>([]);
	const [done, setDone] = useState<ReadonlySet<string>>(new Set());
	const found = cleanupPlans(overview, account?.id);
	const shown = (["promotions", "social", "unread"] as const).flatMap((id) => {
		const keptPlan = kept.find((plan) => plan.id === id);
		return keptPlan ?? found.find((plan) => plan.id === id) ?? [];
	});
	const next = shown.find(({ id }) => !done.has(id))?.id;
	const finished = next === undefined;
	const mark = (plan: CleanupPlan, isDone: boolean) => {
		setKept((before) => [...before.filter(({ id }) => id !== plan.id), ...(isDone ? [plan] : [])]);
		setDone((before) => new Set([...[...before].filter((id) => id !== plan.id), ...(isDone ? [plan.id] : [])]));
	};
	return (
		<section aria-label={t.cleanup.title} className="rounded-3 border border-line bg-surface">
			<div className="flex items-center justify-between gap-4 border-b border-line px-5 py-3">
				<div className="min-w-0">
					<h2 className="font-display text-20">{finished ? t.cleanup.finished : t.cleanup.title}</h2>
					<p className="text-13 text-ink-2">
						{finished
							? t.cleanup.finishedNote(formatCount(overview.inboxEmails ?? 0, "email"))
							: t.cleanup.note(shown.length)}
					</p>
				</div>
				<Button size="small" variant={finished ? "primary" : "ghost"} onClick={onEnd}>
					{finished ? t.cleanup.finish : t.cleanup.skip}
				</Button>
			</div>
			<ul className="grid divide-line max-lg:divide-y lg:auto-cols-fr lg:grid-flow-col lg:divide-x">
				{shown.map((plan) => (
					<CleanupCard
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
