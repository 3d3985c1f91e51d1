import { Heart } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { steadyRows } from "#web/ui/table/steady-rows.ts";
import { t } from "../base/text.ts";
import { useSubscriptions } from "../subscriptions/use-subscriptions.ts";
import { useDecide } from "../unsubscribe/use-decide.ts";
import { Digest } from "./digest.tsx";

interface KeptTabProps {
	/** Absent: all mailboxes. */
	account: string | undefined;
}

/** Kept lists, and their messages as one digest. */
export function KeptTab({ account }: KeptTabProps) {
	const kept = useSubscriptions({ account, view: "kept", from: "2000-01-01" });
	const { deciding, undoDecision } = useDecide();
	const [selectedId, select] = useState<string | null>(null);
	return (
		<QueryView
			query={kept}
			errorTitle={t.kept.couldntLoadKeptLists}
			isEmpty={({ items }) => items.length === 0}
			empty={<EmptyState icon={Heart} title={t.kept.noKeptLists} description={t.kept.noKeptListsDescription} />}
		>
			{({ items }) => (
				<div className="grid items-start gap-4 lg:grid-cols-[minmax(0,340px)_minmax(0,1fr)]">
					<Card title={t.kept.keptLists} flush>
						<ul ref={steadyRows} className="divide-y divide-line">
							{items.map((list) => (
								<li key={list.id} className="flex items-center gap-3 px-4 py-2.5">
									<div className="min-w-0 flex-1">
										<p className="truncate text-14 font-medium">{list.name}</p>
										<p className="text-12 text-ink-3">
											{list.lastAt === null ? list.rhythm : t.kept.lastIssue(list.rhythm, list.lastAt)}
										</p>
									</div>
									<Button
										size="small"
										busy={deciding.has(list.id)}
										aria-label={t.kept.moveBackNamed(list.name)}
										onClick={() => void undoDecision([list])}
									>
										{t.kept.moveBackSubscriptions}
									</Button>
								</li>
							))}
						</ul>
					</Card>
					<Digest account={account} lists={items} selectedId={selectedId} onSelect={select} />
				</div>
			)}
		</QueryView>
	);
}
