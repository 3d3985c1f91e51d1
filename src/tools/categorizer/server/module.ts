import { correct, listCorrections, previewCorrection, revert } from "#kernel/categories.ts";
import { recordReader } from "#kernel/mail.ts";
import { implement, type MailContext, type ServerModule } from "#kernel/module.ts";
import { categorizerContract } from "../contract.ts";
import { tool } from "../tool.ts";
import { listEmails } from "./emails.ts";
import { planCategorized } from "./plan.ts";
import { scanJob, startScan } from "./scan.ts";
import { scopeOf } from "./scope.ts";
import { listSenders } from "./senders.ts";
import { summarise } from "./summary.ts";

/** Mail by category: counts, lists, senders, plans, and the user's corrections. */
export const categorizerModule: ServerModule<MailContext> = {
	name: tool.id,
	jobs: [scanJob],
	routes(ctx) {
		const { database } = ctx;
		return [
			implement(categorizerContract, {
				async getCategorySummary({ caller, query }) {
					recordReader(database);
					return summarise(database, await scopeOf(database, caller.ownerId, query));
				},
				async listCategorizedEmails({ caller, query }) {
					recordReader(database);
					return listEmails(database, await scopeOf(database, caller.ownerId, query), query);
				},
				async listCategorizedSenders({ caller, query }) {
					recordReader(database);
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
				revertCorrection: ({ caller, params, body }) => revert(ctx, caller.ownerId, params.id, body.how),
			}),
		];
	},
};
