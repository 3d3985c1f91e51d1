import { useInfiniteQuery } from "@tanstack/react-query";
import { formatFullTime, formatMailTime } from "#web/lib/base/format.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { steadyRows } from "#web/ui/table/steady-rows.ts";
import { listsKey, type Subscription, unsubscriber } from "../base/api.ts";
import { t } from "../base/text.ts";

type Issue = Awaited<ReturnType<typeof unsubscriber.readDigest>>["items"][number];

/** Value of the select for all of them. */
const allLists = "all";

interface DigestProps {
	account: string | undefined;
	lists: readonly Subscription[];
	/** Id of the list whose emails are shown; null: all kept lists. */
	selectedId: string | null;
	onSelect: (id: string | null) => void;
}

/** The emails of kept lists, newest first. */
export function Digest({ account, lists, selectedId, onSelect }: DigestProps) {
	const query = useInfiniteQuery({
		queryKey: [...listsKey, "digest", account, selectedId],
		queryFn: ({ pageParam, signal }) =>
			unsubscriber.readDigest(
				{ query: { account, subscription: selectedId ?? undefined, limit: 30, cursor: pageParam } },
				{ signal },
			),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (page) => page.nextCursor ?? undefined,
	});
	return (
		<Card
			title={t.kept.digest}
			note={t.kept.digestNote}
			flush
			actions={
				lists.length > 1 && (
					<span className="w-52">
						<Select
							label={t.kept.list}
							options={[
								{ value: allLists, label: t.kept.allKeptLists },
								...lists.map(({ id, name }) => ({ value: id, label: name })),
							]}
							value={selectedId ?? allLists}
							onChange={(id) => onSelect(id === allLists ? null : id)}
						/>
					</span>
				)
			}
		>
			<QueryView
				query={query}
				isEmpty={({ pages }) => pages[0]?.items.length === 0}
				empty={<EmptyState title={t.kept.noIssues} description={t.kept.noIssuesDescription} />}
			>
				{({ pages }) => (
					<>
						<ul ref={steadyRows} className="divide-y divide-line">
							{pages
								.flatMap((page) => page.items)
								.map((item) => (
									<li key={item.id}>
										<IssueLink item={item} />
									</li>
								))}
						</ul>
						{query.hasNextPage && (
							<div className="flex justify-center border-t border-line p-3">
								<Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
									{t.kept.earlierIssues}
								</Button>
							</div>
						)}
					</>
				)}
			</QueryView>
		</Card>
	);
}

/** One email of a kept list, which opens in the inbox. */
function IssueLink({ item }: { item: Issue }) {
	return (
		<a href={`/inbox/${item.id}`} target="_blank" rel="noreferrer" className="block px-4 py-3 hover:bg-sunken">
			<span className="flex items-baseline gap-3">
				<span className="min-w-0 flex-1 truncate text-12 text-ink-3">{item.name}</span>
				<time
					dateTime={item.receivedAt}
					title={formatFullTime(item.receivedAt)}
					className="shrink-0 text-12 text-ink-3"
				>
					{formatMailTime(item.receivedAt)}
				</time>
			</span>
			<span className={item.isRead ? "block text-14" : "block text-14 font-semibold"}>
				{item.subject || t.kept.noSubject}
			</span>
			<span className="line-clamp-2 text-13 text-ink-2">{item.preview}</span>
		</a>
	);
}
