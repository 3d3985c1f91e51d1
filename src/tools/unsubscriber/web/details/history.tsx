import { useQuery } from "@tanstack/react-query";
import { formatFullTime, formatMoment } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { QueryView } from "#web/ui/query-view.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { listsKey, type Subscription, unsubscriber } from "../api.ts";
import { answerLine, methods, states } from "../words.ts";

/** Every try to leave one list, newest first: by what way, when, and what was answered. */
export function History({ list }: { list: Subscription }) {
	const query = useQuery({
		queryKey: [...listsKey, "attempts", list.id],
		queryFn: ({ signal }) => unsubscriber.listAttempts({ query: { subscription: list.id, limit: 50 } }, { signal }),
	});
	return (
		<QueryView
			query={query}
			isEmpty={({ items }) => items.length === 0}
			empty={<EmptyState title="Nothing tried yet" description="Each try is noted here with its answer." />}
		>
			{({ items }) => (
				<ol className="divide-y divide-line rounded-2 border border-line">
					{items.map((attempt) => {
						const state = states[attempt.state];
						const answer = answerLine(attempt);
						return (
							<li key={attempt.id} className="flex flex-col gap-1 px-3 py-2.5 text-13">
								<div className="flex flex-wrap items-center gap-2">
									{state && <Badge tone={state.tone}>{state.label}</Badge>}
									<span className="font-medium">{methods[attempt.method].label}</span>
									<time dateTime={attempt.at} title={formatFullTime(attempt.at)} className="ml-auto text-12 text-ink-3">
										{formatMoment(attempt.at)}
									</time>
								</div>
								{attempt.explanation && <p className="text-ink-2">{attempt.explanation}</p>}
								{attempt.address && <p className="font-mono text-12 break-all text-ink-3">{attempt.address}</p>}
								{answer && (
									<p className="text-12 text-ink-3">
										Answer: <span className="font-mono break-words">{answer}</span>
									</p>
								)}
								{attempt.stillSendingSince && (
									<p className="text-12 text-red">
										It has written again since {formatMoment(attempt.stillSendingSince)}.
									</p>
								)}
							</li>
						);
					})}
				</ol>
			)}
		</QueryView>
	);
}
