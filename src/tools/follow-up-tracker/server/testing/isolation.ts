import type { IsolationFixture } from "#test/isolation.ts";
import { campaignsContract } from "../../contract.ts";
import { samplePlan } from "./sample-plan.ts";

const updateCampaign = { json: samplePlan() };

export const isolation: IsolationFixture = {
	async prepare({ person }) {
		const api = person.client(campaignsContract);
		const { id } = await api.createCampaign({ body: samplePlan() });
		await api.addRecipients({ params: { id }, body: { rows: [{ email: "bea@example.org", fields: {} }] } });
		const { items } = await api.listRecipients({ params: { id }, query: {} });
		return { campaigns: id, "campaigns/recipients": items[0]?.id ?? "" };
	},
	inputs: {
		updateCampaign,
		changeCampaign: updateCampaign,
		renameCampaign: { json: { name: "Autumn offer" } },
		archiveCampaign: { json: { archived: true } },
		addRecipients: { json: { rows: [{ email: "carl@example.org", fields: {} }] } },
		addCandidates: { json: { source: "search", q: "", except: [] } },
		takeNextStep: { json: { kind: "suppress" } },
		setReplyTone: { json: { tone: null } },
		sendCampaignTest: { json: { step: 0, to: "carl@example.org" } },
	},
	// No one has the token of another person's link.
	refusals: {
		showCampaignOptOut: "not-found",
		followCampaignLink: "not-found",
		showCampaignPixel: "not-found",
	},
};
