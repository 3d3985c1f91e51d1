import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { formatFullTime, formatMailTime, formatNumber } from "#web/lib/base/format.ts";
import { useSelection } from "#web/lib/mailbox/accounts.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import type { ListSearch } from "../lists.ts";
import { activityScore, scoreKeys } from "./api.ts";
import { listTarget } from "./list-link.tsx";
import { t } from "./text.ts";

/** The emails that a figure counts, as the address names them; each opens in the inbox. */
export function EmailsDialog() {
	const navigate = useNavigate();
	const { account } = useSelection();
	const shown = useSearch({ strict: false }) as ListSearch;
	const query = useEmails(shown, account?.id);
	const total = query.data?.pages[0]?.total;
	const title = shown.list === undefined ? "" : t.list.titles[shown.list];
	return (
		<Dialog
			open={shown.list !== undefined}
			onClose={() => void navigate({ ...listTarget({ hours: shown.hours }), replace: true })}
			size="large"
			title={total === undefined ? title : `${title} (${formatNumber(total)})`}
			description={shown.bucket && t.patterns.buckets[shown.bucket]}
		>
			<QueryView query={query}>
				{({ pages }) =>
					pages[0]?.total === 0 ? (
						<p className="py-3 text-14 text-ink-2">{t.list.empty}</p>
					) : (
						<>
							<ul>
								{pages
									.flatMap(({ items }) => items)
									.map((item) => (
										<EmailRow key={item.id} item={item} />
									))}
							</ul>
							{query.hasNextPage && (
								<Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
									{t.list.more}
								</Button>
							)}
						</>
					)
				}
			</QueryView>
		</Dialog>
	);
}

function useEmails({ list, bucket }: ListSearch, account: string | undefined) {
	const asked = { account, list: list ?? "people", bucket };
	return useInfiniteQuery({
		queryKey: scoreKeys.emails(asked),
		enabled: list !== undefined,
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam: cursor, signal }) =>
			activityScore.listActivityEmails({ query: { ...asked, cursor } }, { signal }),
		getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
	});
}

type Item = Awaited<ReturnType<typeof activityScore.listActivityEmails>>["items"][number];

function EmailRow({ item }: { item: Item }) {
	const isSent = item.folder === "sent";
	return (
		<li className="border-t border-line">
			<Link
				to="/inbox/{-$emailId}"
				params={{ emailId: item.id }}
				search={{ account: item.accountId }}
				className="flex min-h-11 items-center gap-x-3 py-1.5 text-14 hover:bg-sunken max-sm:flex-wrap"
			>
				<span className="w-44 shrink-0 truncate font-medium">
					{isSent ? t.list.to(item.recipient) : item.senderName || item.senderEmail}
				</span>
				<span className="min-w-0 flex-1 truncate max-sm:order-last max-sm:basis-full">
					{item.subject || t.list.noSubject}
				</span>
				{item.responseHours !== null && (
					<span className="shrink-0 text-13 text-ink-2 tabular-nums">{t.list.after(t.hours(item.responseHours))}</span>
				)}
				<time
					dateTime={item.receivedAt}
					title={formatFullTime(item.receivedAt)}
					className="shrink-0 text-12 text-ink-3 tabular-nums"
				>
					{formatMailTime(item.receivedAt)}
				</time>
			</Link>
		</li>
	);
}
