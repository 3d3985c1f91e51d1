import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { readConfig } from "../../config.ts";
import { expireArtifacts, pathToWrite, registerArtifact } from "./files.ts";

it.each([2, 3, 7])("deletes expired files of all users, and no other, %i at a time", async (chunk) => {
	const database = await testDatabase();
	const dataDir = mkdtempSync(join(tmpdir(), "mailstead-artifacts-"));
	const config = readConfig({ DATA_DIR: dataDir });
	const now = Date.UTC(2026, 0, 10);
	const kept: string[] = [];
	for (let n = 0; n < 9; n++) {
		const id = randomUUID();
		const expiresAt = new Date(n < 7 ? now - n * 1_000 : now + 1_000);
		await database.transaction((tx) =>
			registerArtifact({ database }, tx, { ownerId: `owner-${n % 3}`, id, name: "a.zip", expiresAt }),
		);
		writeFileSync(await pathToWrite(config, id), "content");
		if (n >= 7) kept.push(id);
	}
	await expireArtifacts({ config, database, now: () => now }, chunk);
	expect(readdirSync(join(dataDir, "artifacts")).toSorted()).toEqual(kept.toSorted());
	const rows = await database.query<{ id: string }>("select id from artifacts", []);
	expect(rows.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
	rmSync(dataDir, { recursive: true });
	await database.remove();
});
