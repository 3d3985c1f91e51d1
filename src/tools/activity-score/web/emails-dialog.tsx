import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useSelection } from "#web/lib/accounts.ts";
import { formatFullTime, formatMailTime, formatNumber } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { QueryView } from "#web/ui/query-view.tsx";
import type { EmailListName, ResponseBucket } from "../contract.ts";
import { activityScore, scoreKeys } from "./api.ts";
import { t } from "./text.ts";

/** Emails that no search can say. */
export interface ShownList {
	name: EmailListName;
	/** Of replies: only those with this response time. */
	bucket?: ResponseBucket;
}

interface EmailsDialogProps {
	list: ShownList | null;
	onClose: () => void;
}

/** The emails that a figure counts; each opens in the inbox. */
export function EmailsDialog({ list, onClose }: EmailsDialogProps) {
	const { account } = useSelection();
	const query = useEmails(list, account?.id);
	const total = query.data?.pages[0]?.total;
	const title = list === null ? "" : t.list.titles[list.name];
	return (
		<Dialog
			open={list !== null}
			onClose={onClose}
			size="large"
			title={total === undefined ? title : `${title} (${formatNumber(total)})`}
			description={list?.bucket && t.patterns.buckets[list.bucket]}
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

function useEmails(list: ShownList | null, account: string | undefined) {
	const asked = { account, list: list?.name ?? "people", bucket: list?.bucket };
	return useInfiniteQuery({
		queryKey: scoreKeys.emails(asked),
		enabled: list !== null,
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
