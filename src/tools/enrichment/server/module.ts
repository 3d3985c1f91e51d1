import { csvReply, implement, type MailContext, type ServerModule } from "#kernel/module.ts";
import { enrichmentContract } from "../contract.ts";
import { enrichmentSettings } from "../settings.ts";
import { tool } from "../tool.ts";
import { enrich, normalizedEmail } from "./enrich.ts";
import { exportList } from "./lists/export.ts";
import { controlList, deleteList, getList, listLists, startList } from "./lists/lists.ts";
import { readTable } from "./lists/read-table.ts";
import { deleteOldRecords } from "./lists/store.ts";
import { enrichWork } from "./lists/work.ts";
import { listOptOuts, optIn, optOut } from "./opt-outs.ts";
import { listKeys, removeKey, storeKey } from "./paid/keys.ts";
import { deleteEnrichment, getEnrichment, listEnrichments } from "./store.ts";

/** A day longer than the rows of lists are kept. */
const LISTS_MS = 31 * 24 * 3_600_000;

/** Who is behind an address. */
export const enrichmentModule: ServerModule<MailContext> = {
	name: tool.id,
	settings: [enrichmentSettings],
	notExported: ["enrichment_keys"],
	work: [enrichWork],
	maintain: (ctx) => deleteOldRecords(ctx, new Date(ctx.now() - LISTS_MS)),
	routes(ctx) {
		const { database } = ctx;
		return [
			implement(enrichmentContract, {
				enrichEmail: ({ caller, body, signal }) => enrich(ctx, caller.ownerId, { email: body.email, signal }),
				listEnrichments: ({ caller, query }) => listEnrichments(database, caller.ownerId, query),
				getEnrichment: ({ caller, params }) => getEnrichment(database, caller.ownerId, params.id),
				async deleteEnrichment({ caller, params }) {
					await deleteEnrichment(database, caller.ownerId, params.id);
					return undefined;
				},
				async enrichFile({ caller, query, request }) {
					const table = await readTable(ctx, caller.ownerId, request.body);
					return startList(ctx, caller.ownerId, { name: query.filename, ...table });
				},
				enrichList({ caller, body: { name, emails } }) {
					const rows = emails.map((email) => ({ email, cells: [] }));
					return startList(ctx, caller.ownerId, { name, columns: [], rows, skippedRows: 0 });
				},
				listEnrichmentLists: ({ caller, query }) => listLists(ctx, caller.ownerId, query),
				getEnrichmentList: ({ caller, params }) => getList(ctx, caller.ownerId, params.id),
				exportEnrichmentList: async ({ caller, params }) =>
					csvReply("email-enrichment", await exportList(ctx, caller.ownerId, params.id)),
				pauseEnrichmentList: ({ caller, params }) =>
					controlList(ctx, caller.ownerId, { id: params.id, action: "pause" }),
				resumeEnrichmentList: ({ caller, params }) =>
					controlList(ctx, caller.ownerId, { id: params.id, action: "resume" }),
				cancelEnrichmentList: ({ caller, params }) =>
					controlList(ctx, caller.ownerId, { id: params.id, action: "cancel" }),
				async deleteEnrichmentList({ caller, params }) {
					await deleteList(ctx, caller.ownerId, params.id);
					return undefined;
				},
				listSourceKeys: async ({ caller }) => ({ sources: await listKeys(database, caller.ownerId) }),
				async setSourceKey({ caller, body }) {
					await storeKey(ctx, caller.ownerId, body);
					return undefined;
				},
				async deleteSourceKey({ caller, query }) {
					await removeKey(ctx, caller.ownerId, query.source);
					return undefined;
				},
				async optOut({ caller, body }) {
					await optOut(database, caller.ownerId, normalizedEmail(body.email), new Date(ctx.now()));
					return undefined;
				},
				listOptOuts: ({ caller, query }) => listOptOuts(database, caller.ownerId, query),
				async optIn({ caller, query }) {
					await optIn(database, caller.ownerId, normalizedEmail(query.email));
					return undefined;
				},
			}),
		];
	},
};
