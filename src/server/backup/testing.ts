import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { TestInstall } from "#test/database.ts";
import { type Config, readConfig } from "../config.ts";
import { readLines } from "./rows.ts";
import { openSnapshot } from "./snapshot.ts";
import { listTables } from "./tables.ts";

/** Commands and comparisons for the tests of backups and moves. */

type Install = Pick<TestInstall, "dataDir" | "databaseUrl">;

export function envOf({ dataDir, databaseUrl }: Install): Record<string, string> {
	return { DATA_DIR: dataDir, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) };
}

export function script(name: string): string[] {
	return ["--disable-warning=ExperimentalWarning", fileURLToPath(new URL(`../cli/${name}.ts`, import.meta.url))];
}

/** Runs a command as a person would, apart from this process. */
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

/** Everything that a database holds, by table, in an order of its own. Nobody else may have it open. */
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

/** The settings of a server on a place that was filled before. */
export function configAt(install: Install, more: Record<string, string> = {}): Config {
	return readConfig({ PORT: "0", LOG_LEVEL: process.env.TEST_LOG ?? "silent", ...envOf(install), ...more });
}
