import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { type Part, readSearchParams, type Search, type Sort, type Tab } from "./search-params.ts";

export interface Address {
	tab: Tab;
	part: Part;
	sort: Sort;
	/** Null: all. */
	organization: string | null;
	/** Null: any. */
	tag: string | null;
	/** The open contact; null: closed. */
	contact: string | null;
	show: (change: Search) => void;
}

/** The page's search parameters, and a function to change them; an empty text removes one. */
export function useAddress(): Address {
	const navigate = useNavigate();
	const search = readSearchParams(useSearch({ strict: false }));
	const { tab = "people", part = "all", sort = "recent", organization = null, tag = null, contact = null } = search;
	return useMemo(
		() => ({
			...{ tab, part, sort, organization, tag, contact },
			show: (change) => {
				void navigate({ to: ".", search: (now) => readSearchParams({ ...now, ...change }), resetScroll: false });
			},
		}),
		[navigate, tab, part, sort, organization, tag, contact],
	);
}
