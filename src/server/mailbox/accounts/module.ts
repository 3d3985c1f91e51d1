import { accountsContract } from "#shared/contracts/accounts.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { implement } from "../../http/implement.ts";
import { createRateLimits } from "../../http/rate-limit.ts";
import type { ServerModule } from "../../module.ts";
import { listFolders, listLabels } from "../store/folders.ts";
import { listSyncs } from "../sync/history.ts";
import { enqueueSync } from "../sync/job.ts";
import { resetDemo, resetJob, startDemo } from "./demo.ts";
import { deleteAccount, disconnectJob, resumeDeleting } from "./disconnect.ts";
import { createLookups } from "./discovery/lookups.ts";
import { connectImap, getConnection, updateConnection } from "./imap.ts";
import { importMbox } from "./import.ts";
import { getAccount, listAccounts, listProviders, requireProvider } from "./store.ts";

function notYet(ctx: Context): never {
	requireProvider(ctx, "imap");
	throw new AppError(409, "not-supported", "This server cannot do this with IMAP mailboxes.");
}

/** A form asks while an address is typed. */
const DISCOVERIES = { max: 60, window: 60 };

/** Mailboxes: connecting, importing, syncing and disconnecting them. */
export const accountsModule: ServerModule = {
	name: "accounts",
	routes(ctx) {
		const tools = {
			limits: createRateLimits(ctx.database, ctx.config, ctx.now),
			lookups: createLookups(ctx.config, ctx.now),
		};
		return [
			implement(accountsContract, {
				listProviders: () => ({ items: listProviders(ctx) }),
				listAccounts: async ({ caller }) => ({ items: await listAccounts(ctx, caller.ownerId) }),
				startDemo: ({ caller }) => startDemo(ctx, caller.ownerId),
				resetDemo: ({ caller, params }) => resetDemo(ctx, caller.ownerId, params.id),
				async discoverImap({ caller, body }) {
					await tools.limits.check(`discover:${caller.ownerId}`, DISCOVERIES);
					return tools.lookups.discover(body.email);
				},
				connectImap: ({ caller, body, signal }) => connectImap(ctx, tools, caller.ownerId, body, signal),
				getConnection: ({ caller, params }) => getConnection(ctx, caller.ownerId, params.id),
				updateConnection: ({ caller, params, body, signal }) =>
					updateConnection(ctx, tools, caller.ownerId, params.id, body, signal),
				async createFolder({ caller, params }) {
					await getAccount(ctx, caller.ownerId, params.id);
					return notYet(ctx);
				},
				async renameFolder({ caller, params }) {
					await getAccount(ctx, caller.ownerId, params.id);
					return notYet(ctx);
				},
				async deleteFolder({ caller, params }) {
					await getAccount(ctx, caller.ownerId, params.id);
					return notYet(ctx);
				},
				async getQuota({ caller, params }) {
					await getAccount(ctx, caller.ownerId, params.id);
					return { usedBytes: null, limitBytes: null };
				},
				importMbox: ({ caller, query, request, signal }) => importMbox(ctx, caller.ownerId, query, request, signal),
				async deleteAccount({ caller, params }) {
					await deleteAccount(ctx, caller.ownerId, params.id);
					return undefined;
				},
				async syncAccount({ caller, params }) {
					const { id } = await getAccount(ctx, caller.ownerId, params.id);
					return { job: await enqueueSync(ctx, caller.ownerId, id) };
				},
				async listSyncs({ caller, params, query }) {
					const { id } = await getAccount(ctx, caller.ownerId, params.id);
					const { limit, cursor = null } = query;
					return listSyncs(ctx.database, caller.ownerId, id, { limit, cursor });
				},
				async listFolders({ caller, params }) {
					const { id } = await getAccount(ctx, caller.ownerId, params.id);
					return { items: await listFolders(ctx.database, caller.ownerId, id) };
				},
				async listLabels({ caller, params }) {
					const { id } = await getAccount(ctx, caller.ownerId, params.id);
					return { items: await listLabels(ctx.database, caller.ownerId, id) };
				},
			}),
		];
	},
	jobs: [disconnectJob, resetJob],
	tidy: resumeDeleting,
};
