import { useState } from "react";
import { formatCount } from "#web/lib/format.ts";
import { PlanDialog } from "#web/lib/plan/plan-dialog.tsx";
import { forecastLine } from "#web/lib/plan/result.ts";
import { Notice } from "#web/ui/notice.tsx";
import { type Mode, type Subscription, unsubscriber } from "../api.ts";
import { methodsLine } from "../text.ts";
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
			title={leaves ? `Unsubscribe from ${whose} and delete its mail?` : `Delete the mail of ${whose}?`}
			verb={(count) =>
				leaves ? `Unsubscribe + Delete ${formatCount(count, "email")}` : `Delete ${formatCount(count, "email")}`
			}
			done={(result) => ({
				title: "Emails deleted",
				description: `Successfully deleted ${formatCount(result.applied, "email")}. ${forecastLine(result)}.`,
			})}
			apply={async (plan) => {
				const { job, removal: started } = await unsubscribing.request(lists, mode, plan.id);
				if (leaves) void unsubscribing.follow(lists, job);
				if (started === null) throw new Error("There is no mail to delete any more.");
				return started;
			}}
			onDone={onDone}
			onClose={onClose}
		>
			{leaves && (
				<Notice>
					{methodsLine(lists)}. The emails go to the trash and can be put back with Undo; leaving a list cannot be
					undone here.
				</Notice>
			)}
		</PlanDialog>
	);
}
