import { useQuery } from "@tanstack/react-query";
import { api } from "#web/lib/api/api.ts";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { t } from "./text.ts";

/** Usage share from which a mailbox counts as nearly full. */
const nearlyFull = 0.9;

/** Quota usage at the mail server, if it reports one. */
export function QuotaFact({ account }: { account: Account }) {
	const { data } = useQuery({
		// A separate query key: each fetch is a request to the mail server, so account events must not refetch it.
		// A new mailbox may not know it before its first sync.
		queryKey: ["quota", account.id, account.lastSyncAt === null],
		queryFn: ({ signal }) => api.getQuota({ params: { id: account.id } }, { signal }),
		staleTime: 10 * 60_000,
		refetchOnWindowFocus: false,
	});
	if (!data || data.usedBytes === null || data.limitBytes === null || data.limitBytes === 0) return null;
	const share = data.usedBytes / data.limitBytes;
	return (
		<>
			{" · "}
			<span className={share >= nearlyFull ? "font-medium text-amber" : undefined}>
				{t.quotaFact.used(share * 100, data.limitBytes)}
			</span>
		</>
	);
}
