import { useState } from "react";
import { deviceStorage } from "#web/lib/base/device-storage.ts";
import { formatCount } from "#web/lib/base/format.ts";
import { useSelection } from "#web/lib/mailbox/accounts.ts";
import { Button } from "#web/ui/button/button.tsx";
import { steadyRows } from "#web/ui/table/steady-rows.ts";
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
	const [isHidden, setHidden] = useState(() => deviceStorage.getItem(hiddenKey) !== null);
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
			deviceStorage.setItem(hiddenKey, "1");
			setHidden(true);
		},
	};
}

/** A new user's first cleanup: up to three changes found in their mail, each with before and after. */
export function FirstCleanup({ overview, onEnd }: { overview: Overview; onEnd: () => void }) {
	const { account } = useSelection();
	// Plans stay while they are carried out, although their emails are gone.
	const [kept, setKept] = useState<readonly { plan: CleanupPlan; isDone: boolean }[]>([]);
	const done = new Set(kept.filter(({ isDone }) => isDone).map(({ plan }) => plan.id));
	const found = cleanupPlans(overview, account?.id);
	const shown = (["promotions", "social", "unread"] as const).flatMap((id) => {
		return kept.find(({ plan }) => plan.id === id)?.plan ?? found.find((plan) => plan.id === id) ?? [];
	});
	const next = shown.find(({ id }) => !done.has(id))?.id;
	const finished = next === undefined;
	const others = (plan: CleanupPlan) => (one: { plan: CleanupPlan; isDone: boolean }) => one.plan.id !== plan.id;
	const start = (plan: CleanupPlan) => setKept((before) => [...before.filter(others(plan)), { plan, isDone: false }]);
	const stop = (plan: CleanupPlan) => setKept((before) => before.filter((one) => one.isDone || others(plan)(one)));
	const mark = (plan: CleanupPlan, isDone: boolean) =>
		setKept((before) => [...before.filter(others(plan)), ...(isDone ? [{ plan, isDone }] : [])]);
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
			<ul ref={steadyRows} className="grid divide-line max-lg:divide-y lg:auto-cols-fr lg:grid-flow-col lg:divide-x">
				{shown.map((plan) => (
					<CleanupCard
						key={plan.id}
						plan={plan}
						isDone={done.has(plan.id)}
						isNext={plan.id === next}
						onStart={() => start(plan)}
						onStop={() => stop(plan)}
						onDone={(isDone) => mark(plan, isDone)}
					/>
				))}
			</ul>
		</section>
	);
}
