import { useInfiniteQuery } from "@tanstack/react-query";
import { Heart } from "lucide-react";
import { useState } from "react";
import { formatFullTime, formatMailTime } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { QueryView } from "#web/ui/query-view.tsx";
import { Select } from "#web/ui/select.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { listsKey, type Subscription, unsubscriber } from "../api.ts";
import { useSubscriptions } from "../subscriptions/use-subscriptions.ts";
import { t } from "../text.ts";
import { useDecide } from "../unsubscribe/use-decide.ts";

interface KeptTabProps {
	/** Absent: all mailboxes. */
	account: string | undefined;
}

/** Kept lists, and their messages as one digest. */
export function KeptTab({ account }: KeptTabProps) {
	const kept = useSubscriptions({ account, view: "kept", from: "2000-01-01" });
	const { deciding, undoDecision } = useDecide();
	const [only, setOnly] = useState<string | null>(null);
	return (
		<QueryView
			query={kept}
			errorTitle={t.kept.couldntLoadKeptLists}
			isEmpty={({ items }) => items.length === 0}
			empty={<EmptyState icon={Heart} title={t.kept.noKeptLists} description={t.kept.noKeptListsDescription} />}
		>
			{({ items }) => (
				<div className="grid items-start gap-4 lg:grid-cols-[minmax(0,340px)_minmax(0,1fr)]">
					<Card title={t.kept.keptLists} flush>
						<ul className="divide-y divide-line">
							{items.map((list) => (
								<li key={list.id} className="flex items-center gap-3 px-4 py-2.5">
									<div className="min-w-0 flex-1">
										<p className="truncate text-14 font-medium">{list.name}</p>
										<p className="text-12 text-ink-3">
											{list.lastAt === null ? list.rhythm : t.kept.lastIssue(list.rhythm, list.lastAt)}
										</p>
									</div>
									<Button
										size="small"
										busy={deciding.has(list.id)}
										aria-label={t.kept.moveBackNamed(list.name)}
										onClick={() => void undoDecision([list])}
									>
										{t.kept.moveBackSubscriptions}
									</Button>
								</li>
							))}
						</ul>
					</Card>
					<Digest account={account} lists={items} only={only} onOnly={setOnly} />
				</div>
			)}
		</QueryView>
	);
}

/** No list matches the search. */
const allLists = "all";

interface DigestProps {
	account: string | undefined;
	lists: readonly Subscription[];
	/** Null: all kept lists. */
	only: string | null;
	onOnly: (id: string | null) => void;
}

function Digest({ account, lists, only, onOnly }: DigestProps) {
	const query = useInfiniteQuery({
		queryKey: [...listsKey, "digest", account, only],
		queryFn: ({ pageParam, signal }) =>
			unsubscriber.readDigest(
				{ query: { account, subscription: only ?? undefined, limit: 30, cursor: pageParam } },
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
							value={only ?? allLists}
							onChange={(id) => onOnly(id === allLists ? null : id)}
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
						<ul className="divide-y divide-line">
							{pages
								.flatMap((page) => page.items)
								.map((item) => (
									<li key={item.id}>
										<a
											href={`/inbox/${item.id}`}
											target="_blank"
											rel="noreferrer"
											className="block px-4 py-3 hover:bg-sunken"
										>
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
