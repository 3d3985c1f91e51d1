import { useEffect, useEffectEvent } from "react";
import { type CampaignRequest, onNewCampaign } from "#web/lib/passing/new-campaign.ts";
import { newStep } from "./base/new-plan.ts";
import { useCreateCampaign } from "./base/use-create-campaign.ts";

/** Receives requests for a campaign, on every page. It shows nothing. */
export default function CampaignHost() {
	const create = useCreateCampaign();
	const start = useEffectEvent(({ name, ...message }: CampaignRequest) =>
		create.mutate({ part: { name, steps: [{ ...newStep(0), ...message }] }, step: "messages" }),
	);
	useEffect(() => onNewCampaign((request) => start(request)), []);
	return null;
}
