import { useState } from "react";
import type { Subscription } from "../base/api.ts";
import { NextStepDialog } from "../unsubscribe/next-step-dialog.tsx";
import { type Removal, RemovalDialog } from "../unsubscribe/removal-dialog.tsx";
import { type RunSummary, RunSummaryDialog } from "../unsubscribe/run-summary.tsx";
import { UnsubscribeDialog } from "../unsubscribe/unsubscribe-dialog.tsx";
import type { UnsubscribeState } from "../unsubscribe/use-unsubscribe.tsx";

/** What the dialogs of the page show; null: closed. */
export function useDialogs() {
	/** A list that the user must handle. */
	const [needy, setNeedy] = useState<Subscription | null>(null);
	/** Lists to unsubscribe from, once confirmed. */
	const [asked, setAsked] = useState<readonly Subscription[] | null>(null);
	const [removal, setRemoval] = useState<Removal | null>(null);
	const [summary, setSummary] = useState<RunSummary | null>(null);
	return { needy, setNeedy, asked, setAsked, removal, setRemoval, summary, setSummary };
}

interface SubscriptionDialogsProps {
	dialogs: ReturnType<typeof useDialogs>;
	unsubscribing: UnsubscribeState;
	/** The selected lists were acted on. */
	onDone: () => void;
}

/** The dialogs of unsubscribing and deleting. */
export function SubscriptionDialogs({ dialogs, unsubscribing, onDone }: SubscriptionDialogsProps) {
	const { needy, setNeedy, asked, setAsked, removal, setRemoval, summary, setSummary } = dialogs;
	const { recordAttempt, markUnsubscribed, retry } = unsubscribing;
	return (
		<>
			<NextStepDialog
				list={needy}
				onClose={() => setNeedy(null)}
				onOpened={(list) => void recordAttempt(list)}
				onDone={(list) => void markUnsubscribed(list)}
			/>
			<UnsubscribeDialog
				lists={asked}
				onConfirm={(lists) => {
					unsubscribing.unsubscribeAll(lists);
					onDone();
				}}
				onClose={() => setAsked(null)}
			/>
			<RunSummaryDialog
				summary={summary}
				handlers={{
					opened: (list) => void recordAttempt(list),
					done: (list) => void markUnsubscribed(list, true),
					retry,
				}}
				onDelete={(lists) => {
					setSummary(null);
					setRemoval({ lists, mode: "delete_only" });
				}}
				onClose={() => setSummary(null)}
			/>
			<RemovalDialog removal={removal} unsubscribing={unsubscribing} onDone={onDone} onClose={() => setRemoval(null)} />
		</>
	);
}
