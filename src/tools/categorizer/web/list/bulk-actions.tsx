import { Archive, Trash2 } from "lucide-react";
import { useState } from "react";
import { formatCount } from "#web/lib/base/format.ts";
import { PlanDialog } from "#web/lib/plan/plan-dialog.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { WorkbenchBulkBar } from "#web/ui/workbench/bulk-bar.tsx";
import type { Pick } from "../../contract.ts";
import type { Group } from "../../groups.ts";
import { categorizer } from "../base/api.ts";
import { t } from "../base/text.ts";
import type { Scope } from "../base/use-scope.ts";

/** The selection, and the list it belongs to. */
export interface Chosen {
	/** Emails. */
	count: number;
	scope: Scope;
	category: Group | undefined;
	/** Key of the sender or list that filters the list. */
	sender: string | undefined;
	pick: Pick;
}

const verbs = {
	archive: { label: t.bulk.archive, title: t.bulk.emailsArchived, past: "archived" },
	trash: { label: t.bulk.delete, title: t.bulk.emailsDeleted, past: "deleted" },
};

interface BulkActionsProps {
	chosen: Chosen;
	/** It was applied, fully or partially. */
	onDone: () => void;
	onClear: () => void;
}

/** Archives or deletes the selection, after a preview; docked below the list while something is selected. */
export function BulkActions({ chosen, onDone, onClear }: BulkActionsProps) {
	const [pendingAction, setPendingAction] = useState<"archive" | "trash" | null>(null);
	const [last, setLast] = useState<"archive" | "trash">("archive");
	const openDialog = (action: "archive" | "trash") => {
		setLast(action);
		setPendingAction(action);
	};
	const { label, title, past } = verbs[last];
	const { count, scope, category, sender, pick } = chosen;
	const plan = () =>
		categorizer.planCategorized({
			body: {
				...{ action: last, ...scope, category, sender, pick },
				folders: scope.folders === "true",
				archived: scope.archived === "true",
			},
		});
	return (
		<>
			{count > 0 && (
				<WorkbenchBulkBar summary={t.bulk.selected(count)} clearLabel={t.bulk.clear} onClear={onClear}>
					<Button variant="danger" icon={Trash2} onClick={() => openDialog("trash")}>
						{t.bulk.deleteCount(count)}
					</Button>
					<Button variant="primary" icon={Archive} onClick={() => openDialog("archive")}>
						{t.bulk.archiveCount(count)}
					</Button>
				</WorkbenchBulkBar>
			)}
			<PlanDialog
				plan={pendingAction === null ? null : plan}
				title={(planned) =>
					planned === null ? t.bulk.actionEmails(label) : `${label} ${formatCount(planned, "email")}?`
				}
				verb={(planned) => `${label} ${formatCount(planned, "email")}`}
				done={({ applied }) => ({ title, description: t.bulk.doneDescription(past, applied) })}
				failedTitle={t.bulk.actionFailed(label)}
				danger={last === "trash"}
				onDone={onDone}
				onClose={() => setPendingAction(null)}
			/>
		</>
	);
}
