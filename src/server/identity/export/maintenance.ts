import type { Context } from "../auth/context.ts";
import { removeArchive } from "./storage.ts";
import { deleteExportRow, expiredExports } from "./store.ts";

/** Archives listed at once. */
const CHUNK = 100;

/** Deletes all users' expired archives. Called when a user lists exports or starts one. */
export async function expireExports(
	ctx: Pick<Context, "config" | "database" | "jobs" | "now">,
	chunk = CHUNK,
): Promise<void> {
	for (;;) {
		const expired = await expiredExports(ctx, chunk);
		for (const { ownerId, id } of expired) {
			await removeArchive(ctx.config, id);
			await deleteExportRow(ctx, ownerId, id);
		}
		if (expired.length < chunk) return;
	}
}
