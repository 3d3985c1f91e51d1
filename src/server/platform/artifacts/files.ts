import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config.ts";
import type { Queryable } from "../../db/database.ts";
import type { PlatformContext } from "../context/context.ts";
import { readFile, removeFile, type StoredFile, storeFile } from "./storage.ts";

/** Files that the server makes for a person and keeps for a while, whichever tool makes them. Their names are ids of ours. */

type Where = Pick<Config, "dataDir" | "s3">;

function artifactPath({ dataDir }: Pick<Config, "dataDir">, id: string): StoredFile {
	if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error("Not an id");
	return { path: join(dataDir, "kept", id), key: `kept/${id}` };
}

/** Notes that a file is about to be written: from then on it is found, whatever becomes of its maker. */
export async function registerArtifact(
	{ database }: Pick<PlatformContext, "database">,
	tx: Queryable,
	file: { ownerId: string; id: string; expiresAt: Date },
): Promise<void> {
	await database.query(
		"insert into kept_files (owner_id, id, expires_at) values ($1, $2, $3)",
		[file.ownerId, file.id, file.expiresAt],
		tx,
	);
}

/** Where to write it. */
export async function pathToWrite(config: Where, id: string): Promise<string> {
	await mkdir(join(config.dataDir, "kept"), { recursive: true, mode: 0o700 });
	return artifactPath(config, id).path;
}

/** The file is whole: it goes where every process finds it. @returns false when it was deleted meanwhile */
export async function finishFile(
	{ config, database, now }: Pick<PlatformContext, "config" | "database" | "now">,
	ownerId: string,
	id: string,
	signal: AbortSignal,
): Promise<boolean> {
	const place = artifactPath(config, id);
	const { size } = await stat(place.path);
	await storeFile(config, place, signal);
	const rows = await database.query(
		"update kept_files set size_bytes = $3, ready_at = $4 where owner_id = $1 and id = $2 returning 1",
		[ownerId, id, size, new Date(now())],
	);
	if (rows.length === 0) await removeFile(config, place);
	return rows.length > 0;
}

export function readArtifact(
	config: Where,
	id: string,
	start: number,
	end: number,
): Promise<ReadableStream<Uint8Array>> {
	return readFile(config, artifactPath(config, id), start, end);
}

/** Deletes a file, finished or not; it may be gone already. */
export async function removeArtifact(
	{ config, database }: Pick<PlatformContext, "config" | "database">,
	ownerId: string,
	id: string,
): Promise<void> {
	await removeFile(config, artifactPath(config, id));
	await database.query("delete from kept_files where owner_id = $1 and id = $2", [ownerId, id]);
}

/** Deletes what has expired, whosever it is. */
export async function expireArtifacts(ctx: Pick<PlatformContext, "config" | "database" | "now">): Promise<void> {
	for (;;) {
		const rows = await ctx.database.query<{ owner_id: string; id: string }>(
			"select owner_id, id from kept_files where expires_at <= $1 order by expires_at limit 100",
			[new Date(ctx.now())],
		);
		for (const { owner_id: ownerId, id } of rows) await removeArtifact(ctx, ownerId, id);
		if (rows.length < 100) return;
	}
}

/** Deletes all files of a person who leaves. */
export async function removeAllArtifacts(
	ctx: Pick<PlatformContext, "config" | "database">,
	ownerId: string,
): Promise<void> {
	const rows = await ctx.database.query<{ id: string }>("select id from kept_files where owner_id = $1", [ownerId]);
	for (const { id } of rows) await removeArtifact(ctx, ownerId, id);
}
