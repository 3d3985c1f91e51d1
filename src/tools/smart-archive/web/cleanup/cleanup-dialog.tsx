import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatCount } from "#web/lib/format.ts";
import { PlanDialog, type PlanDialogProps } from "#web/lib/plan/plan-dialog.tsx";
import type { PlanSource } from "#web/lib/plan/plan-source.ts";
import { forecastLine, type PlanResult } from "#web/lib/plan/result.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import type { Cleanup, Selection } from "../../contract.ts";
import { archiveKeys, smartArchive } from "../api.ts";
import { cleanupNotes, verbOf } from "../text.ts";

/** Something to clear away, and how. */
export interface AskedCleanup {
	/** As the card or the cell is called. */
	title: string;
	selection: Selection;
	cleanup: Cleanup;
	/** Absent: all mailboxes. */
	account: string | undefined;
}

interface CleanupDialogProps {
	/** Null: closed. */
	asked: AskedCleanup | null;
	/** It has begun; the dialog may be closed while it goes on. */
	onStarted?: (asked: AskedCleanup) => void;
	/** It is over. @param done something was changed */
	onOver?: (asked: AskedCleanup, done: boolean) => void;
	/** Everything is back. */
	onUndone?: (asked: AskedCleanup) => void;
	onClose: () => void;
}

/** Shows what a cleanup would touch, and carries it out. */
export function CleanupDialog({ asked, onStarted, onOver, onUndone, onClose }: CleanupDialogProps) {
	const client = useQueryClient();
	// What was asked goes on after the dialog was closed.
	const [last, setLast] = useState(asked);
	if (asked !== null && asked !== last) setLast(asked);
	const about = asked ?? last;
	if (about === null) return null;
	const { title, selection, cleanup, account } = about;
	const source: PlanSource | null =
		asked && (() => smartArchive.planCleanup({ body: { selection, account, action: actions[cleanup] } }));
	const refresh = () => void client.invalidateQueries({ queryKey: archiveKeys.all });
	return (
		<PlanDialog
			plan={source}
			title={title}
			verb={(count) => verbOf(cleanup, count)}
			danger={cleanup === "delete"}
			order="size-desc"
			failedTitle="Cleanup Failed"
			apply={ways(title)[cleanup]}
			done={(result) => ({
				title: "Cleanup Complete",
				description: `Successfully executed ${title}. ${forecastLine(result)}.`,
			})}
			onStarted={() => onStarted?.(about)}
			onOver={(result) => {
				onOver?.(about, result !== null && result.applied > 0);
				if (cleanup === "backup" && result !== null) void tellMissed(result);
				refresh();
			}}
			onUndone={() => {
				onUndone?.(about);
				refresh();
			}}
			onClose={onClose}
		>
			<Notice tone={cleanup === "delete" ? "red" : "blue"}>{cleanupNotes[cleanup]}</Notice>
		</PlanDialog>
	);
}

/** What happens to the originals. */
const actions = { trash: "trash", archive: "archive", backup: "trash", detach: "trash", delete: "delete" } as const;

/** What is done instead of applying the plan as it is. */
function ways(title: string): Partial<Record<Cleanup, PlanDialogProps["apply"]>> {
	return {
		backup: async ({ id }) => {
			const { job } = await smartArchive.startBackup({ body: { plan: id, title } });
			return { job, operation: null };
		},
		detach: async ({ id }) => {
			const { job } = await smartArchive.detachAttachments({ body: { plan: id } });
			return { job, operation: null };
		},
	};
}

/** Says what a backup could not hold, for that is left alone. */
async function tellMissed({ operation }: PlanResult): Promise<void> {
	const { items } = await smartArchive.listBackups();
	const missed = items.find(({ operationId }) => operationId === operation.id)?.missed ?? 0;
	if (missed > 0)
		toast({
			title: `${formatCount(missed, "email")} could not be backed up`,
			description: "They were left where they are.",
			tone: "destructive",
		});
}
