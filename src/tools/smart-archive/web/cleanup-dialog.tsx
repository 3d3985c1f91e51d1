import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { PlanDialog } from "#web/lib/plan/plan-dialog.tsx";
import type { PlanSource } from "#web/lib/plan/plan-source.ts";
import { forecastLine } from "#web/lib/plan/result.ts";
import { Notice } from "#web/ui/notice.tsx";
import type { Cleanup, Selection } from "../contract.ts";
import { archiveKeys, smartArchive } from "./api.ts";
import { cleanupNotes, verbOf } from "./wording.ts";

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
			done={(result) => ({
				title: "Cleanup Complete",
				description: `Successfully executed ${title}. ${forecastLine(result)}.`,
			})}
			onStarted={() => onStarted?.(about)}
			onOver={(result) => {
				onOver?.(about, result !== null && result.applied > 0);
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
