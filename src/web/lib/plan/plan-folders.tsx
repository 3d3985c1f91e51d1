import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PlanFolder } from "#shared/contracts/plans.ts";
import { Button } from "#web/ui/button/button.tsx";
import { formatNumber } from "../base/format.ts";
import { t } from "../base/text.ts";
import { accountsQuery } from "../mailbox/accounts.ts";
import { nameOfFolder } from "../mailbox/folder-names.ts";

/** Folders shown per mailbox before "Show all". */
const FEW = 8;

/** The folders that a change takes messages from, each with its count: one line, or one per mailbox. */
export function PlanFolders({ folders }: { folders: readonly PlanFolder[] }) {
	const { data: accounts = [] } = useQuery(accountsQuery);
	const [all, setAll] = useState(false);
	const mailboxes = Map.groupBy(folders, ({ accountId }) => accountId);
	const hidden = [...mailboxes.values()].reduce((sum, { length }) => sum + Math.max(0, length - FEW), 0);
	if (folders.length === 0) return null;
	return (
		<section aria-label={t.plan.folders} className="flex flex-col items-start gap-1 text-13 text-ink-2">
			{[...mailboxes].map(([accountId, own]) => (
				<div key={accountId} className="flex flex-wrap items-baseline gap-x-2">
					{mailboxes.size > 1 && (
						<h3 className="font-medium text-ink">{accounts.find(({ id }) => id === accountId)?.name}</h3>
					)}
					<ul className="flex min-w-0 flex-wrap gap-x-1.5">
						{(all ? own : own.slice(0, FEW)).map((folder, index, shown) => (
							<li key={folder.id} className="min-w-0 break-words">
								{nameOfFolder(folder)} <span className="text-ink-3 tabular-nums">{formatNumber(folder.count)}</span>
								{index < shown.length - 1 && (
									<span aria-hidden="true" className="pl-1.5 text-ink-3">
										·
									</span>
								)}
							</li>
						))}
					</ul>
				</div>
			))}
			{hidden > 0 && (
				<Button size="small" variant="ghost" aria-expanded={all} onClick={() => setAll(!all)}>
					{all ? t.plan.showFewerFolders : t.plan.showAllFolders(folders.length)}
				</Button>
			)}
		</section>
	);
}
