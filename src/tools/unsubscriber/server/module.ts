import { implement } from "#server/http/implement.ts";
import { askedSpan } from "#server/mailbox/asked-span.ts";
import { noteReader } from "#server/mailbox/store/readers.ts";
import type { ServerModule } from "#server/module.ts";
import { unsubscriberContract } from "../contract.ts";
import { tool } from "../tool.ts";
import { leaveJob } from "./leaving/job.ts";
import { sentences } from "./leaving/reasons.ts";
import { planRemoval } from "./leaving/removal.ts";
import { requestLeaving } from "./leaving/request.ts";
import { noteAnswers } from "./ledger/answers.ts";
import { noteLeft } from "./ledger/attempts.ts";
import { settleLeftBehind } from "./ledger/line.ts";
import { ledgerFile, readLedger } from "./ledger/read.ts";
import { noteStillSending } from "./ledger/still-sending.ts";
import { decide } from "./subscriptions/decisions.ts";
import { readDigest } from "./subscriptions/digest.ts";
import { listEmailsOf } from "./subscriptions/emails.ts";
import { listSubscriptions } from "./subscriptions/list.ts";
import { ownedLists } from "./subscriptions/owned.ts";
import { syncStale } from "./subscriptions/scan.ts";

/** Lists that write to a person: finding them, leaving them, keeping them, and the ledger of it all. */
export const unsubscriberModule: ServerModule = {
	name: tool.id,
	routes(ctx) {
		const { database } = ctx;
		return [
			implement(unsubscriberContract, {
				async scanSubscriptions({ caller, body }) {
					return { jobs: await syncStale(ctx, caller.ownerId, body.account ?? null) };
				},
				async listSubscriptions({ caller, query }) {
					noteReader(database);
					await settleLeftBehind(database, caller.ownerId, ctx.now());
					return listSubscriptions(ctx, caller.ownerId, query);
				},
				listSubscriptionEmails({ caller, query }) {
					noteReader(database);
					return listEmailsOf(ctx, caller.ownerId, query);
				},
				async planRemoval({ caller, body }) {
					const lists = await ownedLists(database, caller.ownerId, body.subscriptions);
					return planRemoval(ctx, caller.ownerId, lists, askedSpan(body));
				},
				unsubscribe: ({ caller, body }) => requestLeaving(ctx, caller.ownerId, body),
				async markLeft({ caller, body }) {
					const lists = await ownedLists(database, caller.ownerId, body.subscriptions);
					return { count: await noteLeft(database, caller.ownerId, lists, sentences["by-hand"], ctx.now()) };
				},
				async decideSubscriptions({ caller, body }) {
					const lists = await ownedLists(database, caller.ownerId, body.subscriptions);
					return { count: await decide(database, caller.ownerId, lists, body.decision, ctx.now()) };
				},
				readDigest({ caller, query }) {
					noteReader(database);
					return readDigest(ctx, caller.ownerId, query);
				},
				async listAttempts({ caller, query }) {
					await settleLeftBehind(database, caller.ownerId, ctx.now());
					return readLedger(ctx, caller.ownerId, query);
				},
				exportAttempts: ({ caller, query }) => ledgerFile(ctx, caller.ownerId, query.account ?? null),
			}),
		];
	},
	jobs: [leaveJob],
	tidy: (ctx) => settleLeftBehind(ctx.database, null, ctx.now()),
	async arrived(ctx, mail) {
		await noteAnswers(ctx, mail);
		await noteStillSending(ctx, mail);
	},
};
