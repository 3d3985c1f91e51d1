import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { MailContext } from "../context/context.ts";
import { removeFile, uploadFolder, uploadPath } from "./files.ts";

/** How long a resumable upload is kept after its last byte: a user may come back next weekend. */
const STALE_MS = 7 * 24 * 3_600_000;
/** A file without a row cannot be resumed: a crash left it. The row is created before the file is written. */
const ORPHAN_MS = 3_600_000;
/** How long a non-resumable upload is kept after its writer's lease expired. */
const ABANDONED_SECONDS = 60;
const SWEEP_EVERY_MS = 5 * 60_000;

type Ctx = Pick<MailContext, "config" | "database" | "now">;

/** Deletes abandoned uploads, and files that a crash left without a row. */
export async function maintainUploads(ctx: Ctx): Promise<void> {
	await deleteAbandoned(ctx);
	const folder = uploadFolder(ctx.config.dataDir);
	const names = await readdir(folder).catch((cause: NodeJS.ErrnoException) => {
		if (cause.code === "ENOENT") return [];
		throw cause;
	});
	const old: { name: string; isStale: boolean }[] = [];
	for (const name of names) {
		const age = ctx.now() - (await lastWritten(join(folder, name)));
		if (age > ORPHAN_MS) old.push({ name, isStale: age > STALE_MS });
	}
	const named = await ctx.database.query<{ id: string; isUpload: boolean }>(
		`select id, false as "isUpload" from account_files where id::text = any($1::text[])
		union all select id, true from uploads where id::text = any($1::text[])`,
		[old.map(({ name }) => name)],
	);
	const files = new Set(named.filter(({ isUpload }) => !isUpload).map(({ id }) => id));
	const uploads = new Set(named.filter(({ isUpload }) => isUpload).map(({ id }) => id));
	const stale = new Set(old.filter(({ isStale }) => isStale).map(({ name }) => name));
	for (const { name } of old)
		if (!files.has(name) && (stale.has(name) || !uploads.has(name))) await removeFile(join(folder, name));
	// Of the old rows, those that still have a file were written to recently.
	await ctx.database.exec("delete from uploads where created_at < $1 and id::text <> all($2::text[])", [
		new Date(ctx.now() - STALE_MS),
		names.filter((name) => !stale.has(name)),
	]);
}

/**
 * Deletes single-request uploads whose process crashed. Compares with the database's clock, like the leases themselves.
 */
async function deleteAbandoned({ config, database }: Ctx): Promise<void> {
	const rows = await database.query<{ id: string }>(
		`delete from uploads where not resumable
			and coalesce(lease_until, created_at) < now() - make_interval(secs => ${ABANDONED_SECONDS}) returning id`,
		[],
	);
	for (const { id } of rows) await removeFile(uploadPath(config.dataDir, id));
}

/**
 * Runs the cleanup every few minutes: uploads that cannot be resumed count toward a user's quota.
 * @returns a function that stops it
 */
export function sweepUploads(ctx: MailContext): () => Promise<void> {
	let running: Promise<void> = Promise.resolve();
	const timer = setInterval(() => {
		running = maintainUploads(ctx).catch((cause: unknown) =>
			ctx.log.error({ event: "upload.cleanup_failed", err: cause }, "uploads could not be cleaned up"),
		);
	}, SWEEP_EVERY_MS);
	return async () => {
		clearInterval(timer);
		await running;
	};
}

/** Epoch milliseconds; a file deleted in the meantime counts as just written. */
async function lastWritten(path: string): Promise<number> {
	try {
		return (await stat(path)).mtimeMs;
	} catch (cause) {
		if ((cause as NodeJS.ErrnoException).code === "ENOENT") return Number.POSITIVE_INFINITY;
		throw cause;
	}
}
