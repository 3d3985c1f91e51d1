import { useSelection } from "#web/lib/accounts.ts";
import { MailboxGate } from "#web/lib/mailbox/mailbox-gate.tsx";
import { missingMailbox } from "#web/lib/mailbox/missing-mailbox.ts";
import { Page, PageHeader } from "#web/ui/page.tsx";
import { heading } from "./heading.ts";
import { Workspace } from "./workspace.tsx";

/** `/tool/smart-archive`: storage usage, and cleaning up. */
export default function SmartArchivePage() {
	const selection = useSelection();
	const isMissing = selection.accounts === undefined || missingMailbox(selection) !== null;
	return (
		<Page>
			{isMissing && <PageHeader hasBack {...heading} />}
			<MailboxGate hasNotice={false}>
				{(mailbox) => <Workspace key={mailbox.account?.id ?? "all"} mailbox={mailbox} />}
			</MailboxGate>
		</Page>
	);
}
