/** The page's search parameters. */
export interface Search {
	/** The campaign that is open; absent: the list. */
	campaign?: string;
	/** Its step in the editor: absent, the first of a draft, and the results of a launched one. */
	step?: StepId;
	/** Which list; absent: campaigns. */
	tab?: Tab;
}

export const stepIds = ["recipients", "messages", "sending", "review"] as const;
export type StepId = (typeof stepIds)[number];

export const tabs = ["campaigns", "archived", "replies", "me", "them"] as const;
export type Tab = (typeof tabs)[number];

export function readSearchParams(raw: Record<string, unknown>): Search {
	const { campaign } = raw;
	if (typeof campaign === "string" && /^[\da-f-]{36}$/i.test(campaign)) {
		const step = stepIds.find((one) => one === raw.step);
		return { campaign, ...(step !== undefined && { step }) };
	}
	const tab = tabs.find((one) => one === raw.tab);
	return tab === undefined || tab === "campaigns" ? {} : { tab };
}
