import { useSelection } from "#web/lib/accounts.ts";
import { useCommands } from "#web/lib/commands.tsx";
import { MailboxGate } from "#web/lib/mailbox/mailbox-gate.tsx";
import { RangeSelect } from "#web/lib/range/range-select.tsx";
import { useRange } from "#web/lib/range/use-range.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Page, PageHeader } from "#web/ui/page.tsx";
import { Results } from "./results.tsx";
import { t } from "./text.ts";
import { useAddress } from "./use-address.ts";
import { useScan } from "./use-scan.ts";
import { useScope, useSummary } from "./use-scope.ts";

/** Mail by category: counts, emails and senders, and cleanup. */
export default function CategorizerPage() {
	const { account, accounts } = useSelection();
	const { choice, end, choose } = useRange();
	const { folders, archived, show } = useAddress();
	const scope = useScope(account?.id ?? null);
	const { ready, scanning, note, scan } = useScan(scope);
	useCommands([{ id: "categorizer.scan", title: t.page.scanCategorize, group: t.page.categorizer, run: scan }]);
	return (
		<Page>
			<PageHeader hasBack title={t.page.emailCategorizer} description={t.page.emailCategorizerDescription} />
			<div className="flex flex-wrap items-start gap-2">
				<RangeSelect value={choice} end={end} onChange={choose} disabled={scanning} />
				<Button variant="primary" disabled={!ready} busy={scanning} onClick={scan}>
					{scanning ? t.page.scanning : t.page.scanCategorize}
				</Button>
				<div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1 pl-1.5">
					<Checkbox
						label={t.page.includeFolders}
						showLabel
						checked={folders}
						onChange={(on) => show({ folders: on || null })}
					/>
					<Checkbox
						label={t.page.includeArchived}
						showLabel
						checked={archived}
						onChange={(on) => show({ archived: on || null })}
					/>
					<span role="status" className="text-13 text-ink-3">
						{note ?? (accounts && accounts.length > 0 && <InRange scope={scope} />)}
					</span>
				</div>
			</div>
			<MailboxGate>
				{({ accounts, account: chosen }) => (
					<Results
						scope={scope}
						accountNames={
							chosen === null && accounts.length > 1 ? new Map(accounts.map(({ id, name }) => [id, name])) : null
						}
						onScan={scan}
						scanning={scanning}
					/>
				)}
			</MailboxGate>
		</Page>
	);
}

function InRange({ scope }: { scope: ReturnType<typeof useScope> }) {
	const { data } = useSummary(scope);
	return data && <>{t.page.totalInRange(data.total)}</>;
}
