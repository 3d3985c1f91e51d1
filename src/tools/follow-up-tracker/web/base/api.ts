import { queryOptions } from "@tanstack/react-query";
import { createClient } from "#shared/client.ts";
import { send } from "#web/lib/api/api.ts";
import type { campaignsContract } from "../../contract.ts";
import { campaignsContract as routes } from "../../contract.ts?routes";

/** Routes of campaigns. */
export const campaigns = createClient<typeof campaignsContract>(routes, send);

/** Query keys. */
export const campaignKeys = {
	all: ["campaigns"],
	list: ["campaigns", "list"],
	/** Of the archived ones, or of the others. */
	listed: (archived: boolean) => ["campaigns", "list", archived],
	/** Of a campaign, or of all of them. */
	replies: (campaign: string | null, group: string) => ["campaigns", "replies", campaign, group],
	waiting: (who: "me" | "them", account: string | null) => ["campaigns", "waiting", who, account],
	waitingMarks: ["campaigns", "waiting", "marks"],
	candidates: (source: string, q: string) => ["campaigns", "candidates", source, q],
	one: (id: string) => ["campaigns", "one", id],
	forecast: (id: string) => ["campaigns", "forecast", id],
	recipients: (id: string) => ["campaigns", "recipients", id],
	recipient: (id: string) => ["campaigns", "recipient", id],
};

export const sendersQuery = queryOptions({
	queryKey: ["campaigns", "senders"],
	queryFn: async ({ signal }) => (await campaigns.listCampaignSenders({}, { signal })).items,
});

export const templatesQuery = queryOptions({
	queryKey: ["campaigns", "templates"],
	queryFn: async ({ signal }) => (await campaigns.listCampaignTemplates({}, { signal })).items,
});

/** While it is sending, results arrive without a reload. */
const LIVE_MS = 10_000;

export const campaignQuery = (id: string) =>
	queryOptions({
		queryKey: campaignKeys.one(id),
		queryFn: ({ signal }) => campaigns.getCampaign({ params: { id } }, { signal }),
		refetchInterval: ({ state }) => (state.data?.state === "active" ? LIVE_MS : false),
	});
