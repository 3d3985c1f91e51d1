import { useState } from "react";
import { formatAgo } from "#web/lib/base/format.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import type { Correction } from "../../contract.ts";
import { categoryInfo } from "../base/categories.ts";
import { t } from "../base/text.ts";
import { useCorrect, useCorrections } from "./use-corrections.ts";

interface CorrectionsDialogProps {
	open: boolean;
	onClose: () => void;
	/** Undefined: all mailboxes. */
	account: string | undefined;
}

const kinds = {
	message: t.corrections.oneEmail,
	sender: t.corrections.allEmailsSender,
	list: t.corrections.allEmailsList,
};

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
			title={t.corrections.yourCorrections}
			description={t.corrections.yourCorrectionsDescription}
			size="large"
		>
			<QueryView
				query={corrections}
				errorTitle={t.corrections.couldntLoadCorrections}
				isEmpty={(items) => items.length === 0}
				empty={
					<EmptyState title={t.corrections.noCorrectionsYet} description={t.corrections.noCorrectionsYetDescription} />
				}
			>
				{(items) => (
					<ul className="rounded-2 border border-line">
						{items.map((correction) => {
							const { id, name, targetType, category, createdAt } = correction;
							return (
								<li key={id} className="flex items-center gap-3 border-b border-line px-3 py-2 last:border-0">
									<span className="min-w-0 flex-1">
										<span className="block truncate text-14 font-medium">{name || t.corrections.noSubject}</span>
										<span className="block text-12 text-ink-3">
											{kinds[targetType]} · {formatAgo(createdAt)}
										</span>
									</span>
									<Badge tone={categoryInfo(category).tone}>{categoryInfo(category).name}</Badge>
									<Button size="small" busy={forgetting === id} onClick={() => void drop(correction)}>
										{t.corrections.remove}
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
