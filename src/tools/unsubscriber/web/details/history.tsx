import { useQuery } from "@tanstack/react-query";
import { QueryView } from "#web/ui/query-view.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { listsKey, type Subscription, unsubscriber } from "../api.ts";
import { AttemptEntry } from "../attempts/attempt-entry.tsx";

/** Attempts for one list, newest first. */
export function History({ list }: { list: Subscription }) {
	const query = useQuery({
		queryKey: [...listsKey, "attempts", list.id],
		queryFn: ({ signal }) => unsubscriber.listAttempts({ query: { subscription: list.id, limit: 50 } }, { signal }),
	});
	return (
		<QueryView
			query={query}
			isEmpty={({ items }) => items.length === 0}
			empty={<EmptyState title="No attempts yet" description="Every attempt is listed here with its answer." />}
		>
			{({ items }) => (
				<ol aria-label="Tries, newest first" className="divide-y divide-line rounded-2 border border-line">
					{items.map((attempt) => (
						<AttemptEntry key={attempt.id} attempt={attempt} />
					))}
				</ol>
			)}
		</QueryView>
	);
}
