/** The page's search parameters. */
export interface Search {
	/** The campaign that is open; absent: the list. */
	campaign?: string;
	/** Which list; absent: campaigns. */
	tab?: Tab;
}

export const tabs = ["campaigns", "me", "them"] as const;
export type Tab = (typeof tabs)[number];

export function readSearchParams(raw: Record<string, unknown>): Search {
	const { campaign } = raw;
	if (typeof campaign === "string" && /^[\da-f-]{36}$/i.test(campaign)) return { campaign };
	const tab = tabs.find((one) => one === raw.tab);
	return tab === undefined || tab === "campaigns" ? {} : { tab };
}
