import { accountsContract } from "#shared/contracts/accounts.ts";
import { implement } from "../../platform/http/implement.ts";
import { createRateLimits } from "../../platform/http/rate-limit.ts";
import type { ServerModule } from "../../platform/modules/module.ts";
import type { MailContext } from "../context/context.ts";
import { deleteFolder, deleteFolderJob } from "../folders/delete-folder.ts";
import { createFolder, renameFolder } from "../folders/folders.ts";
import { getAccount, listAccounts, listProviders } from "../store/accounts.ts";
import { listFolders, listLabels } from "../store/read/folders.ts";
import { enqueueSync } from "../sync/job.ts";
import { listSyncs } from "../sync/status/history.ts";
import { resetDemo, resetJob, startDemo } from "./demo.ts";
import { deleteAccount, disconnectJob, resumeDeleting } from "./disconnect.ts";
import { createLookups } from "./discovery/lookups.ts";
import { connectImap, getConnection, updateConnection } from "./imap.ts";
import { importMbox } from "./import.ts";
import { createQuotas } from "./quota.ts";

/** The form queries while an address is being typed. */
const DISCOVERIES = { max: 60, window: 60 };

/** Accounts: connect, import, sync, disconnect. */
export const accountsModule: ServerModule<MailContext> = {
	name: "accounts",
	routes(ctx) {
		const tools = {
			limits: createRateLimits(ctx.database, ctx.config, ctx.now),
			lookups: createLookups(ctx.net, ctx.now),
		};
		const quotaOf = createQuotas(ctx);
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
				connectImap: ({ caller, body, signal }) => connectImap(ctx, tools, caller.ownerId, { body, signal }),
				getConnection: ({ caller, params }) => getConnection(ctx, caller.ownerId, params.id),
				updateConnection: ({ caller, params, body, signal }) =>
					updateConnection(ctx, tools, { ownerId: caller.ownerId, id: params.id }, { body, signal }),
				createFolder: ({ caller, params, body }) =>
					createFolder(ctx, { ownerId: caller.ownerId, accountId: params.id }, body.name),
				renameFolder: ({ caller, params, body }) =>
					renameFolder(ctx, { ownerId: caller.ownerId, accountId: params.id }, body.folder, body.name),
				deleteFolder: ({ caller, params, query }) =>
					deleteFolder(ctx, { ownerId: caller.ownerId, accountId: params.id }, query.folder, caller.device),
				getQuota: ({ caller, params }) => quotaOf(caller.ownerId, params.id),
				importMbox: ({ caller, query, request, signal }) => importMbox(ctx, caller.ownerId, query, { request, signal }),
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
	jobs: [deleteFolderJob, disconnectJob, resetJob],
	maintain: resumeDeleting,
};
