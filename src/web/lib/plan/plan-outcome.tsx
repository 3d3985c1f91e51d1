import { useInfiniteQuery } from "@tanstack/react-query";
import { Notice } from "#web/ui/state/notice.tsx";
import { ShowMore } from "#web/ui/state/show-more.tsx";
import { api } from "../api/api.ts";
import { keys } from "../api/query-client.ts";
import { t } from "../base/text.ts";
import { forecastLine, type PlanResult, titleOf } from "./result.ts";

/** Messages of a page. */
const PAGE = 20;

/** Result of a change that did not affect every message: the counts, and why some were skipped. */
export function PlanOutcome({ result }: { result: PlanResult }) {
	const { operation, applied, error, state } = result;
	// Those that were not changed come first.
	const detail = useInfiniteQuery({
		queryKey: [...keys.operations, operation.id, "unchanged"],
		queryFn: ({ pageParam: cursor, signal }) =>
			api.getOperation({ params: { id: operation.id }, query: { limit: PAGE, cursor } }, { signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: ({ items, nextCursor }) => (items.at(-1)?.reason ? nextCursor : undefined) ?? undefined,
	});
	const [first] = detail.data?.pages ?? [];
	const listed = detail.data?.pages.flatMap(({ items }) => items) ?? [];
	const unchanged = listed.filter((item) => item.reason !== null);
	return (
		<div className="flex flex-col gap-4" role="status">
			<p className="text-14">
				<strong>{t.plan.outcome(state === "cancelled", applied, operation.count)}</strong> {forecastLine(result)}.
			</p>
			{error !== null && <Notice tone="red">{error}</Notice>}
			{unchanged.length > 0 && (
				<section>
					<h3 className="pb-1 text-12 font-semibold text-ink-3">{t.plan.notChanged}</h3>
					<ul className="rounded-2 border border-line">
						{unchanged.map((item) => (
							<li key={item.emailId} className="border-b border-line px-3 py-1.5 text-13 last:border-0">
								<span dir="auto" className="block truncate font-medium">
									{titleOf(item)}
								</span>
								<span className="block text-12 text-ink-3">{item.reason}</span>
							</li>
						))}
					</ul>
					<ShowMore query={detail} shown={unchanged.length} total={(first?.skipped ?? 0) + (first?.failed ?? 0)} />
				</section>
			)}
		</div>
	);
}
