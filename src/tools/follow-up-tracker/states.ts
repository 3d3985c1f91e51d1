/** States of campaigns and recipients. */

export const campaignStates = ["draft", "scheduled", "active", "paused", "stopped", "completed"] as const;
export type CampaignState = (typeof campaignStates)[number];

/** Launched, and not over. */
export const isInProgress = (state: CampaignState): boolean =>
	state === "active" || state === "scheduled" || state === "paused";

export const recipientStates = [
	"waiting",
	"excluded",
	"sending",
	"uncertain",
	"finished",
	"replied",
	"unsubscribed",
	"bounced",
	"failed",
	"stopped",
] as const;
export type RecipientState = (typeof recipientStates)[number];

/** Why a recipient gets nothing. */
export const exclusions = [
	"invalid",
	"no_mail_server",
	"suppressed",
	"missing_field",
	"in_conversation",
	"other_campaign",
	"same_text",
	"own_address",
] as const;
export type Exclusion = (typeof exclusions)[number];

/** What a reply says. */
export const replyTones = ["interested", "not_now", "refused", "wrong_person", "question"] as const;
export type ReplyTone = (typeof replyTones)[number];

/** How replies are sorted: by their tone; out of office; not known. */
export const replyGroups = [...replyTones, "absent", "unsure"] as const;
export type ReplyGroup = (typeof replyGroups)[number];

/** Who gets a follow-up, of those who did not reply, unsubscribe or bounce. */
export const stepConditions = ["no_reply", "not_opened", "clicked"] as const;
export type StepCondition = (typeof stepConditions)[number];

export const eventKinds = [
	"sent",
	"replied",
	"auto_replied",
	"away",
	"bounced",
	"soft_bounced",
	"delayed",
	"unsubscribed",
	"opened",
	"clicked",
	"failed",
	"stopped",
	"skipped",
] as const;
export type EventKind = (typeof eventKinds)[number];
