import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { loadFile } from "./load.ts";
import { digestOf, setTextFormat } from "./rows.ts";
import { listTables } from "./tables.ts";
import { writeTables } from "./write-tables.ts";

const TEXTS = ["", "a", "é\u{1f426}\n\u2028", "x".repeat(200), "b", "c", "\u{1f426}".repeat(70), "d", "e", "f", "g"];

/** [characters, rows, first, characters of a file, bytes decompressed] */
it.each([
	[1, 1, 1, 1, 64],
	[60, 2, 3, 70, 64],
	[300, 3, 2, 200, 100],
	[2_000, 100, 11, 2_000, 4_096],
])(
	"writes and loads each row once, in parts of %i characters or %i rows",
	async (...[characters, rows, first, fileLength, chunk]) => {
		const database = await testDatabase();
		const folder = mkdtempSync(join(tmpdir(), "mailstead-rows-"));
		const client = await database.pool.connect();
		try {
			await client.query("create table texts (n integer primary key, content text)");
			await client.query("insert into texts select n, c from unnest($1::text[]) with ordinality as t (c, n)", [TEXTS]);
			await client.query("begin");
			await setTextFormat(client);
			const tables = await listTables(client);
			const table = tables.find(({ name }) => name === "texts");
			if (table === undefined) throw new Error("The table is not listed");
			const others = new Set(tables.map(({ name }) => name).filter((name) => name !== "texts"));
			const limits = { characters, rows, first, fileLength };
			const [written] = await writeTables(client, folder, others, () => undefined, limits);
			expect(written).toMatchObject({ name: "texts", ...(await digestOf(client, table)), rows: TEXTS.length });
			const files = written?.files ?? [];
			expect(files.length > 1).toBe(fileLength < 2_000);
			await client.query("delete from texts");
			for (const file of files) {
				const bytes = createReadStream(join(folder, file.name));
				const columns = written?.columns ?? [];
				await loadFile(client, { table, columns }, { file, bytes, onRow: () => undefined }, { ...limits, chunk });
			}
			const { rows: loaded } = await client.query<{ content: string }>("select content from texts order by n");
			expect(loaded.map(({ content }) => content)).toEqual(TEXTS);
			await client.query("rollback");
		} finally {
			client.release();
			rmSync(folder, { recursive: true });
			await database.remove();
		}
	},
);
