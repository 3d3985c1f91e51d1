import { uploadsContract } from "#shared/contracts/accounts.ts";
import { implement } from "../../platform/http/implement.ts";
import type { ServerModule } from "../../platform/modules/module.ts";
import type { MailContext } from "../context/context.ts";
import { appendUpload } from "./append.ts";
import { maintainUploads, sweepUploads } from "./maintenance.ts";
import { createUpload, deleteUpload, getUpload, listUploads } from "./store.ts";

/** Resumable file uploads. */
export const uploadsModule: ServerModule<MailContext> = {
	name: "uploads",
	routes: (ctx) => [
		implement(uploadsContract, {
			createUpload: ({ caller, body }) => createUpload(ctx, caller.ownerId, body),
			listUploads: async ({ caller }) => ({ items: await listUploads(ctx, caller.ownerId) }),
			getUpload: ({ caller, params }) => getUpload(ctx, caller.ownerId, params.id),
			appendUpload: ({ caller, params, request, signal }) =>
				appendUpload(ctx, { ownerId: caller.ownerId, id: params.id }, { request, signal }),
			async deleteUpload({ caller, params }) {
				await deleteUpload(ctx, caller.ownerId, params.id);
				return undefined;
			},
		}),
	],
	maintain: maintainUploads,
	background: sweepUploads,
};
