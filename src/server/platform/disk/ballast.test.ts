import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createLogger } from "../../log.ts";
import { adjustBallast, releaseBallast } from "./ballast.ts";

const MB = 1e6;
const lines: string[] = [];
const log = createLogger({ logLevel: "info" }, { write: (line: string) => void lines.push(line) });
let dataDir: string;
beforeEach(() => {
	dataDir = mkdtempSync(join(tmpdir(), "mailstead-ballast-"));
	lines.length = 0;
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const config = (ballastBytes: number, databaseUrl: string | null = null) => ({
	dataDir,
	databaseUrl,
	disk: { reserveBytes: 500 * MB, warnBytes: 2_000 * MB, ballastBytes },
});
const path = (): string => join(dataDir, "ballast");

it("is created where there is room, given up on a full disk, and created again", async () => {
	await adjustBallast(config(3 * MB), 551 * MB, log);
	expect(existsSync(path())).toBe(false);
	await adjustBallast(config(3 * MB), 553 * MB, log);
	expect(statSync(path())).toMatchObject({ size: 3 * MB });
	expect(statSync(path()).mode & 0o777).toBe(0o600);
	expect(statSync(path()).blocks * 512).toBeGreaterThanOrEqual(3 * MB);
	await adjustBallast(config(3 * MB), 30 * MB, log);
	expect(existsSync(path())).toBe(true);
	await adjustBallast(config(3 * MB), 19 * MB, log);
	expect(existsSync(path())).toBe(false);
	expect(lines.join()).toContain("disk.ballast_released");
	await adjustBallast(config(3 * MB), 2_000 * MB, log);
	expect(existsSync(path())).toBe(true);
	expect(await releaseBallast(config(3 * MB), log)).toBe(true);
	expect(await releaseBallast(config(3 * MB), log)).toBe(false);
});

it("follows its setting, and is not kept for an external PostgreSQL", async () => {
	await adjustBallast(config(2 * MB, "postgres://db"), 9_000 * MB, log);
	await adjustBallast(config(0), 9_000 * MB, log);
	expect(existsSync(path())).toBe(false);
	await adjustBallast(config(2 * MB), 9_000 * MB, log);
	await adjustBallast(config(1 * MB), 9_000 * MB, log);
	expect(statSync(path())).toMatchObject({ size: 1 * MB });
});
