import { ScanSearch } from "lucide-react";
import { AccessNotice } from "#web/lib/mailbox/access-notice.tsx";
import { useSelection } from "#web/lib/mailbox/accounts.ts";
import { MailboxGate } from "#web/lib/mailbox/mailbox-gate.tsx";
import { RangeNote, RangeSelect } from "#web/lib/range/range-select.tsx";
import { useRange } from "#web/lib/range/use-range.ts";
import { useCommands } from "#web/lib/screens/commands.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { WorkbenchAction } from "#web/ui/workbench/action.tsx";
import { Workbench, WorkbenchPane } from "#web/ui/workbench/workbench.tsx";
import { tool } from "../tool.ts";
import { t } from "./base/text.ts";
import { useAddress } from "./base/use-address.ts";
import { useScope, useSummary } from "./base/use-scope.ts";
import { Results } from "./results.tsx";
import { useScan } from "./use-scan.ts";

/** Mail by category: counts, emails and senders, and cleanup. */
export default function CategorizerPage() {
	const { account, accounts } = useSelection();
	const { choice, end, choose } = useRange();
	const scope = useScope(account?.id ?? null);
	const { ready, scanning, note, scan } = useScan(scope);
	useCommands([{ id: "categorizer.scan", title: t.page.scanCategorize, group: tool.title, run: scan }]);
	return (
		<Workbench
			title={tool.title}
			range={<RangeSelect isInline value={choice} end={end} onChange={choose} disabled={scanning} />}
			facts={<span role="status">{note ?? (accounts && accounts.length > 0 && <InRange scope={scope} />)}</span>}
			search={<Include />}
			searchLabel={t.page.moreMail}
			actions={
				<WorkbenchAction icon={ScanSearch} disabled={!ready} busy={scanning} onClick={scan}>
					{scanning ? t.page.scanning : t.page.scanCategorize}
				</WorkbenchAction>
			}
			notices={
				<>
					<RangeNote value={choice} end={end} />
					{accounts && <AccessNotice mailboxes={account ? [account] : accounts} />}
				</>
			}
		>
			<MailboxGate hasNotice={false} frame={(content) => <WorkbenchPane>{content}</WorkbenchPane>}>
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
		</Workbench>
	);
}

/** Mail outside the inbox. */
function Include() {
	const { folders, archived, show } = useAddress();
	return (
		<div className="flex flex-wrap items-center gap-x-4 gap-y-1 whitespace-nowrap">
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
		</div>
	);
}

function InRange({ scope }: { scope: ReturnType<typeof useScope> }) {
	const { data } = useSummary(scope);
	return data && <>{t.page.totalInRange(data.total)}</>;
}
