import { formatBytes } from "#web/lib/base/format.ts";
import type { PlanBody } from "#web/lib/plan/plan-source.ts";
import type { Overview } from "../contract.ts";
import { queries } from "../queries.ts";
import { tool } from "../tool.ts";
import { t } from "./text.ts";

/** One change that the first cleanup offers. */
export interface CleanupPlan {
	id: "promotions" | "social" | "unread";
	count: number;
	q: string;
	name: string;
	note: string;
	body: PlanBody;
	title: string;
	verb: (count: number) => string;
	done: (count: number) => string;
	/** What gets smaller: the emails in the inbox, or the unread ones. */
	measure: string;
	/** Of the measure, before the change; null: not available. */
	before: number | null;
	/** Says which part goes. */
	legend: (count: number) => string;
}

/** The changes that are worth making in this mail; those without emails are left out. */
export function cleanupPlans(overview: Overview, account: string | undefined): CleanupPlan[] {
	const { plans, inboxEmails, unreadEmails } = overview;
	if (plans === null) return [];
	const { oldPromotions, oldSocial, oldUnread } = plans;
	const scope = { account, source: tool.id };
	const archive = {
		verb: t.plans.archiveVerb,
		done: t.plans.archiveDone,
		measure: t.cleanup.inbox,
		before: inboxEmails,
	};
	const [promotions, social, unread] = [
		queries.oldPromotions,
		queries.oldSocial(oldSocial.before),
		queries.oldUnread(oldUnread.before),
	];
	const all: CleanupPlan[] = [
		{
			id: "promotions",
			count: oldPromotions.count,
			q: promotions,
			name: t.plans.oldPromotions(oldPromotions.count),
			note: t.plans.oldPromotionsNote(formatBytes(oldPromotions.bytes)),
			body: { action: "archive", query: promotions, ...scope },
			title: t.plans.archiveTitle,
			...archive,
			legend: t.cleanup.leaveInbox,
		},
		{
			id: "social",
			count: oldSocial.count,
			q: social,
			name: t.cleanup.oldSocial(oldSocial.count),
			note: t.cleanup.oldSocialNote(formatBytes(oldSocial.bytes)),
			body: { action: "archive", query: social, ...scope },
			title: t.cleanup.socialTitle,
			...archive,
			legend: t.cleanup.leaveInbox,
		},
		{
			id: "unread",
			count: oldUnread.count,
			q: unread,
			name: t.plans.oldUnread(oldUnread.count),
			note: t.plans.oldUnreadNote,
			body: { action: "mark_read", query: unread, ...scope },
			title: t.plans.readTitle,
			verb: t.plans.readVerb,
			done: t.plans.readDone,
			measure: t.cleanup.unread,
			before: unreadEmails,
			legend: t.cleanup.becomeRead,
		},
	];
	return all.filter(({ count }) => count > 0);
}
