import type { Plan, Step } from "../../contract.ts";

/** A message; without a subject, a reply in the same conversation. */
export function sampleStep(changes: Partial<Step> = {}): Step {
	return {
		...{ waitDays: 0, subject: "", subjectB: "", condition: "no_reply", body: "Again", html: null },
		...changes,
	};
}

/** A campaign of one message, sent at any time. */
export function samplePlan(changes: Partial<Plan> = {}): Plan {
	return {
		...{ name: "Spring offer", accountIds: [], fromName: "Ada", senderNames: {}, postalAddress: "", timeZone: "UTC" },
		...{ sendDays: [0, 1, 2, 3, 4, 5, 6], sendFrom: 0, sendUntil: 1_440, dailyCap: 2_000, spacingSeconds: 5 },
		...{ warmUp: null, zoneField: "", pauseAtBounces: null },
		...{ stopsOrganization: false, includesConversations: false, tracksOpens: false, tracksClicks: false },
		...{ startsAt: null, steps: [sampleStep({ subject: "Hello {{first_name|there}}", body: "A question for you." })] },
		...changes,
	};
}
