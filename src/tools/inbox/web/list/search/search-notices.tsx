import { MOST_RANKED } from "#shared/search/ranking.ts";
import type { MailList } from "../../base/list-model.ts";
import { t } from "../../base/text.ts";
import { PendingIndexLine } from "./pending-index-line.tsx";
import { UnsearchableLine } from "./unsearchable-notice.tsx";

interface SearchNoticesProps {
	list: MailList;
	isRanked: boolean;
}

/** What a search did not cover. */
export function SearchNotices({ list, isRanked }: SearchNoticesProps) {
	return (
		<>
			<UnsearchableLine terms={list.unsearchable} />
			<PendingIndexLine count={list.unsearched} />
			{isRanked && list.total > MOST_RANKED && (
				<p role="status" className="border-b border-line px-4 py-1.5 text-12 text-ink-2">
					{t.sort.onlyNewest(MOST_RANKED)}
				</p>
			)}
		</>
	);
}
