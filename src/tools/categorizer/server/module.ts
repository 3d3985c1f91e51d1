import { implement } from "#server/http/implement.ts";
import { correct, listCorrections, previewCorrection, takeBack } from "#server/mailbox/categories/corrections.ts";
import { noteReader } from "#server/mailbox/store/readers.ts";
import type { ServerModule } from "#server/module.ts";
import { categorizerContract } from "../contract.ts";
import { tool } from "../tool.ts";
import { listEmails } from "./emails.ts";
import { planCategorized } from "./plan.ts";
import { scanJob, startScan } from "./scan.ts";
import { scopeOf } from "./scope.ts";
import { listSenders } from "./senders.ts";
import { summarise } from "./summary.ts";

/** Mail by category: counts, lists, senders, plans, and what the person corrects. */
export const categorizerModule: ServerModule = {
	name: tool.id,
	jobs: [scanJob],
	routes(ctx) {
		const { database } = ctx;
		return [
			implement(categorizerContract, {
				async getCategorySummary({ caller, query }) {
					noteReader(database);
					return summarise(database, await scopeOf(database, caller.ownerId, query));
				},
				async listCategorizedEmails({ caller, query }) {
					noteReader(database);
					return listEmails(database, await scopeOf(database, caller.ownerId, query), query);
				},
				async listCategorizedSenders({ caller, query }) {
					noteReader(database);
					return listSenders(database, await scopeOf(database, caller.ownerId, query), query);
				},
				planCategorized: ({ caller, body }) => planCategorized(ctx, caller.ownerId, body),
				scanCategories: async ({ caller, body }) => ({
					job: await startScan(ctx, caller.ownerId, body.account ?? null),
				}),
				previewCorrection: ({ caller, body }) => previewCorrection(ctx, caller.ownerId, body.target, body.category),
				correctCategory: ({ caller, body }) => correct(ctx, caller.ownerId, body.target, body.category),
				listCorrections: async ({ caller, query }) => ({
					items: await listCorrections(database, caller.ownerId, query.account ?? null),
				}),
				takeBackCorrection: ({ caller, params, body }) => takeBack(ctx, caller.ownerId, params.id, body.how),
			}),
		];
	},
};
