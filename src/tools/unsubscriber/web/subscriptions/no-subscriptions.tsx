import { useQuery } from "@tanstack/react-query";
import { CalendarRange, CircleCheck, Search } from "lucide-react";
import { api } from "#web/lib/api/api.ts";
import { keys } from "#web/lib/api/query-client.ts";
import { formatDate } from "#web/lib/base/format.ts";
import { useSelection } from "#web/lib/mailbox/accounts.ts";
import { newestMail } from "#web/lib/range/newest-mail.ts";
import { useRange } from "#web/lib/range/use-range.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { t } from "../base/text.ts";

/**
 * Empty state of the subscriptions. Clean is only a mailbox with mail in the range, all of it scanned.
 * @param unclassified emails of the range that were not scanned
 */
export function NoSubscriptions({ unclassified }: { unclassified: number }) {
	const { account, accounts = [] } = useSelection();
	const { span, choose } = useRange();
	const { from, until } = span;
	const query = [`after:${momentOf(from)}`, ...(until === undefined ? [] : [`before:${momentOf(until)}`])];
	const inRange = useQuery({
		queryKey: [...keys.mail, "in-range", account?.id, query],
		queryFn: async ({ signal }) =>
			(await api.listEmails({ query: { account: account?.id, q: query.join(" "), limit: 1 } }, { signal })).total,
	});
	const newest = newestMail(account === null ? accounts : [account]);
	if (unclassified > 0)
		return (
			<EmptyState
				icon={Search}
				title={t.subscriptions.noSubscriptions}
				description={t.subscriptions.notScanned(unclassified)}
			/>
		);
	if (inRange.isPending) return <Skeleton rows={6} label={t.subscriptions.loadingSubscriptions} />;
	if (inRange.data === 0)
		return (
			<EmptyState
				icon={CalendarRange}
				title={t.subscriptions.noEmailsInRange}
				description={newest === null ? t.subscriptions.mailboxEmpty : t.subscriptions.newestMail(formatDate(newest))}
				action={
					newest !== null && (
						<Button onClick={() => choose({ range: "all" })}>{t.subscriptions.showEntireMailbox}</Button>
					)
				}
			/>
		);
	return (
		<EmptyState icon={CircleCheck} title={t.subscriptions.allClean} description={t.subscriptions.allCleanDescription} />
	);
}

/** A time as search reads it: without fractions of a second. */
function momentOf(time: string): string {
	return `${time.slice(0, 19)}Z`;
}
