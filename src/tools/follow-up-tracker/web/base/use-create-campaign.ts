import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "#web/ui/toast/toast.ts";
import type { Plan } from "../../contract.ts";
import { campaignKeys, campaigns } from "./api.ts";
import { newPlan } from "./new-plan.ts";
import type { StepId } from "./search-params.ts";
import { t } from "./text.ts";
import { useOpenCampaign } from "./use-navigation.ts";

interface NewCampaign {
	/** What it starts with, besides the usual. */
	part?: Partial<Plan>;
	/** The step that is opened; absent: the first. */
	step?: StepId;
}

/** Creates a draft and opens it. */
export function useCreateCampaign() {
	const client = useQueryClient();
	const open = useOpenCampaign();
	return useMutation({
		mutationFn: async ({ part }: NewCampaign) =>
			campaigns.createCampaign({ body: { ...(await newPlan(client)), ...part } }),
		onSuccess: (campaign, { step }) => {
			client.setQueryData(campaignKeys.one(campaign.id), campaign);
			open(campaign.id, step);
		},
		onError: (error) => toast({ title: t.page.couldntCreate, description: error.message, tone: "destructive" }),
		onSettled: () => client.invalidateQueries({ queryKey: campaignKeys.list }),
	});
}
