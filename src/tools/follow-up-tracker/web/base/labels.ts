import type { Tone } from "#web/ui/base/badge.tsx";
import type { CampaignState, RecipientState, ReplyGroup, ReplyTone } from "../../states.ts";

/** Colors of states. */
export const campaignTones: Record<CampaignState, Tone> = {
	draft: "neutral",
	scheduled: "blue",
	active: "green",
	paused: "amber",
	stopped: "neutral",
	completed: "blue",
};

export const recipientTones: Record<RecipientState, Tone> = {
	waiting: "neutral",
	excluded: "neutral",
	sending: "blue",
	uncertain: "amber",
	finished: "neutral",
	replied: "green",
	unsubscribed: "amber",
	bounced: "red",
	failed: "red",
	stopped: "neutral",
};

export const replyTones: Record<ReplyTone, Tone> = {
	interested: "green",
	not_now: "amber",
	refused: "red",
	wrong_person: "neutral",
	question: "blue",
};

export const replyGroupTones: Record<ReplyGroup, Tone> = { ...replyTones, absent: "neutral", unsure: "neutral" };
