import { formatNumber } from "#web/lib/format.ts";
import { Button } from "./button.tsx";
import { t } from "./text.ts";

interface ShowMoreProps {
	/** TanStack's `useInfiniteQuery` result fits. */
	query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
	/** Rows on screen. */
	shown: number;
	/** Rows on the server. */
	total: number;
}

/** The end of a list that has more pages: how much of it is shown, and the next page on request. Nothing after the last page. */
export function ShowMore({ query, shown, total }: ShowMoreProps) {
	if (!query.hasNextPage) return null;
	return (
		<div className="flex flex-wrap items-center justify-center gap-3 border-t border-line p-3">
			<span className="text-13 text-ink-2 tabular-nums">{t.more.shown(formatNumber(shown), formatNumber(total))}</span>
			<Button size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
				{t.more.showMore}
			</Button>
		</div>
	);
}
