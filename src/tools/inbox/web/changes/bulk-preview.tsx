import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "#web/lib/api.ts";
import { formatBytes, formatCount, formatMailTime } from "#web/lib/format.ts";
import { type Job, jobProgress, useJob } from "#web/lib/jobs.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { QueryView } from "#web/ui/query-view.tsx";
import { toast } from "#web/ui/toast.ts";
import { type Action, correspondent } from "../mail.ts";
import { refresh } from "./changes.ts";
import type { ListScope } from "./pending.ts";
import { useChanges } from "./use-changes.ts";
import { done, question, verb } from "./wording.ts";

export interface BulkChange {
	action: Action;
	scope: ListScope;
	place?: string;
}

interface BulkPreviewProps {
	/** Null: closed. */
	change: BulkChange | null;
	onClose: () => void;
	/** It has been carried out, wholly or in part. */
	onDone: () => void;
}

/** Shows what a change of everything that matches will touch, before it does. */
export function BulkPreview({ change, onClose, onDone }: BulkPreviewProps) {
	// What was asked stays readable while the dialog closes.
	const [last, setLast] = useState(change);
	if (change !== null && change !== last) setLast(change);
	const [count, setCount] = useState<number | null>(null);
	const shown = change ?? last;
	const title =
		shown && count !== null ? `${verb(shown.action, count, shown.place)}?` : "Change everything that matches";
	return (
		<Dialog open={change !== null} onClose={onClose} title={title} size="medium">
			{shown && (
				<Preview key={JSON.stringify(shown)} change={shown} onClose={onClose} onDone={onDone} onCount={setCount} />
			)}
		</Dialog>
	);
}

interface PreviewProps extends Omit<BulkPreviewProps, "change"> {
	change: BulkChange;
	/** How many messages the plan has. */
	onCount: (count: number | null) => void;
}

function Preview({ change, onClose, onDone, onCount }: PreviewProps) {
	const { action, scope, place } = change;
	const client = useQueryClient();
	const changes = useChanges();
	const plan = useQuery({
		queryKey: ["plan", change],
		queryFn: () =>
			api.createPlan({
				body: { action, query: scope.q ?? "", account: scope.account, folder: scope.folder, source: "inbox" },
			}),
		// A plan is a frozen list: looking at it again must not make another one.
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
		refetchOnWindowFocus: false,
		retry: false,
	});
	const count = plan.data?.count ?? null;
	useEffect(() => {
		onCount(count);
		return () => onCount(null);
	}, [count, onCount]);
	const apply = useMutation({
		mutationFn: (id: string) => api.applyPlan({ params: { id } }),
	});
	const started = apply.data;
	const finish = async (over: Job) => {
		await refresh(client, true);
		onDone();
		if (!started) return;
		const { applied, failed, skipped } = await api.getOperation({ params: { id: started.operation.id } });
		const words = done(action, applied, place);
		if (applied > 0 && action.type !== "delete") changes.offerUndo(started.operation.id, words);
		else toast(words);
		if (over.state === "failed" || failed > 0)
			toast({
				title: "Not every email was changed",
				description:
					over.error ?? `${formatCount(failed, "email")} could not be changed, ${skipped} had changed meanwhile.`,
				tone: "destructive",
			});
	};
	const job = useJob(started?.job.id ?? null, (over) => {
		finish(over)
			.catch((error: Error) => toast({ title: "Error", description: error.message, tone: "destructive" }))
			.finally(onClose);
	});
	if (started)
		return (
			<div className="flex flex-col gap-4">
				<Progress
					label={verb(action, plan.data?.count ?? 0, place)}
					done={job?.done ?? 0}
					total={job?.total ?? plan.data?.count ?? null}
					detail={job ? jobProgress(job) : undefined}
				/>
				<div className="flex justify-end gap-2">
					<Button onClick={() => void api.cancelJob({ params: { id: started.job.id } })}>Cancel</Button>
				</div>
			</div>
		);
	return (
		<QueryView query={plan} errorTitle="This cannot be done">
			{({ id, count, bytes, sample }) => (
				<div className="flex flex-col gap-4">
					<p className="text-14">
						{count === 0 ? (
							"Nothing matches any more."
						) : (
							<>
								<strong>{formatCount(count, "email")}</strong>, {formatBytes(bytes)} in all. Exactly these are changed;
								what arrives meanwhile is left alone.
							</>
						)}
					</p>
					{sample.length > 0 && (
						<section>
							<h3 className="pb-1 text-12 font-semibold text-ink-3">The newest of them</h3>
							<ul className="rounded-2 border border-line">
								{sample.slice(0, 5).map((item) => (
									<li
										key={item.id}
										className="flex items-baseline gap-3 border-b border-line px-3 py-1.5 text-13 last:border-0"
									>
										<span className="w-32 shrink-0 truncate font-medium">{correspondent(item)}</span>
										<span className="min-w-0 flex-1 truncate text-ink-2">{item.subject || "(No subject)"}</span>
										<span className="shrink-0 text-12 text-ink-3">{formatMailTime(item.receivedAt)}</span>
									</li>
								))}
							</ul>
						</section>
					)}
					{action.type === "delete" && <Notice tone="red">{question(action, count)?.description}</Notice>}
					{apply.error && <Notice tone="red">{apply.error.message}</Notice>}
					<div className="flex flex-wrap justify-end gap-2">
						<Button onClick={onClose}>Cancel</Button>
						<Button
							variant={action.type === "delete" ? "danger" : "primary"}
							disabled={count === 0}
							busy={apply.isPending}
							onClick={() => apply.mutate(id)}
						>
							{verb(action, count, place)}
						</Button>
					</div>
				</div>
			)}
		</QueryView>
	);
}
