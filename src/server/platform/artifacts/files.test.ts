import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { startTestS3 } from "#test/s3/server.ts";
import { readConfig } from "../../config.ts";
import { expireArtifacts, pathToWrite, registerArtifact } from "./files.ts";
import { readFile, storeFile } from "./storage.ts";

it.each([2, 3, 7])("deletes expired files of all users, and no other, %i at a time", async (chunk) => {
	const database = await testDatabase();
	const dataDir = mkdtempSync(join(tmpdir(), "mailstead-artifacts-"));
	const config = readConfig({ DATA_DIR: dataDir });
	const now = Date.UTC(2026, 0, 10);
	const kept: string[] = [];
	for (let n = 0; n < 9; n++) {
		const id = randomUUID();
		const expiresAt = new Date(n < 7 ? now - n * 1_000 : now + 1_000);
		await database.transaction(() =>
			registerArtifact({ database }, { ownerId: `owner-${n % 3}`, id, name: "a.zip", expiresAt }),
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

it("stores files in pieces in an object store, and empty ones", async () => {
	const store = await startTestS3();
	const dataDir = mkdtempSync(join(tmpdir(), "mailstead-artifacts-"));
	const config = readConfig({ DATA_DIR: dataDir, ...store.env("here") });
	const piece = 5 * 1024 * 1024;
	for (const size of [0, 1, piece, piece + 1, 2 * piece + 3]) {
		const bytes = randomBytes(size);
		const file = { path: join(dataDir, "file"), key: `artifacts/${size}` };
		writeFileSync(file.path, bytes);
		await storeFile(config, file, new AbortController().signal, piece);
		expect(existsSync(file.path)).toBe(false);
		const read = Buffer.from(await new Response(await readFile(config, file, 0, size - 1)).arrayBuffer());
		expect([size, read.equals(bytes)]).toEqual([size, true]);
	}
	rmSync(dataDir, { recursive: true });
	await store.stop();
});
