import type { Context } from "../auth/context.ts";
import { removeArchive } from "./storage.ts";
import { deleteExportRow, expiredExports } from "./store.ts";

/** Deletes all users' expired archives. Called when a user lists exports or starts one. */
export async function expireExports(ctx: Pick<Context, "config" | "database" | "jobs" | "now">): Promise<void> {
	for (const { ownerId, id } of await expiredExports(ctx)) {
		await removeArchive(ctx.config, id);
		await deleteExportRow(ctx, ownerId, id);
	}
}
