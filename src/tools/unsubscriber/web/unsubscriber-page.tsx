import { MailX } from "lucide-react";
import { MailboxGate } from "#web/lib/mailbox/mailbox-gate.tsx";
import { Workbench, WorkbenchPane } from "#web/ui/workbench/workbench.tsx";
import { tool } from "../tool.ts";
import { Unsubscriber } from "./unsubscriber.tsx";

/** `/tool/unsubscriber`: all subscriptions with their counts and unsubscribe methods. */
export default function UnsubscriberPage() {
	return (
		<MailboxGate
			icon={MailX}
			hasNotice={false}
			frame={(content) => (
				<Workbench title={tool.title}>
					<WorkbenchPane>{content}</WorkbenchPane>
				</Workbench>
			)}
		>
			{(mailbox) => <Unsubscriber key={mailbox.account?.id ?? "all"} {...mailbox} />}
		</MailboxGate>
	);
}
