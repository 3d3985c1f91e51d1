import { useLocation } from "@tanstack/react-router";
import { Ban, Inbox } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Page, PageHeader } from "#web/ui/page/page.tsx";
import { Tabs } from "#web/ui/page/tabs.tsx";
import { t } from "./base/text.ts";
import type { Variant } from "./base/variants.ts";
import { BlockedDomainsDialog } from "./blocked-domains-dialog.tsx";
import { CalibrationView } from "./calibration/calibration-view.tsx";
import { HistoryView } from "./history/history-view.tsx";
import { MailboxChecksDialog } from "./mailbox-checks-dialog.tsx";
import { MonitoredView } from "./monitoring/monitored-view.tsx";
import { ValidateView } from "./validate-view.tsx";

const tabs = [
	{ value: "validate", label: t.page.validate },
	{ value: "history", label: t.page.history },
	{ value: "monitored", label: t.page.monitored },
	{ value: "accuracy", label: t.page.accuracy },
] as const;

/** `/tool/email-validator` and `/tool/bulk-validator`: validates addresses and lists; the history of verdicts; monitored lists; accuracy of scores. */
export default function ValidatorPage() {
	const variant: Variant = useLocation().pathname.includes("bulk") ? "bulk-validator" : "email-validator";
	const [view, setView] = useState<(typeof tabs)[number]["value"]>("validate");
	const [isBlocking, setBlocking] = useState(false);
	const [isChecking, setChecking] = useState(false);
	return (
		<Page>
			<PageHeader
				hasBack
				title={t.page.title}
				description={t.page.description}
				actions={
					<>
						<Button icon={Inbox} onClick={() => setChecking(true)}>
							{t.page.mailboxChecks}
						</Button>
						<Button icon={Ban} onClick={() => setBlocking(true)}>
							{t.page.blockedDomains}
						</Button>
					</>
				}
			/>
			<Tabs label={t.page.views} tabs={tabs} value={view} onChange={setView}>
				{view === "history" && <HistoryView />}
				{view === "monitored" && <MonitoredView />}
				{view === "accuracy" && <CalibrationView />}
				{/* Stays mounted: a list in progress continues while the history is open. */}
				<div hidden={view !== "validate"}>
					<ValidateView key={variant} variant={variant} onCheckMailboxes={() => setChecking(true)} />
				</div>
			</Tabs>
			<MailboxChecksDialog open={isChecking} onClose={() => setChecking(false)} />
			<BlockedDomainsDialog open={isBlocking} onClose={() => setBlocking(false)} />
		</Page>
	);
}
