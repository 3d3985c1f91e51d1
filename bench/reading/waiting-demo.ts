/**
 * For whom the demo mailbox's conversations wait, by the id of their last message, labeled by reading them before the rules were
 * written. Somebody is waited for who was asked something, or promised to send, bring or tell something; an invitation has its own
 * answer and does not wait, nor does what bounced. All other conversations of people wait for nobody.
 */

/** The mailbox is generated for this time. */
export const DEMO_NOW = Date.UTC(2026, 0, 15);

/** `either`: readers differ. */
export const demoWaiting: Readonly<Record<"me" | "others" | "either", readonly string[]>> = {
	me: [
		"thread-1nn9e6x/1",
		"thread-yi2fw0/1",
		"thread-eppgk/1",
		"thread-1uvbxv8/1",
		"thread-1ejw89i/1",
		"thread-13mnswl/1",
		"thread-1yt8z4g/6",
		"thread-1t54c78/1",
		"thread-1ogxnds/3",
		"day-16weibe-3/1",
		"thread-1aed0g/1",
		"thread-1ig1x4t/1",
		"thread-gkwvf7/1",
		"thread-17octy3/3",
		"thread-16kst9x/2",
		"thread-1s6f7gq/1+again",
		"thread-sivt2/4",
		"day-y2seie-1/1",
		"day-y2seie-7/1",
		"day-y2seie-4/1",
		"day-1qwnz5-3/1",
		"day-1dkrujf-5/2",
		"day-1dkrujf-4/1",
		"day-1dkrujf-1/1",
		"day-1cns3wp-7/1",
		"day-1cns3wp-5/1+again",
		"day-1ps6xfs-3/3",
	],
	others: [
		"thread-f46ba3/1",
		"thread-jg2lu1/1",
		"thread-18rfiaf/5",
		"thread-1hs3c1u/5",
		"thread-1to5jop/2",
		"thread-1tjqb9q/3",
		"thread-1hffjbc/4",
		"day-18kfhkh-2/2",
		"thread-37mi6v/4",
	],
	either: [
		"thread-mxsrsl/1",
		"thread-nn3em/4",
		"thread-ovvhy7/1",
		"day-1cns3wp-2/1",
		"day-iaxric-2/2",
		"day-18kfhkh-1/2",
		"day-18kfhkh-4/2",
		"day-1i7lgyd-2/3",
		"day-1ps6xfs-4/3",
		"day-1ps6xfs-1/3",
		"day-1ps6xfs-5/2",
	],
};
