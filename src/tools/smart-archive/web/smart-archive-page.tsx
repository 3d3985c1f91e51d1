import { MailboxGate } from "#web/lib/mailbox/mailbox-gate.tsx";
import { Workbench, WorkbenchPane } from "#web/ui/workbench/workbench.tsx";
import { tool } from "../tool.ts";
import { t } from "./base/text.ts";
import { Workspace } from "./workspace.tsx";

/** `/tool/smart-archive`: storage usage, and cleaning up. */
export default function SmartArchivePage() {
	return (
		<MailboxGate
			hasNotice={false}
			frame={(content) => (
				<Workbench title={tool.title} facts={t.page.smartArchiveUtilityDescription}>
					<WorkbenchPane>{content}</WorkbenchPane>
				</Workbench>
			)}
		>
			{(mailbox) => <Workspace key={mailbox.account?.id ?? "all"} mailbox={mailbox} />}
		</MailboxGate>
	);
}
