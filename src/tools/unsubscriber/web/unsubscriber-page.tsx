import { MailX } from "lucide-react";
import { MailboxGate } from "#web/lib/mailbox/mailbox-gate.tsx";
import { Page, PageHeader } from "#web/ui/page.tsx";
import { tool } from "../tool.ts";
import { Unsubscriber } from "./unsubscriber.tsx";

/** `/tool/unsubscriber`: all subscriptions with their counts and unsubscribe methods. */
export default function UnsubscriberPage() {
	return (
		<Page>
			<PageHeader hasBack title={tool.title} description={tool.summary} />
			<MailboxGate icon={MailX}>
				{(mailbox) => <Unsubscriber key={mailbox.account?.id ?? "all"} {...mailbox} />}
			</MailboxGate>
		</Page>
	);
}
