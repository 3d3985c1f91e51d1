import { type RangeSearch, rangeSearch } from "#web/lib/range/range-search.ts";
import type { View } from "./api.ts";

export const tabs = ["subscriptions", "kept", "log"] as const;
export type Tab = (typeof tabs)[number];

/** Kept lists have their own tab. */
export const views = ["open", "unsubscribed", "held", "not_required", "all"] as const satisfies readonly View[];
export type ShownView = (typeof views)[number];

/** Search parameters besides the range; defaults are omitted. */
export interface Search extends RangeSearch {
	tab?: Tab;
	view?: ShownView;
}

export function readSearchParams(raw: Record<string, unknown>): Search {
	const tab = tabs.find((one) => one === raw.tab);
	const view = views.find((one) => one === raw.view);
	return {
		...rangeSearch(raw),
		...(tab && tab !== "subscriptions" && { tab }),
		...(view && view !== "open" && { view }),
	};
}
