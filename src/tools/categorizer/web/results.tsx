import { useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { SUSPICIOUS } from "../groups.ts";
import { sumOf } from "./base/categories.ts";
import { t } from "./base/text.ts";
import { useAddress } from "./base/use-address.ts";
import { type Scope, useSummary } from "./base/use-scope.ts";
import { CategoryBar } from "./category-bar.tsx";
import { CorrectDialog, type Question } from "./corrections/correct-dialog.tsx";
import type { Moves } from "./corrections/moves.ts";
import { useCorrect } from "./corrections/use-corrections.ts";
import { EmailsView } from "./emails/emails-view.tsx";
import { SendersView } from "./senders/senders-view.tsx";

interface ResultsProps {
	scope: Scope;
	/** Mailbox names by id, where several are shown. */
	accountNames: ReadonlyMap<string, string> | null;
	onScan: () => void;
	scanning: boolean;
}

/** Counts, and the emails or senders behind them. */
export function Results({ scope, accountNames, onScan, scanning }: ResultsProps) {
	const { category, view, sender, show } = useAddress();
	const summary = useSummary(scope);
	const { correct } = useCorrect();
	const [question, setQuestion] = useState<Question | null>(null);
	const moves: Moves = {
		email: (item, to) => void correct({ type: "message", emailId: item.id }, to),
		moveAll: (mover, from) => setQuestion({ mover, from }),
	};
	// A different list starts at its top, without a selection.
	const name = JSON.stringify([scope, category, view, sender]);
	return (
		<>
			<QueryView
				query={summary}
				loading={<Skeleton shape="figures" rows={4} label={t.list.countingEmails} />}
				errorTitle={t.list.couldntCountCategories}
			>
				{({ counts, bytes, suspicious, unclassified, total }) => {
					const common = { scope, accountNames, moves, counts, suspicious, total, scanning, onScan };
					const left = sumOf(suspicious);
					return (
						<>
							{unclassified > 0 && (
								<div className="px-4 py-2 lg:px-6">
									<Notice
										action={
											<Button size="small" busy={scanning} onClick={onScan}>
												{scanning ? t.list.scanning : t.list.categorizeNow}
											</Button>
										}
									>
										{t.list.uncategorized(unclassified)}
									</Notice>
								</div>
							)}
							{left > 0 && category !== SUSPICIOUS && (
								<div className="px-4 py-2 lg:px-6">
									<Notice
										action={
											<Button size="small" onClick={() => show({ category: SUSPICIOUS, sender: null, mailbox: null })}>
												{t.list.showSuspicious}
											</Button>
										}
									>
										{t.list.leftOut(left)}
									</Notice>
								</div>
							)}
							<CategoryBar
								counts={counts}
								bytes={bytes}
								suspicious={left}
								chosen={category}
								onChoose={(next) => show({ category: next, sender: null, mailbox: null })}
							/>
							{view === "senders" ? <SendersView key={name} {...common} /> : <EmailsView key={name} {...common} />}
						</>
					);
				}}
			</QueryView>
			<CorrectDialog question={question} onClose={() => setQuestion(null)} onMove={correct} />
		</>
	);
}
