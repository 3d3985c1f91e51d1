import type { QueryClient } from "@tanstack/react-query";
import { selectedAccount } from "#web/lib/mailbox/accounts.ts";
import type { Plan, Step } from "../../contract.ts";
import { limits } from "../../limits.ts";
import { campaigns } from "./api.ts";
import { t } from "./text.ts";

/** An empty message. @param waitDays working days after the message before */
export function newStep(waitDays: number): Step {
	return { waitDays, subject: "", subjectB: "", condition: "no_reply", body: "", html: null };
}

/**
 * What a new draft starts with: working hours of this browser's time zone, and the selected mailbox. While all are
 * selected, it is the first that can send, the demo's only if it is the only one; one that cannot send leaves the choice
 * to the user.
 */
export async function newPlan(client: QueryClient): Promise<Plan> {
	const [{ items }, selected] = await Promise.all([campaigns.listCampaignSenders(), selectedAccount(client)]);
	const able = items.filter(({ obstacle }) => obstacle === null);
	const first =
		selected === null
			? (able.find(({ isLocal }) => !isLocal) ?? able[0])
			: able.find(({ accountId }) => accountId === selected.id);
	return {
		...{
			name: t.page.newName,
			accountIds: first ? [first.accountId] : [],
			fromName: "",
			senderNames: {},
			postalAddress: "",
		},
		timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
		...{ sendDays: [1, 2, 3, 4, 5], sendFrom: 9 * 60, sendUntil: 17 * 60, dailyCap: 50, spacingSeconds: 90 },
		...{ warmUp: null, zoneField: "" },
		...{
			pauseAtBounces: limits.bounces,
			stopsOrganization: false,
			includesConversations: false,
			tracksOpens: false,
			tracksClicks: false,
		},
		...{ startsAt: null, steps: [newStep(0)] },
	};
}
