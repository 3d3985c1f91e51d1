import { Bookmark, BookmarkCheck, Filter } from "lucide-react";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { newFilter } from "#web/lib/passing/new-filter.ts";
import { useInstalled } from "#web/lib/screens/installed.ts";
import { IconButton } from "#web/ui/button/button.tsx";
import { filtered } from "../../base/filters.ts";
import type { Address } from "../../base/search-params.ts";
import { t } from "../../base/text.ts";
import { useSearches } from "../../searches/use-searches.ts";

interface SearchActionsProps {
	address: Address;
	/** The mailbox that is searched; null: all. */
	account: Account | null;
}

/** What can be made of the search that is shown: a filter, and a saved search. */
export function SearchActions({ address, account }: SearchActionsProps) {
	const { q, mode, filter } = address.search;
	const searches = useSearches();
	const hasFilters = useInstalled().hasPath("/tool/block-filter");
	// Both know the language of operators alone.
	if (q === undefined || mode !== undefined) return null;
	// A saved search is found again by its text alone.
	const text = address.folder === undefined ? filtered(q, filter) : undefined;
	const isSaved = text !== undefined && searches.saved.includes(text);
	return (
		<>
			{hasFilters && (
				<IconButton
					icon={Filter}
					size="small"
					label={t.list.filterFromSearch}
					onClick={() => newFilter({ accountId: account?.id ?? null, search: q })}
				/>
			)}
			{text !== undefined && (
				<IconButton
					icon={isSaved ? BookmarkCheck : Bookmark}
					size="small"
					label={isSaved ? t.searches.remove : t.searches.save}
					onClick={() => searches.toggleSaved(text)}
				/>
			)}
		</>
	);
}
