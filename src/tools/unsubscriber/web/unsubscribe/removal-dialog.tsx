import { useState } from "react";
import { formatCount } from "#web/lib/format.ts";
import { PlanDialog } from "#web/lib/plan/plan-dialog.tsx";
import { forecastLine } from "#web/lib/plan/result.ts";
import { Notice } from "#web/ui/notice.tsx";
import { type Mode, type Subscription, unsubscriber } from "../api.ts";
import { methodsLine } from "../labels.ts";
import { t } from "../text.ts";
import type { UnsubscribeState } from "./use-unsubscribe.tsx";

export interface Removal {
	lists: readonly Subscription[];
	mode: Exclude<Mode, "unsubscribe">;
}

interface RemovalDialogProps {
	/** Null: closed. */
	removal: Removal | null;
	unsubscribing: UnsubscribeState;
	onDone: () => void;
	onClose: () => void;
}

/** Previews the past mail of lists before it goes to the trash, with or without unsubscribing. */
export function RemovalDialog({ removal, unsubscribing, onDone, onClose }: RemovalDialogProps) {
	// Keeps the content rendered while the dialog closes.
	const [last, setLast] = useState(removal);
	if (removal !== null && removal !== last) setLast(removal);
	if (last === null) return null;
	const { lists, mode } = last;
	const leaves = mode === "unsubscribe_delete";
	const whose = lists.length === 1 ? (lists[0]?.name ?? "") : formatCount(lists.length, "list");
	const subscriptions = lists.map(({ id }) => id);
	return (
		<PlanDialog
			plan={removal && (() => unsubscriber.planRemoval({ body: { subscriptions } }))}
			title={leaves ? t.unsubscribe.unsubscribeDeleteTitle(whose) : t.unsubscribe.deleteTitle(whose)}
			verb={(count) => (leaves ? t.unsubscribe.unsubscribeDeleteEmails(count) : t.unsubscribe.deleteEmails(count))}
			done={(result) => ({
				title: t.unsubscribe.emailsDeleted,
				description: t.unsubscribe.deletedDescription(result.applied, forecastLine(result)),
			})}
			apply={async (plan) => {
				const { job, removal: started } = await unsubscribing.request(lists, mode, plan.id);
				if (leaves) void unsubscribing.follow(lists, job);
				if (started === null) throw new Error(t.unsubscribe.nothingToDelete);
				return started;
			}}
			onDone={onDone}
			onClose={onClose}
		>
			{leaves && <Notice>{t.unsubscribe.removalDescription(methodsLine(lists))}</Notice>}
		</PlanDialog>
	);
}
