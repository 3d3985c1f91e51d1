import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { readMigrations } from "#server/db/migrate.ts";

/**
 * The rules on SQL in ARCHITECTURE.md. A tool's SQL uses the tool's own tables and the published views. Table names are unique words, so they are searched
 * for in the files of each tool's server, comments aside.
 */
const src = fileURLToPath(new URL("../src/", import.meta.url));
const tools = path.join(src, "tools");

/** Files of the product below a folder, tests aside. */
function sourcesOf(folder: string): string[] {
	return readdirSync(folder, { recursive: true })
		.map(String)
		.filter((file) => file.endsWith(".ts") && !/\.test\.ts$|testing|test-context/.test(file));
}

/** Tables by the part of the product that creates them: the kernel is "". */
function tablesByOwner(): Map<string, string> {
	const owners = new Map<string, string>();
	for (const { name, sql } of readMigrations()) {
		const owner = name.includes("/") ? (name.split("/")[0] ?? "") : "";
		for (const [, table = ""] of sql.matchAll(/^create table (?:if not exists )?(\w+)/gm)) owners.set(table, owner);
	}
	return owners;
}

/** Names in SQL where a table name is expected. */
function namedTables(source: string): string[] {
	const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
	const found = code.matchAll(/(?:\b(?:from|join|update|into|truncate)\s+(?:public\.)?"?|\btable\(\s*")(\w+)/gi);
	return [...found].map(([, table = ""]) => table.toLowerCase());
}

const owners = tablesByOwner();

it.each(readdirSync(tools).filter((tool) => readdirSync(path.join(tools, tool)).includes("server")))(
	"%s uses its own tables and published views",
	(tool) => {
		const folder = path.join(tools, tool, "server");
		const foreign = sourcesOf(folder).flatMap((file) =>
			namedTables(readFileSync(path.join(folder, file), "utf8"))
				.filter((table) => (owners.get(table) ?? tool) !== tool)
				.map((table) => `${file}: ${table}`),
		);
		expect(foreign).toEqual([]);
	},
);

it("modules, which declare routes, have no SQL", () => {
	const modules = sourcesOf(src).filter((file) => /(?:^|\/)[\w-]*module\.ts$/.test(file));
	expect(modules.length).toBeGreaterThan(20);
	expect(modules.filter((file) => readFileSync(path.join(src, file), "utf8").includes(".query("))).toEqual([]);
});

/** Written with the counts and rollups that depend on them. */
const MESSAGE_TABLES = ["emails", "email_search", "email_attachments", "sender_stats", "day_stats", "month_stats"];
/** Their descriptions, which `insertInto` takes. */
const MESSAGE_COLUMNS = ["emails", "emailAttachments", "newAttachments", "newColumns", "contentColumns"];

it("messages are written by the store and the threads alone", () => {
	const writers = sourcesOf(src).filter((file) => {
		const source = readFileSync(path.join(src, file), "utf8");
		const named = (pattern: RegExp, tables: string[]): boolean =>
			[...source.matchAll(pattern)].some(([, table = ""]) => tables.includes(table));
		return (
			named(/\b(?:insert into|update|delete from)\s+(\w+)/g, MESSAGE_TABLES) ||
			named(/\binsertInto\(\s*(\w+)/g, MESSAGE_COLUMNS)
		);
	});
	const folders = new Set(writers.map((file) => path.dirname(file)));
	const places = ["server/mail/store", "server/mail/store/rollups", "server/mail/store/trust", "server/mail/threads"];
	expect([...folders].sort()).toEqual(places);
});

it("recognizes the kernel's tables in a statement", () => {
	expect(namedTables("`select 1 from emails e join sweep_rules r on true`")).toEqual(["emails", "sweep_rules"]);
	expect([owners.get("emails"), owners.get("sweep_rules")]).toEqual(["", "smart-archive"]);
});
