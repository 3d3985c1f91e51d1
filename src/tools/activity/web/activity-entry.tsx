import { Redo2, Undo2 } from "lucide-react";
import type { Operation } from "#shared/contracts/plans.ts";
import { api } from "#web/lib/api/api.ts";
import { formatAgo, formatBytes, formatFullTime } from "#web/lib/base/format.ts";
import { jobProgress, useJob } from "#web/lib/jobs/jobs.ts";
import { ServerWaitNote } from "#web/lib/mailbox/server-wait-note.tsx";
import { Badge, type Tone } from "#web/ui/base/badge.tsx";
import { cx } from "#web/ui/base/cx.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Progress } from "#web/ui/state/progress.tsx";
import type { Change } from "./change-rows.ts";
import { t } from "./text.ts";
import type { UndoAction } from "./use-activity.ts";

const states: Record<Operation["state"], { text: string; tone: Tone } | null> = {
	planned: { text: t.entry.planned, tone: "neutral" },
	running: { text: t.entry.running, tone: "blue" },
	done: null,
	failed: { text: t.entry.failed, tone: "red" },
	cancelled: { text: t.entry.stopped, tone: "amber" },
	expired: { text: t.entry.expired, tone: "neutral" },
};

/** "214 changed, 3 skipped, 1 failed". */
export function counts({ count, applied, skipped, failed }: Operation): string {
	const parts = [applied === count ? null : t.entry.ofChanged(applied, count)];
	if (skipped > 0) parts.push(t.entry.skipped(skipped));
	if (failed > 0) parts.push(t.entry.failedCount(failed));
	return parts.filter((part) => part !== null).join(", ");
}

interface ActivityEntryProps {
	change: Change;
	/** Name of the tool that made it. */
	tool: string;
	/** Name of its mailbox, if the user has several. */
	account: string | undefined;
	back: UndoAction | null;
	busy: boolean;
	/** It is in the panel. */
	isOpen: boolean;
	onOpen: () => void;
	onBack: (back: UndoAction) => void;
}

/** One change: what, which tool, how many, its state, when, and Undo or Redo. */
export function ActivityEntry({ change, tool, account, back, busy, isOpen, onOpen, onBack }: ActivityEntryProps) {
	const { first: operation, last } = change;
	const state = states[last.state];
	const facts = [
		tool,
		account,
		operation.device,
		formatBytes(operation.bytes),
		counts(operation),
		operation.query,
	].filter(Boolean);
	return (
		<div
			className={cx(
				"flex min-h-13 flex-col justify-center gap-2 border-b border-line bg-surface px-4 py-1.5 lg:px-6",
				isOpen && "bg-selected shadow-[inset_3px_0_0_var(--accent)]",
			)}
		>
			<div className="flex items-center gap-3">
				<div className="min-w-0 flex-1">
					<p className="flex items-center gap-x-2">
						<button
							type="button"
							onClick={onOpen}
							aria-expanded={isOpen}
							className={cx(
								"min-w-0 truncate rounded-1 text-left text-14 font-medium hover:underline",
								change.state === "undone" && "text-ink-3 line-through",
							)}
						>
							{operation.title}
							{operation.subject !== null && (
								<span className="font-normal">
									{" — "}
									<bdi>{operation.subject || t.entry.noSubject}</bdi>
								</span>
							)}
						</button>
						{change.state !== "applied" && <Badge>{change.state === "undone" ? t.entry.undone : t.entry.redone}</Badge>}
						{state && <Badge tone={state.tone}>{state.text}</Badge>}
					</p>
					<p className="truncate text-12 text-ink-3">{facts.join(" · ")}</p>
				</div>
				<time
					dateTime={operation.createdAt}
					title={formatFullTime(operation.createdAt)}
					className="shrink-0 text-13 text-ink-2 tabular-nums max-sm:hidden"
				>
					{formatAgo(operation.createdAt)}
				</time>
				<span className="flex w-20 shrink-0 justify-end">
					{back && (
						<Button
							size="small"
							icon={back.label === t.entry.undo ? Undo2 : Redo2}
							busy={busy}
							aria-label={`${back.label}: ${operation.title}`}
							onClick={() => onBack(back)}
						>
							{back.label}
						</Button>
					)}
				</span>
			</div>
			{last.waiting !== null && <ServerWaitNote wait={last.waiting} />}
			{last.state === "running" && last.jobId && <Running jobId={last.jobId} />}
		</div>
	);
}

function Running({ jobId }: { jobId: string }) {
	const job = useJob(jobId);
	return (
		<div className="flex items-end gap-3">
			<div className="min-w-0 flex-1">
				<Progress
					label={t.entry.progress}
					showLabel={false}
					done={job?.done ?? 0}
					total={job?.total ?? null}
					detail={job && jobProgress(job)}
				/>
			</div>
			<Button size="small" onClick={() => void api.cancelJob({ params: { id: jobId } })}>
				{t.entry.cancel}
			</Button>
		</div>
	);
}
