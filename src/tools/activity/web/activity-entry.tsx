import { Redo2, Undo2 } from "lucide-react";
import type { Operation } from "#shared/contracts/plans.ts";
import { api } from "#web/lib/api.ts";
import { formatAgo, formatBytes, formatFullTime } from "#web/lib/format.ts";
import { jobProgress, useJob } from "#web/lib/jobs.ts";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Progress } from "#web/ui/progress.tsx";
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

/** Display name of an operation's source; an unknown tool shows its id. */
export function sourceName(source: string): string {
	return source === "reading" ? t.entry.openedAutomatically : t.entry.fromSource(source.replaceAll("-", " "));
}

/** "214 changed, 3 skipped, 1 failed". */
export function counts({ count, applied, skipped, failed }: Operation): string {
	const parts = [applied === count ? null : t.entry.ofChanged(applied, count)];
	if (skipped > 0) parts.push(t.entry.skipped(skipped));
	if (failed > 0) parts.push(t.entry.failedCount(failed));
	return parts.filter((part) => part !== null).join(", ");
}

interface ActivityEntryProps {
	operation: Operation;
	/** Name of its mailbox, if the user has several. */
	account: string | undefined;
	back: UndoAction | null;
	busy: boolean;
	onOpen: () => void;
	onBack: (back: UndoAction) => void;
}

/** One operation: what, when, how many, and Undo or Redo. */
export function ActivityEntry({ operation, account, back, busy, onOpen, onBack }: ActivityEntryProps) {
	const undone = operation.undoneBy !== null;
	const state = states[operation.state];
	return (
		<div className="flex flex-col gap-2 border-b border-line px-4 py-3">
			<div className="flex items-center gap-3">
				<div className="min-w-0 flex-1">
					<p className={cx("flex items-center gap-x-2", operation.subject === null && "flex-wrap")}>
						<button
							type="button"
							onClick={onOpen}
							className={cx(
								"rounded-1 text-left text-14 font-medium hover:underline",
								operation.subject !== null && "min-w-0 truncate",
								undone && "text-ink-3 line-through",
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
						{undone && <Badge>{t.entry.undone}</Badge>}
						{state && <Badge tone={state.tone}>{state.text}</Badge>}
					</p>
					<p className="mt-0.5 truncate text-13 text-ink-3">
						<time dateTime={operation.createdAt} title={formatFullTime(operation.createdAt)}>
							{formatAgo(operation.createdAt)}
						</time>
						{[sourceName(operation.source), account, formatBytes(operation.bytes), counts(operation), operation.query]
							.filter(Boolean)
							.map((fact) => ` · ${fact}`)
							.join("")}
					</p>
				</div>
				{back && (
					<Button
						size="small"
						icon={back.label === "Undo" ? Undo2 : Redo2}
						busy={busy}
						aria-label={`${back.label}: ${operation.title}`}
						onClick={() => onBack(back)}
					>
						{back.label}
					</Button>
				)}
			</div>
			{operation.state === "running" && operation.jobId && <Running jobId={operation.jobId} />}
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
