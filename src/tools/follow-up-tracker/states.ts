/** States of campaigns and recipients. */

export const campaignStates = ["draft", "scheduled", "active", "paused", "stopped", "completed"] as const;
export type CampaignState = (typeof campaignStates)[number];

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
	"own_address",
] as const;
export type Exclusion = (typeof exclusions)[number];

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
] as const;
export type EventKind = (typeof eventKinds)[number];
