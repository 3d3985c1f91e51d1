import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { rangeSearch } from "#web/lib/range/use-range.ts";
import type { View } from "./api.ts";

export const tabs = ["subscriptions", "kept", "ledger"] as const;
export type Tab = (typeof tabs)[number];

/** Kept lists have a tab of their own. */
export const views = ["open", "left", "not_required", "all"] as const satisfies readonly View[];
export type ShownView = (typeof views)[number];

/** What the address says besides the range; what is usual is left out of it. */
interface Search {
	tab?: Tab;
	view?: ShownView;
}

export function readAddress(raw: Record<string, unknown>): Record<string, unknown> & Search {
	const tab = tabs.find((one) => one === raw.tab);
	const view = views.find((one) => one === raw.view);
	return {
		...rangeSearch(raw),
		...(tab && tab !== "subscriptions" && { tab }),
		...(view && view !== "open" && { view }),
	};
}

export interface Address {
	tab: Tab;
	view: ShownView;
	show: (change: Search) => void;
}

/** What the page shows, and the way to show something else. */
export function useAddress(): Address {
	const navigate = useNavigate();
	const { tab = "subscriptions", view = "open" } = useSearch({ strict: false }) as Search;
	return useMemo(
		() => ({
			tab,
			view,
			show: (change) => {
				const search = (now: Record<string, unknown>) => readAddress({ ...now, ...change });
				void navigate({ to: ".", search, resetScroll: false } as never);
			},
		}),
		[navigate, tab, view],
	);
}
