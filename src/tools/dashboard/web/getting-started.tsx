import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#web/ui/base/cx.ts";
import type { Overview } from "../contract.ts";
import { t } from "./text.ts";

const steps = [
	{ id: "connected", label: t.start.connect, note: t.start.connectNote },
	{ id: "synced", label: t.start.sync, note: t.start.syncNote },
	{ id: "scanned", label: t.start.scan, note: t.start.scanNote },
	{ id: "cleaned", label: t.start.clean, note: t.start.cleanNote },
] as const;

interface GettingStartedProps {
	done: Overview["steps"];
	/** For the first step that is not done. */
	action?: ReactNode;
	/** The button that hides the list. */
	hide?: ReactNode;
}

/** What to do first; each step ticks itself off. */
export function GettingStarted({ done, action, hide }: GettingStartedProps) {
	const current = steps.find(({ id }) => !done[id])?.id;
	return (
		<section aria-label={t.start.title} className="rounded-3 border border-line bg-surface px-5 py-4">
			<div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pb-3">
				<h2 className="text-14 font-semibold">
					{t.start.title}
					<span className="ml-2 text-13 font-normal text-ink-3">
						{t.start.progress(steps.filter(({ id }) => done[id]).length, steps.length)}
					</span>
				</h2>
				{hide}
			</div>
			<ol className="grid gap-x-6 gap-y-3 lg:grid-cols-4">
				{steps.map(({ id, label, note }, index) => (
					<li key={id} className={cx("flex gap-3", done.connected && id !== current && "max-lg:hidden")}>
						<span
							aria-hidden="true"
							className={cx(
								"flex size-6 shrink-0 items-center justify-center rounded-full border text-12 font-semibold tabular-nums",
								done[id] && "border-accent bg-accent-soft text-accent",
								!done[id] && id === current && "border-accent bg-accent text-on-accent",
								!done[id] && id !== current && "border-line-strong text-ink-3",
							)}
						>
							{done[id] ? <Check size={13} strokeWidth={2.5} /> : index + 1}
						</span>
						<div className="min-w-0">
							<p className={cx("text-14", done[id] ? "text-ink-3" : "font-medium")}>
								{label}
								<span className="sr-only">, {done[id] ? t.start.done : t.start.open}</span>
							</p>
							<p className="text-13 text-ink-3">{note}</p>
							{id === current && action !== undefined && <div className="mt-2 flex flex-wrap gap-2">{action}</div>}
						</div>
					</li>
				))}
			</ol>
		</section>
	);
}
