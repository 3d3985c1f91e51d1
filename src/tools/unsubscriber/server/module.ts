import { onNewMail } from "#kernel/events.ts";
import { accountsIn, dateRangeOf, recordReader, syncStale } from "#kernel/mail.ts";
import { implement, type MailContext, type ServerModule } from "#kernel/module.ts";
import type { ScheduledTask } from "#kernel/schedule.ts";
import { unsubscriberContract } from "../contract.ts";
import { tool } from "../tool.ts";
import { attemptsCsv, listAttempts, streamAttempts } from "./attempts/list.ts";
import { sentences } from "./attempts/reasons.ts";
import { recordReplies } from "./attempts/replies.ts";
import { noteStillSending } from "./attempts/still-sending.ts";
import { recordUnsubscribed } from "./attempts/store.ts";
import { decide } from "./decisions.ts";
import { hold, holdNewMail, pauseOverTask, planArchive, release } from "./holds/hold.ts";
import { readDigest } from "./subscriptions/digest.ts";
import { listEmailsOf } from "./subscriptions/emails.ts";
import { listSubscriptions } from "./subscriptions/list.ts";
import { ownedLists } from "./subscriptions/owned.ts";
import { checkLists } from "./unsubscribe/check.ts";
import { planRemoval } from "./unsubscribe/removal.ts";
import { requestUnsubscribe } from "./unsubscribe/request.ts";
import { unsubscribeWork } from "./unsubscribe/work.ts";

/** Subscriptions of a user: finding them, unsubscribing, keeping them, and the attempt log. */
export const unsubscriberModule: ServerModule<MailContext> = {
	name: tool.id,
	notExported: ["held_emails"],
	routes(ctx) {
		const { database } = ctx;
		return [
			implement(unsubscriberContract, {
				async scanSubscriptions({ caller, body }) {
					const accounts = await accountsIn(ctx, caller.ownerId, body.account ?? null);
					return { jobs: await syncStale(ctx, caller.ownerId, accounts) };
				},
				listSubscriptions({ caller, query }) {
					recordReader(database);
					return listSubscriptions(ctx, caller.ownerId, query);
				},
				listSubscriptionEmails({ caller, query }) {
					recordReader(database);
					return listEmailsOf(ctx, caller.ownerId, query);
				},
				checkSubscriptions({ caller, body }) {
					recordReader(database);
					return checkLists(ctx, caller.ownerId, body.subscriptions);
				},
				async planRemoval({ caller, body }) {
					const lists = await ownedLists(database, caller.ownerId, body.subscriptions);
					return planRemoval(ctx, caller.ownerId, lists, dateRangeOf(body));
				},
				unsubscribe: ({ caller, body }) => requestUnsubscribe(ctx, caller, body),
				async markUnsubscribed({ caller, body }) {
					const lists = await ownedLists(database, caller.ownerId, body.subscriptions);
					return {
						count: await recordUnsubscribed(database, caller.ownerId, lists, {
							explanation: sentences["by-hand"],
							now: ctx.now(),
						}),
					};
				},
				async decideSubscriptions({ caller, body }) {
					const lists = await ownedLists(database, caller.ownerId, body.subscriptions);
					return { count: await decide(database, caller.ownerId, { refs: lists, decision: body.decision }, ctx.now()) };
				},
				async planArchive({ caller, body }) {
					return planArchive(ctx, caller.ownerId, await ownedLists(database, caller.ownerId, body.subscriptions));
				},
				async holdSubscriptions({ caller, body }) {
					const lists = await ownedLists(database, caller.ownerId, body.subscriptions);
					const until = body.until === null ? null : new Date(body.until);
					const started = await hold(ctx, caller, { lists, until, plan: body.plan ?? null });
					return { count: lists.length, job: started?.job ?? null, operation: started?.operation ?? null };
				},
				async releaseSubscriptions({ caller, body }) {
					const lists = await ownedLists(database, caller.ownerId, body.subscriptions);
					return { count: await release(ctx, caller.ownerId, lists) };
				},
				readDigest({ caller, query }) {
					recordReader(database);
					return readDigest(ctx, caller.ownerId, query);
				},
				listAttempts: ({ caller, query }) => listAttempts(ctx, caller.ownerId, query),
				streamAttempts: ({ caller, query, signal }) =>
					streamAttempts(ctx, caller.ownerId, query.account ?? null, signal),
				exportAttempts: ({ caller, query }) => attemptsCsv(ctx, caller.ownerId, query.account ?? null),
			}),
		];
	},
	work: [unsubscribeWork],
	schedules: [pauseOverTask as ScheduledTask<MailContext>],
	subscriptions: [
		onNewMail(`${tool.id}.new-mail`, async (ctx: MailContext, mail) => {
			await recordReplies(ctx, mail);
			await noteStillSending(ctx, mail);
			await holdNewMail(ctx, mail);
		}),
	],
};
