import { useQuery } from "@tanstack/react-query";
import { wholeList } from "#web/lib/api/all-pages.ts";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { AttemptEntry } from "../attempts/attempt-entry.tsx";
import { listsKey, type Subscription, unsubscriber } from "../base/api.ts";
import { t } from "../base/text.ts";

/** Attempts that are read at once. */
const PAGE = 200;

/** Attempts for one list, newest first. */
export function History({ list }: { list: Subscription }) {
	const query = useQuery({
		queryKey: [...listsKey, "attempts", list.id],
		queryFn: ({ signal }) =>
			wholeList((cursor) =>
				unsubscriber.listAttempts({ query: { subscription: list.id, limit: PAGE, cursor } }, { signal }),
			),
	});
	return (
		<QueryView
			query={query}
			isEmpty={({ items }) => items.length === 0}
			empty={<EmptyState title={t.details.noAttemptsYet} description={t.details.noAttemptsYetDescription} />}
		>
			{({ items }) => (
				<ol aria-label={t.details.attemptsNewestFirst} className="divide-y divide-line rounded-2 border border-line">
					{items.map((attempt) => (
						<AttemptEntry key={attempt.id} attempt={attempt} />
					))}
				</ol>
			)}
		</QueryView>
	);
}
