import { useState } from "react";
import { formatCount } from "#web/lib/base/format.ts";
import { PlanDialog } from "#web/lib/plan/plan-dialog.tsx";
import { useRange } from "#web/lib/range/use-range.ts";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { type Mode, type Subscription, unsubscriber } from "../base/api.ts";
import { t } from "../base/text.ts";
import { deletedToast } from "./deleted.ts";
import { MethodSummary } from "./method-summary.tsx";
import { useChecked } from "./use-checked.ts";
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
	const [deleteAnyway, setDeleteAnyway] = useState(false);
	const { choice } = useRange();
	if (removal !== null && removal !== last) {
		setLast(removal);
		setDeleteAnyway(false);
	}
	const checked = useChecked(removal?.mode === "unsubscribe_delete" ? removal.lists : null);
	if (last === null) return null;
	const { lists, mode } = last;
	const unsubscribes = mode === "unsubscribe_delete";
	const whose = lists.length === 1 ? (lists[0]?.name ?? "") : formatCount(lists.length, "list");
	const subscriptions = lists.map(({ id }) => id);
	return (
		<PlanDialog
			plan={removal && (() => unsubscriber.planRemoval({ body: { subscriptions } }))}
			title={
				unsubscribes ? t.unsubscribe.unsubscribeDeleteTitle(whose, lists.length) : t.unsubscribe.deleteTitle(whose)
			}
			verb={(count) =>
				unsubscribes ? t.unsubscribe.unsubscribeDeleteEmails(count) : t.unsubscribe.deleteEmails(count)
			}
			busy={unsubscribes && checked.error === null && (checked.of !== lists || checked.lists === null)}
			done={deletedToast}
			apply={async (plan) => {
				const started = await unsubscribing.request(lists, mode, { plan: plan.id, deleteAnyway });
				if (unsubscribes) void unsubscribing.follow(lists, started);
				if (started.removal !== null) return started.removal;
				if (!unsubscribes) throw new Error(t.unsubscribe.nothingToDelete);
				// The emails are deleted after unsubscribing.
				onDone();
				return null;
			}}
			onDone={onDone}
			onClose={onClose}
		>
			{choice.range !== "all" && <p className="text-13 text-ink-2">{t.unsubscribe.anyPeriod}</p>}
			{unsubscribes && (
				<div className="flex flex-col gap-3 rounded-2 border border-line px-3 py-2.5">
					<MethodSummary lists={lists} checked={checked} />
					<p className="text-13 text-ink-2">
						{deleteAnyway ? t.unsubscribe.deletedAtOnce : t.unsubscribe.deletedOnceLeft(lists.length)}
					</p>
					<Checkbox
						label={t.unsubscribe.deleteAnyway(lists.length)}
						showLabel
						checked={deleteAnyway}
						onChange={setDeleteAnyway}
					/>
				</div>
			)}
		</PlanDialog>
	);
}
