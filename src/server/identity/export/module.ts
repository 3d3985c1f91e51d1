import { exportsContract } from "#shared/contracts/settings.ts";
import { conflict } from "../../errors.ts";
import { requireRoom } from "../../mail/storage/quota.ts";
import { type Implementation, implement } from "../../platform/http/implement.ts";
import type { ServerModule } from "../../platform/modules/module.ts";
import type { Context } from "../auth/context.ts";
import { archiveReply } from "./download.ts";
import { createExportJob, startExport } from "./job.ts";
import { expireExports } from "./maintenance.ts";
import { removeArchive } from "./storage.ts";
import { deleteExportRow, getExport, listExports } from "./store.ts";

/** Maximum number of stored archives per user. */
const MAX_READY = 5;

/** Exports of all of a user's data. @param modules whose `notExported` is left out */
export function createExportModule(modules: readonly ServerModule<Context>[]): ServerModule<Context> {
	const job = createExportJob(modules.flatMap(({ notExported = [] }) => notExported));
	return { name: "export", jobs: [job], routes };
}

/** @throws AppError 409 `too-many-exports`, `storage-quota` */
export async function requireRoomForExport(ctx: Context, ownerId: string, most = MAX_READY): Promise<void> {
	await expireExports(ctx);
	const ready = (await listExports(ctx, ownerId)).filter(({ state }) => state === "ready").length;
	if (ready >= most)
		throw conflict("too-many-exports", `You have ${most} archives. Delete one before you create another.`);
	// One export is always possible: users must be able to leave with their data.
	if (ready > 0) await requireRoom(ctx, ownerId, 1, { resume: "Then export again." });
}

function routes(ctx: Context): Implementation[] {
	return [
		implement(exportsContract, {
			async createExport({ caller }) {
				await requireRoomForExport(ctx, caller.ownerId);
				const { id, jobId } = await startExport(ctx, caller.ownerId);
				return { export: await getExport(ctx, caller.ownerId, id), job: await ctx.jobs.get(caller.ownerId, jobId) };
			},
			async listExports({ caller }) {
				await expireExports(ctx);
				return { items: await listExports(ctx, caller.ownerId) };
			},
			downloadExport: ({ caller, params, request }) => archiveReply(ctx, caller.ownerId, params.id, request),
			async deleteExport({ caller, params }) {
				const { jobId, state } = await getExport(ctx, caller.ownerId, params.id);
				if (state === "running") await ctx.jobs.cancel(caller.ownerId, jobId);
				await deleteExportRow(ctx, caller.ownerId, params.id);
				await removeArchive(ctx.config, params.id);
				return undefined;
			},
		}),
	];
}
