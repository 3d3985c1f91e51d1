import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { PlanDialog } from "#web/lib/plan/plan-dialog.tsx";
import { offerUndo } from "#web/lib/undo/undo.ts";
import { Notice } from "#web/ui/state/notice.tsx";
import type { Action } from "../base/mail.ts";
import { t } from "../base/text.ts";
import { rowsIn } from "./cache.ts";
import { refresh, undoableInBulk } from "./changes.ts";
import { done, question, verb } from "./describe-action.ts";
import type { ListScope, RowsBefore } from "./pending.ts";

export interface BulkChange {
	action: Action;
	scope: ListScope;
	folderName?: string;
}

interface BulkPreviewProps {
	/** Null: closed. */
	change: BulkChange | null;
	onClose: () => void;
	/** It was applied, fully or partially. */
	onDone: () => void;
}

/** Previews a change to everything that matches. */
export function BulkPreview({ change, onClose, onDone }: BulkPreviewProps) {
	const client = useQueryClient();
	// Keeps the content rendered while the dialog closes.
	const [last, setLast] = useState<{ change: BulkChange; rows: RowsBefore } | null>(null);
	if (change !== null && change !== last?.change) setLast({ change, rows: rowsIn(client, change.scope) });
	if (last === null) return null;
	const {
		change: { action, scope, folderName },
		rows,
	} = last;
	return (
		<PlanDialog
			plan={change && { action, query: scope.q ?? "", account: scope.account, folder: scope.folder, source: "inbox" }}
			title={(count) => (count === null ? t.changes.changeAllMatchingEmails : `${verb(action, count, folderName)}?`)}
			verb={(count) => verb(action, count, folderName)}
			done={({ applied }) => done(action, applied, folderName)}
			danger={action.type === "delete"}
			onUndoable={({ operation }, words) => offerUndo(client, undoableInBulk(client, operation, rows), words)}
			onDone={() => {
				void refresh(client, true);
				onDone();
			}}
			onClose={onClose}
		>
			{action.type === "delete" && <Notice tone="red">{question(action, 2)?.description}</Notice>}
		</PlanDialog>
	);
}
