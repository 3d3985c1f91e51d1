import { useMutation, useQuery } from "@tanstack/react-query";
import { ChartColumn, Send } from "lucide-react";
import { keys } from "#web/lib/api/query-client.ts";
import { formatAgo, formatNumber } from "#web/lib/base/format.ts";
import { useSelection } from "#web/lib/mailbox/accounts.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Page, PageHeader } from "#web/ui/page/page.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { Table } from "#web/ui/table/table.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { tool } from "../tool.ts";
import { sample } from "./api.ts";
import { t } from "./text.ts";

/** Digests that were sent; sends the next ones now. */
export default function DigestsPage() {
	const { accounts = [] } = useSelection();
	const query = useQuery({
		queryKey: [...keys.jobs, tool.id],
		queryFn: async ({ signal }) => (await sample.listSampleDigests({}, { signal })).items,
	});
	const send = useMutation({
		mutationFn: () => sample.sendSampleDigests(),
		onSuccess: () => toast({ title: t.digests.sent }),
		onError: (error) => toast({ title: t.digests.couldntSend, description: error.message, tone: "destructive" }),
	});
	const nameOf = (id: string) => accounts.find((account) => account.id === id)?.name ?? t.digests.disconnectedMailbox;
	return (
		<Page>
			<PageHeader
				title={t.digests.title}
				description={t.digests.description}
				actions={
					<Button icon={Send} busy={send.isPending} onClick={() => send.mutate()}>
						{t.digests.sendNow}
					</Button>
				}
			/>
			<QueryView
				query={query}
				errorTitle={t.digests.couldntLoad}
				isEmpty={(items) => items.length === 0}
				empty={<EmptyState icon={ChartColumn} title={t.digests.noneYet} description={t.digests.noneYetDescription} />}
			>
				{(items) => (
					<Table
						label={t.digests.list}
						rows={items}
						rowKey={(digest) => digest.id}
						columns={[
							{ id: "mailbox", header: t.digests.mailbox, cell: (digest) => nameOf(digest.accountId) },
							{ id: "emails", header: t.digests.emails, cell: (digest) => formatNumber(digest.emailCount) },
							{ id: "sent", header: t.digests.sentAt, cell: (digest) => formatAgo(digest.createdAt) },
						]}
					/>
				)}
			</QueryView>
		</Page>
	);
}
