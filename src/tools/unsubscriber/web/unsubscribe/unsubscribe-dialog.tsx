import { useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import type { Subscription } from "../base/api.ts";
import { t } from "../base/text.ts";
import { MethodSummary } from "./method-summary.tsx";
import { useChecked } from "./use-checked.ts";

interface UnsubscribeDialogProps {
	/** Null: closed. */
	lists: readonly Subscription[] | null;
	onConfirm: (lists: readonly Subscription[]) => void;
	onClose: () => void;
}

/** Shows how several lists will be unsubscribed from, and asks whether to. */
export function UnsubscribeDialog({ lists, onConfirm, onClose }: UnsubscribeDialogProps) {
	// Keeps the content rendered while the dialog closes.
	const [last, setLast] = useState(lists);
	if (lists !== null && lists !== last) setLast(lists);
	const checked = useChecked(lists);
	if (last === null) return null;
	const isReady = checked.of === last && checked.lists !== null;
	return (
		<Dialog
			open={lists !== null}
			onClose={onClose}
			title={t.unsubscribe.unsubscribeTitle(last.length)}
			actions={
				<>
					<Button onClick={onClose}>{t.unsubscribe.cancel}</Button>
					<Button
						variant="primary"
						busy={!isReady && checked.error === null}
						disabled={checked.error !== null}
						onClick={() => {
							onConfirm(last);
							onClose();
						}}
					>
						{t.unsubscribe.unsubscribeConfirm(last.length)}
					</Button>
				</>
			}
		>
			<div className="flex flex-col gap-3">
				<MethodSummary lists={last} checked={checked} />
				<p className="text-14 text-ink-2">{t.unsubscribe.cantUndo}</p>
			</div>
		</Dialog>
	);
}
