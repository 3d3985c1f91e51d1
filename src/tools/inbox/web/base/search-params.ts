import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { type Filter, isFilter } from "./filters.ts";

/** Search parameters of the page, besides the open message. */
export interface InboxSearch {
	/** A folder's role or id; absent: the inbox, or all folders in a search. */
	folder?: string;
	q?: string;
	/** Absent: search with operators. */
	mode?: "plain";
	/** Order of a search with operators; absent: newest first. */
	sort?: "relevance";
	/** A quick filter of the list. */
	filter?: Filter;
	/** Account to select, or `ALL_MAILBOXES`, for links from elsewhere. */
	account?: string;
}

function text(value: unknown): string | undefined {
	// The router parses `q=2024` as a number.
	const written = typeof value === "number" ? String(value) : value;
	return typeof written === "string" && written.trim() !== "" ? written.slice(0, 1000) : undefined;
}

/** Parses the search parameters; invalid ones are dropped. */
export function readSearchParams(raw: Record<string, unknown>): InboxSearch {
	const mode = raw.mode === "plain" ? "plain" : undefined;
	const filter = isFilter(raw.filter) ? raw.filter : undefined;
	const q = text(raw.q);
	const sort = raw.sort === "relevance" && q !== undefined && mode === undefined ? "relevance" : undefined;
	const read: InboxSearch = { folder: text(raw.folder), q, mode, sort, filter, account: text(raw.account) };
	return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

export interface Address {
	emailId: string | null;
	search: InboxSearch;
	/** The folder of the list: a role, an id, or undefined for all folders. */
	folder: string | undefined;
	/** Opens a message, or closes it with null; `replace` adds no history entry. */
	open: (emailId: string | null, options?: { replace?: boolean }) => void;
	/** Shows another list; the open message closes. */
	show: (search: InboxSearch, options?: { replace?: boolean }) => void;
}

/** The current location within the inbox, and functions to navigate. */
export function useAddress(): Address {
	const navigate = useNavigate();
	const { emailId = null } = useParams({ strict: false }) as { emailId?: string };
	const { folder, q, mode, sort, filter, account } = useSearch({ strict: false }) as InboxSearch;
	return useMemo(() => {
		const search: InboxSearch = readSearchParams({ folder, q, mode, sort, filter, account });
		const go = (id: string | null, next: InboxSearch, replace = false) =>
			void navigate({
				to: "/inbox/{-$emailId}",
				params: { emailId: id ?? undefined },
				search: next,
				replace,
				resetScroll: false,
			});
		return {
			emailId,
			search,
			folder: folder ?? (q === undefined ? "inbox" : undefined),
			open: (id, options) => go(id, search, options?.replace),
			show: (next, options) => go(null, readSearchParams({ ...next }), options?.replace),
		};
	}, [navigate, emailId, folder, q, mode, sort, filter, account]);
}
