import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ShieldBan } from "lucide-react";
import { isConnectedBy, providerInfo } from "#shared/providers.ts";
import { useSelection } from "#web/lib/accounts.ts";
import { startPath } from "#web/lib/consent.ts";
import { MailboxGate } from "#web/lib/mailbox/mailbox-gate.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Page, PageHeader } from "#web/ui/page.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { tool } from "../tool.ts";
import { TransferMenu } from "./files/transfer-menu.tsx";
import { FiltersView } from "./filters-view.tsx";
import { ScreenerView } from "./screener/screener-view.tsx";
import { screenerQuery } from "./screener/use-screener.ts";
import type { Search, View } from "./search-params.ts";
import { t } from "./text.ts";

/** `/tool/block-filter`: rules for new mail, a dry run on stored mail, and the screener. */
export default function BlockFilterPage() {
	const { provider, account, accounts } = useSelection();
	const { view = "filters" } = useSearch({ strict: false }) as Search;
	const isConnected = accounts !== undefined && accounts.length > 0;
	return (
		<Page>
			<PageHeader
				hasBack
				title={tool.title}
				description={t.page.description}
				actions={isConnected && view === "filters" && <TransferMenu />}
			/>
			<MailboxGate
				icon={ShieldBan}
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
				{(mailbox) => <Views view={view} mailbox={mailbox} />}
			</MailboxGate>
		</Page>
	);
}

function Views({
	view,
	mailbox,
}: {
	view: View;
	mailbox: Parameters<Parameters<typeof MailboxGate>[0]["children"]>[0];
}) {
	const navigate = useNavigate();
	const { data } = useInfiniteQuery(screenerQuery(mailbox.account?.id, "waiting"));
	const show = (next: View) => void navigate({ to: tool.path, search: next === "filters" ? {} : { view: next } });
	return (
		<Tabs
			label={t.page.blockFilterSections}
			tabs={[
				{ value: "filters", label: t.page.filters },
				{ value: "screener", label: t.page.screener, count: data?.pages[0]?.waiting, countLabel: t.page.waiting },
			]}
			value={view}
			onChange={show}
		>
			{view === "filters" ? <FiltersView mailbox={mailbox} /> : <ScreenerView mailbox={mailbox} />}
		</Tabs>
	);
}
