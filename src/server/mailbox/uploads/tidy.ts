import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../../context.ts";
import { removeFile, uploadFolder } from "./files.ts";

/** An upload that nobody went on with for so long is given up. */
const STALE_MS = 7 * 24 * 3_600_000;

/** Deletes uploads that were given up, and files that a crash left without an owner. */
export async function tidyUploads(ctx: Pick<Context, "config" | "database" | "now">): Promise<void> {
	const folder = uploadFolder(ctx.config.dataDir);
	const names = await readdir(folder).catch((cause: NodeJS.ErrnoException) => {
		if (cause.code === "ENOENT") return [];
		throw cause;
	});
	const stale: string[] = [];
	for (const name of names) if ((await lastWritten(join(folder, name))) < ctx.now() - STALE_MS) stale.push(name);
	const kept = await ctx.database.query<{ id: string }>(
		"select id from account_files where id::text = any($1::text[])",
		[stale],
	);
	const keep = new Set(kept.map((row) => row.id));
	for (const name of stale) if (!keep.has(name)) await removeFile(join(folder, name));
	// Of those begun long ago, the ones that still have a file were gone on with lately.
	await ctx.database.query("delete from uploads where created_at < $1 and id::text <> all($2::text[])", [
		new Date(ctx.now() - STALE_MS),
		names.filter((name) => !stale.includes(name)),
	]);
}

/** Epoch milliseconds; a file that has gone in the meantime was in use until now. */
async function lastWritten(path: string): Promise<number> {
	try {
		return (await stat(path)).mtimeMs;
	} catch (cause) {
		if ((cause as NodeJS.ErrnoException).code === "ENOENT") return Number.POSITIVE_INFINITY;
		throw cause;
	}
}
