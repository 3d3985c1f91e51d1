import type { Plan, Step } from "../contract.ts";
import { campaigns } from "./api.ts";
import { t } from "./text.ts";

/** An empty message. @param waitDays working days after the message before */
export function newStep(waitDays: number): Step {
	return { waitDays, subject: "", subjectB: "", condition: "no_reply", body: "", html: null };
}

/** What a new draft starts with: working hours of this browser's time zone, and the first mailbox that can send. */
export async function newPlan(): Promise<Plan> {
	const { items } = await campaigns.listCampaignSenders();
	const first = items.find(({ obstacle }) => obstacle === null);
	return {
		...{ name: t.page.newName, accountIds: first ? [first.accountId] : [], fromName: "", postalAddress: "" },
		timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
		...{ sendDays: [1, 2, 3, 4, 5], sendFrom: 9 * 60, sendUntil: 17 * 60, dailyCap: 50, spacingSeconds: 90 },
		...{ warmUp: null, zoneField: "" },
		...{ stopsOrganization: false, includesConversations: false, tracksOpens: false, tracksClicks: false },
		...{ startsAt: null, steps: [newStep(0)] },
	};
}
