import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ShieldBan } from "lucide-react";
import { isConnectedBy, providerInfo } from "#shared/providers.ts";
import { AccessNotice } from "#web/lib/mailbox/access-notice.tsx";
import { useSelection } from "#web/lib/mailbox/accounts.ts";
import { MailboxGate } from "#web/lib/mailbox/mailbox-gate.tsx";
import { startPath } from "#web/lib/session/consent.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { TabFrame, TabList, TabPanel } from "#web/ui/page/tabs.tsx";
import { Workbench, WorkbenchPane } from "#web/ui/workbench/workbench.tsx";
import { tool } from "../tool.ts";
import { readSearchParams, type View } from "./base/search-params.ts";
import { t } from "./base/text.ts";
import { TransferMenu } from "./files/transfer-menu.tsx";
import { FiltersView } from "./filters-view.tsx";
import { ScreenerView } from "./screener/screener-view.tsx";
import { screenerQuery } from "./screener/use-screener.ts";

/** `/tool/block-filter`: rules for new mail, a dry run on stored mail, and the screener. */
export default function BlockFilterPage() {
	const { provider, account, accounts } = useSelection();
	const { view = "filters" } = readSearchParams(useSearch({ strict: false }));
	const navigate = useNavigate();
	const isConnected = accounts !== undefined && accounts.length > 0;
	const waiting = useWaiting(account?.id, isConnected);
	const show = (next: View) => void navigate({ to: tool.path, search: next === "filters" ? {} : { view: next } });
	return (
		<TabFrame value={view} onChange={show}>
			<Workbench
				title={tool.title}
				facts={<span title={t.page.description}>{t.page.description}</span>}
				actions={isConnected && view === "filters" && <TransferMenu />}
				notices={accounts && <AccessNotice mailboxes={account ? [account] : accounts} />}
				filters={
					isConnected && (
						<TabList
							label={t.page.sections(tool.title)}
							tabs={[
								{ value: "filters", label: t.page.filters },
								{ value: "screener", label: t.page.screener, count: waiting, countLabel: t.page.waiting },
							]}
						/>
					)
				}
			>
				<MailboxGate
					icon={ShieldBan}
					hasNotice={false}
					frame={(content) => <WorkbenchPane>{content}</WorkbenchPane>}
					{...(provider !== null &&
						isConnectedBy(provider, "consent") &&
						account === null && {
							title: t.page.accountNotConnected(providerInfo(provider).shortName),
							action: (
								<ButtonLink to={startPath(provider)} variant="primary">
									{t.page.connectAccount(providerInfo(provider).shortName)}
								</ButtonLink>
							),
						})}
				>
					{(mailbox) => (
						<TabPanel value={view} fill>
							<WorkbenchPane>
								{view === "filters" ? <FiltersView mailbox={mailbox} /> : <ScreenerView mailbox={mailbox} />}
							</WorkbenchPane>
						</TabPanel>
					)}
				</MailboxGate>
			</Workbench>
		</TabFrame>
	);
}

/** Senders that wait in the screener. */
function useWaiting(account: string | undefined, enabled: boolean): number | undefined {
	const { data } = useInfiniteQuery({ ...screenerQuery(account, "waiting"), enabled });
	return data?.pages[0]?.waiting;
}
