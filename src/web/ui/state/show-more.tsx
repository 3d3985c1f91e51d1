import { formatNumber } from "#web/lib/base/format.ts";
import { cx } from "../base/cx.ts";
import { t } from "../base/text.ts";
import { Button } from "../button/button.tsx";

interface ShowMoreProps {
	/** TanStack's `useInfiniteQuery` result fits. */
	query: Record<"hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError", boolean> & {
		fetchNextPage: () => unknown;
	};
	/** Rows on screen. */
	shown: number;
	/** Rows on the server. */
	total: number;
	/** At the end of a card: a rule separates it from the rows. */
	inCard?: boolean;
}

/** The end of a list that has more pages: how much of it is shown, and the next page on request. Nothing after the last page. */
export function ShowMore({ query, shown, total, inCard = false }: ShowMoreProps) {
	if (!query.hasNextPage) return null;
	return (
		<div className={cx("flex flex-wrap items-center justify-center gap-3 p-3", inCard && "border-t border-line")}>
			<span className="text-13 text-ink-2 tabular-nums" role="status">
				{query.isFetchNextPageError && !query.isFetchingNextPage
					? t.more.failed
					: t.more.shown(formatNumber(shown), formatNumber(total))}
			</span>
			<Button size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
				{t.more.showMore}
			</Button>
		</div>
	);
}
