import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { TestInstall } from "#test/database.ts";
import { type Config, readConfig } from "../config.ts";
import { readLines } from "./rows.ts";
import { openSnapshot } from "./snapshot.ts";
import { listTables } from "./tables.ts";

/** Helpers for the tests of backups and moves. */

type Install = Pick<TestInstall, "dataDir" | "databaseUrl">;

export function envOf({ dataDir, databaseUrl }: Install): Record<string, string> {
	return { DATA_DIR: dataDir, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) };
}

export function script(name: string): string[] {
	return ["--disable-warning=ExperimentalWarning", fileURLToPath(new URL(`../cli/${name}.ts`, import.meta.url))];
}

/** Runs a command in its own process. */
export function command(
	name: string,
	env: Record<string, string>,
	...args: string[]
): Promise<{ code: number; out: string }> {
	return new Promise((resolve) => {
		const { PATH, NODE_COMPILE_CACHE } = process.env;
		const all = { PATH, NODE_COMPILE_CACHE, ...env };
		execFile(process.execPath, [...script(name), ...args], { env: all }, (error, stdout, stderr) => {
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
	return readConfig({ PORT: "0", LOG_LEVEL: process.env.TEST_LOG ?? "silent", ...envOf(install), ...more });
}
