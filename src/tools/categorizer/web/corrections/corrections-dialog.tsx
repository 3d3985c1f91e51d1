import { useState } from "react";
import { formatAgo } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { QueryView } from "#web/ui/query-view.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import type { Correction } from "../../contract.ts";
import { categoryInfo } from "../categories.ts";
import { useCorrect, useCorrections } from "./use-corrections.ts";

interface CorrectionsDialogProps {
	open: boolean;
	onClose: () => void;
	/** Undefined: all mailboxes. */
	account: string | undefined;
}

const kinds = { message: "One email", sender: "All from this sender", list: "All of this list" };

/** The user's corrections, with a button to remove each. */
export function CorrectionsDialog({ open, onClose, account }: CorrectionsDialogProps) {
	const corrections = useCorrections(account);
	const { forget } = useCorrect();
	const [forgetting, setForgetting] = useState<string | null>(null);
	const drop = async (correction: Correction) => {
		setForgetting(correction.id);
		await forget(correction);
		setForgetting(null);
	};
	return (
		<Dialog
			open={open}
			onClose={onClose}
			title="Your corrections"
			description="New mail follows them, and so does the mail that was here. A forgotten one leaves no trace."
			size="large"
		>
			<QueryView
				query={corrections}
				errorTitle="Your corrections could not be loaded"
				isEmpty={(items) => items.length === 0}
				empty={
					<EmptyState
						title="Nothing corrected yet"
						description="Move an email, a sender or a list to another category, and it is listed here."
					/>
				}
			>
				{(items) => (
					<ul className="rounded-2 border border-line">
						{items.map((correction) => {
							const { id, name, what, category, createdAt } = correction;
							return (
								<li key={id} className="flex items-center gap-3 border-b border-line px-3 py-2 last:border-0">
									<span className="min-w-0 flex-1">
										<span className="block truncate text-14 font-medium">{name || "(No subject)"}</span>
										<span className="block text-12 text-ink-3">
											{kinds[what]} · {formatAgo(createdAt)}
										</span>
									</span>
									<Badge tone={categoryInfo(category).tone}>{categoryInfo(category).name}</Badge>
									<Button size="small" busy={forgetting === id} onClick={() => void drop(correction)}>
										Forget
									</Button>
								</li>
							);
						})}
					</ul>
				)}
			</QueryView>
		</Dialog>
	);
}
