import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { readSearchParams, type Search, type ShownView, type Tab } from "./search-params.ts";

export interface Address {
	tab: Tab;
	view: ShownView;
	show: (change: Search) => void;
}

/** The page's search parameters, and a function to change them. */
export function useAddress(): Address {
	const navigate = useNavigate();
	const { tab = "subscriptions", view = "open" } = readSearchParams(useSearch({ strict: false }));
	return useMemo(
		() => ({
			tab,
			view,
			show: (change) => {
				void navigate({
					to: ".",
					search: (now) => readSearchParams({ ...now, ...change }),
					resetScroll: false,
				});
			},
		}),
		[navigate, tab, view],
	);
}
