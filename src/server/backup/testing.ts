import { execFile } from "node:child_process";
import type { TestInstall } from "#test/database.ts";
import { programArguments } from "#test/programs.ts";
import { type Config, readConfig } from "../config.ts";
import { readLines } from "./rows.ts";
import { openSnapshot } from "./snapshot.ts";
import { listTables } from "./tables.ts";

/** Helpers for the tests of backups and moves. */

type Install = Pick<TestInstall, "dataDir" | "databaseUrl">;

export function envOf({ dataDir, databaseUrl }: Install): Record<string, string> {
	return { DATA_DIR: dataDir, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) };
}

/** Runs a command in its own process. */
export async function command(
	name: "backup" | "move" | "restore" | "verify",
	env: Record<string, string>,
	...args: string[]
): Promise<{ code: number; out: string }> {
	const program = await programArguments(name);
	return new Promise((resolve) => {
		const { PATH, NODE_COMPILE_CACHE } = process.env;
		const all = { PATH, NODE_COMPILE_CACHE, ...env };
		execFile(process.execPath, [...program, ...args], { env: all }, (error, stdout, stderr) => {
			resolve({ code: typeof error?.code === "number" ? error.code : error === null ? 0 : 1, out: stdout + stderr });
		});
	});
}

/** All rows of a database, by table, sorted. No other process may have it open. */
export async function contentOf(install: Install): Promise<Map<string, string[]>> {
	const snapshot = await openSnapshot(install);
	try {
		const content = new Map<string, string[]>();
		for (const table of await listTables(snapshot.client)) {
			const lines: string[] = [];
			for await (const some of readLines(snapshot.client, table)) lines.push(...some);
			content.set(table.name, lines.sort());
		}
		return content;
	} finally {
		await snapshot.close();
	}
}

/** Configuration for a server on an existing installation. */
export function configAt(install: Install, more: Record<string, string> = {}): Config {
	return readConfig({
		PORT: "0",
		PREPARE_DEMO: "off",
		DEMO_NEW_MAIL: "off",
		LOG_LEVEL: process.env.TEST_LOG ?? "silent",
		...envOf(install),
		...more,
	});
}
