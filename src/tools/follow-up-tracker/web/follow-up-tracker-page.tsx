import { useSearch } from "@tanstack/react-router";
import { MailQuestion } from "lucide-react";
import { MailboxGate } from "#web/lib/mailbox/mailbox-gate.tsx";
import { Workbench, WorkbenchPane } from "#web/ui/workbench/workbench.tsx";
import { tool } from "../tool.ts";
import type { Search } from "./base/search-params.ts";
import { CampaignView } from "./campaign-view.tsx";
import { Tracker } from "./tracker/tracker.tsx";

/** `/tool/follow-up-tracker`: campaigns with their results; `?campaign=` opens one. */
export default function FollowUpTrackerPage() {
	const { campaign } = useSearch({ strict: false }) as Search;
	return (
		<MailboxGate
			icon={MailQuestion}
			hasNotice={false}
			frame={(content) => (
				<Workbench title={tool.title}>
					<WorkbenchPane>{content}</WorkbenchPane>
				</Workbench>
			)}
		>
			{() => (campaign === undefined ? <Tracker /> : <CampaignView key={campaign} id={campaign} />)}
		</MailboxGate>
	);
}
