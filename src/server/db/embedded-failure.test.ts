import { closeSync, openSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type TestInstall, testInstall } from "#test/database.ts";
import { createLogger } from "../log.ts";
import { openDatabase } from "./database.ts";
import { createEngineLog, EmbeddedFailure, explainDamage } from "./embedded-failure.ts";
import { createWireServer } from "./embedded-wire.ts";
import { createStopwatch } from "./slow-work.ts";

const log = createLogger({ logLevel: "silent" });
let install: TestInstall;
beforeEach(async () => {
	install = await testInstall({ embedded: true });
});
afterEach(() => install.remove());

const open = (onCrash: (cause: Error) => void = () => undefined) =>
	openDatabase({ ...install, databasePool: 2 }, log, onCrash);

describe("the embedded database", () => {
	it("reports a PANIC as a crash, with its reason", async () => {
		const crashes: Error[] = [];
		const database = await open((cause) => crashes.push(cause));
		expect(database.crash()).toBeNull();
		// As on a full disk, no other file of the log can be made.
		rmSync(join(install.dataDir, "pg", "pg_wal"), { recursive: true });
		const fill = async (): Promise<void> => {
			for (;;) await database.exec("select pg_logical_emit_message(false, 'x', repeat('y', 1000000))", []);
		};
		await expect(fill()).rejects.toThrow();
		await vi.waitFor(() => expect(crashes).toHaveLength(1), 20_000);
		expect(crashes[0]?.message).toMatch(/^could not .*pg_wal/);
		expect(database.crash()).toBe(crashes[0]);
		await database.pool.end();
	});

	it("says in a sentence that it cannot be opened because a file is damaged", async () => {
		const control = join(install.dataDir, "pg", "global", "pg_control");
		writeFileSync(control, Buffer.alloc(statSync(control).size));
		const failure = await open().catch((cause: unknown) => cause);
		expect(failure).toBeInstanceOf(EmbeddedFailure);
		expect((failure as Error).message).toMatch(/could not be opened: .+ restore a backup with npm run restore\.$/);
		expect(`${(failure as Error).message}${(failure as Error).stack}`).not.toMatch(/wasm/);
	});

	it("says in a sentence that a page is damaged", async () => {
		const database = await open();
		const row = await database.one<{ path: string }>("select pg_relation_filepath('migrations') as path", []);
		await database.exec("checkpoint", []);
		await database.close();
		const file = openSync(join(install.dataDir, "pg", row?.path ?? ""), "r+");
		writeSync(file, Buffer.alloc(4_000, 0xa5), 0, 4_000, 100);
		closeSync(file);
		const failure = await open().catch((cause: unknown) => cause);
		expect(explainDamage(failure)).toMatch(/^The database is damaged: invalid page .+ Restore a backup/);
	});
});

describe("a statement that is not completed", () => {
	async function failureOf(answer: string, panic: string | null): Promise<unknown> {
		const failures: unknown[] = [];
		const engine = {
			execProtocolRawStream: async (_: Uint8Array, { onRawData }: { onRawData: (data: Uint8Array) => void }) => {
				// In pieces of two bytes, as a long answer may be cut anywhere.
				const bytes = Buffer.from(answer, "latin1");
				for (let at = 0; at < bytes.length; at += 2) onRawData(bytes.subarray(at, at + 2));
			},
			isInTransaction: () => false,
		};
		const server = createWireServer(
			engine,
			() => panic,
			(cause) => failures.push(cause),
			createStopwatch(() => undefined),
		);
		const path = join(install.dataDir, "socket");
		await new Promise<void>((resolve) => server.listen(path, resolve));
		const { connect } = await import("node:net");
		const client = connect(path);
		client.on("error", () => undefined);
		// A startup message, to which every server answers.
		client.write(Buffer.from("\0\0\0\b\0\u0003\0\0", "latin1"));
		await vi.waitFor(() => expect(failures.length + client.bytesRead).toBeGreaterThan(0));
		client.destroy();
		await new Promise((resolve) => server.close(resolve));
		return failures[0];
	}

	it("is a failure of the database", async () => {
		expect(await failureOf("C\0\0\0\u000dSELECT 1\0Z\0\0\0\u0005I", null)).toBeUndefined();
		expect(await failureOf("C\0\0\0\u000dSELECT 1\0", null)).toMatchObject({
			message: "a statement was not completed",
		});
		expect(await failureOf("Z\0\0\0\u0005I", "no space left")).toMatchObject({ message: "no space left" });
	});
});

describe("the log of the embedded database", () => {
	it("keeps the first PANIC, or the last error", () => {
		const kept = createEngineLog();
		kept.add("2026-11-28 19:54:57 UTC [42] LOG:  redo done");
		expect([kept.panic(), kept.reason()]).toEqual([null, null]);
		kept.add("2026-11-28 19:54:57 UTC [42] FATAL:  could not write");
		expect([kept.panic(), kept.reason()]).toEqual([null, "could not write"]);
		kept.add("2026-11-28 19:54:57 UTC [42] PANIC:  could not create file");
		kept.add('2026-11-28 19:54:57 UTC [42] PANIC:  cannot drop active portal ""');
		expect([kept.panic(), kept.reason()]).toEqual(["could not create file", "could not create file"]);
	});
});
