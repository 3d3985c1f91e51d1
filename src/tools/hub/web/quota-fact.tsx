import { useQuery } from "@tanstack/react-query";
import type { Account } from "#web/lib/accounts.ts";
import { api } from "#web/lib/api.ts";
import { formatBytes } from "#web/lib/format.ts";

/** From here on a mailbox is nearly full. */
const nearlyFull = 0.9;

/** How full the mailbox is at its server, where the server says so. */
export function QuotaFact({ account }: { account: Account }) {
	const { data } = useQuery({
		// Of its own: each look costs a question to the mail server, so accounts' events do not ask again.
		queryKey: ["quota", account.id],
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
				{Math.floor(share * 100)}% of {formatBytes(data.limitBytes)} used
			</span>
		</>
	);
}
