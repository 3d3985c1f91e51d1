import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { readMigrations } from "#server/db/migrate.ts";

/**
 * A tool's SQL uses the tool's own tables and the published views. Table names are unique words, so they are searched
 * for in the files of each tool's server, comments aside.
 */
const tools = fileURLToPath(new URL("../src/tools/", import.meta.url));

/** Tables by the part of the product that creates them: the kernel is "". */
function tablesByOwner(): Map<string, string> {
	const owners = new Map<string, string>();
	for (const { name, sql } of readMigrations()) {
		const owner = name.includes("/") ? (name.split("/")[0] ?? "") : "";
		for (const [, table = ""] of sql.matchAll(/^create table (?:if not exists )?(\w+)/gm)) owners.set(table, owner);
	}
	return owners;
}

/** Names that follow a keyword of SQL where a table stands. */
function namedTables(source: string): string[] {
	const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
	const found = code.matchAll(/\b(?:from|join|update|into|truncate)\s+(?:public\.)?"?(\w+)/gi);
	return [...found].map(([, table = ""]) => table.toLowerCase());
}

const owners = tablesByOwner();

it.each(readdirSync(tools).filter((tool) => readdirSync(path.join(tools, tool)).includes("server")))(
	"%s uses its own tables and published views",
	(tool) => {
		const folder = path.join(tools, tool, "server");
		const files = readdirSync(folder, { recursive: true })
			.map(String)
			.filter((file) => file.endsWith(".ts") && !/\.test\.ts$|testing/.test(file));
		const foreign = files.flatMap((file) =>
			namedTables(readFileSync(path.join(folder, file), "utf8"))
				.filter((table) => (owners.get(table) ?? tool) !== tool)
				.map((table) => `${file}: ${table}`),
		);
		expect(foreign).toEqual([]);
	},
);

it("recognizes the kernel's tables in a statement", () => {
	expect(namedTables("`select 1 from emails e join sweep_rules r on true`")).toEqual(["emails", "sweep_rules"]);
	expect([owners.get("emails"), owners.get("sweep_rules")]).toEqual(["", "smart-archive"]);
});
