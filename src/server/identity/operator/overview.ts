import { readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { uploadFolder } from "../../mail/uploads/files.ts";
import type { Context } from "../auth/context.ts";
import { exportFolder } from "../export/files.ts";

/** The server's status. */
export async function readOverview(ctx: Context) {
	const { config, database } = ctx;
	const startedAt = performance.now();
	const row = await database.one<{
		version: string;
		size: number;
		people: number;
		accounts: number;
		messages: number;
		bytes: number;
		waiting_since: Date | null;
		failed_last_day: number;
	}>(
		`select current_setting('server_version') as version, pg_database_size(current_database()) as size,
			(select count(*) from users)::int as people,
			(select count(*) from connected_accounts where status <> 'deleting')::int as accounts,
			(select coalesce(sum(total_count), 0) from email_folders)::bigint as messages,
			(select coalesce(sum(size_bytes), 0) from email_folders)::bigint as bytes,
			(select min(run_after) from jobs where state = 'queued' and run_after <= now()) as waiting_since,
			(select count(*) from jobs where state = 'failed' and finished_at > now() - interval '1 day')::int as failed_last_day`,
		[],
	);
	if (row === undefined) throw new Error("The database returned no information about itself");
	return {
		version: config.version,
		startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
		node: process.version,
		roles: [...config.roles],
		baseUrl: config.baseUrl,
		signUp: config.signUp,
		database: {
			kind: database.embedded ? ("embedded" as const) : ("postgresql" as const),
			version: row.version,
			sizeBytes: row.size,
		},
		health: {
			databaseMs: Math.round((performance.now() - startedAt) * 10) / 10,
			waitingSince: row.waiting_since?.toISOString() ?? null,
			failedLastDay: row.failed_last_day,
		},
		people: row.people,
		accounts: row.accounts,
		messages: row.messages,
		mailBytes: row.bytes,
		memoryBytes: process.memoryUsage().rss,
	};
}

interface Measured {
	files: number;
	bytes: number;
}

/** How long a measurement is cached: walking a million files takes a while. */
const FRESH_MS = 60_000;
/** Concurrent file system calls. */
const AT_ONCE = 64;

/** Measures the data folder, with a cache. */
export function createStorageMeter(ctx: Pick<Context, "config" | "now">) {
	let last: { at: number; answer: ReturnType<typeof measure> } | null = null;
	async function measure() {
		const { dataDir } = ctx.config;
		const disk = await statfs(dataDir);
		return {
			dataDir,
			blobs: await folderSize(join(dataDir, "blobs")),
			uploads: await folderSize(uploadFolder(dataDir)),
			exports: await folderSize(exportFolder(dataDir)),
			freeBytes: disk.bavail * disk.bsize,
			measuredAt: new Date(ctx.now()).toISOString(),
		};
	}
	return () => {
		if (last !== null && ctx.now() - last.at < FRESH_MS) return last.answer;
		const measurement = { at: ctx.now(), answer: measure() };
		last = measurement;
		measurement.answer.catch(() => {
			if (last === measurement) last = null;
		});
		return measurement.answer;
	};
}

/** Files deleted while counting are ignored; a missing folder is empty. */
async function folderSize(folder: string): Promise<Measured> {
	const gone = (cause: NodeJS.ErrnoException): null => {
		if (cause.code === "ENOENT") return null;
		throw cause;
	};
	const entries = (await readdir(folder, { withFileTypes: true }).catch(gone)) ?? [];
	const sum = { files: 0, bytes: 0 };
	const files = entries.filter((entry) => entry.isFile());
	for (let from = 0; from < files.length; from += AT_ONCE) {
		const found = await Promise.all(
			files.slice(from, from + AT_ONCE).map((file) => stat(join(folder, file.name)).catch(gone)),
		);
		for (const one of found) {
			if (one === null) continue;
			sum.files += 1;
			sum.bytes += one.size;
		}
	}
	for (const entry of entries) {
		if (!entry.isDirectory()) continue;
		const inside = await folderSize(join(folder, entry.name));
		sum.files += inside.files;
		sum.bytes += inside.bytes;
	}
	return sum;
}
