import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, statfsSync, writeFileSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "#shared/ids.ts";
import { type TestInstall, testInstall } from "#test/database.ts";
import { openApp } from "#test/http/app.ts";
import { writeMbox } from "#test/mail-file.ts";
import { OWNER, openMailbox } from "#test/mailbox.ts";
import { startProcess } from "#test/process.ts";
import { programArguments } from "#test/programs.ts";
import { signInAt, signUpAt } from "#test/server.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import { addFile } from "../../mail/accounts/import.ts";
import { hashFile } from "../../mail/uploads/files.ts";
import type { FreeSpace } from "./disk.ts";
import { DISK_FULL, isDiskFull } from "./disk-full.ts";

const MB = 1e6;
const EMPTY: FreeSpace = { freeBytes: 100_000 * MB, freeFiles: null };
const FULL: FreeSpace = { freeBytes: 3 * MB, freeFiles: null };

describe("a full disk", () => {
	it("rejects writes early, still serves reads, and recovers", async () => {
		let space = EMPTY;
		const site = await openApp({ readFreeSpace: async () => space });
		try {
			const { cookie } = await site.user("ada@example.org");
			const write = () => site.post("/api/v1/api-keys", { name: "backup", scopes: ["mail:read"] }, { cookie });
			const read = () => site.request("/api/v1/api-keys", { headers: { cookie } });
			expect((await write()).status).not.toBe(507);

			space = FULL;
			await site.ctx.disk.check();
			const refused = await write();
			expect([refused.status, await refused.json()]).toMatchObject([507, { code: "disk-full", detail: DISK_FULL }]);
			expect((await read()).status).toBe(200);
			const ready = await site.request("/readyz");
			expect([ready.status, await ready.json()]).toMatchObject([
				200,
				{ status: "degraded", reason: DISK_FULL, disk: { state: "full", freeBytes: 3 * MB } },
			]);

			space = EMPTY;
			await site.ctx.disk.check();
			expect((await write()).status).not.toBe(507);
			expect(await (await site.request("/readyz")).json()).toMatchObject({ status: "ready", reason: null });
		} finally {
			await site.close();
		}
	});

	it("has hysteresis at the limit, and treats a disk without free inodes as full", async () => {
		let space: FreeSpace = { freeBytes: 499 * MB, freeFiles: null };
		const site = await openApp({ readFreeSpace: async () => space });
		const stateAt = async (freeBytes: number, freeFiles: number | null = null) => {
			space = { freeBytes, freeFiles };
			return site.ctx.disk.check();
		};
		try {
			expect(await stateAt(499 * MB)).toBe("full");
			expect(await stateAt(510 * MB)).toBe("full");
			expect(await stateAt(560 * MB)).toBe("low");
			expect(await stateAt(3_000 * MB)).toBe("ok");
			expect(await stateAt(3_000 * MB, 3)).toBe("full");
			await stateAt(3_000 * MB);
			await expect(site.ctx.disk.assertRoom(2_600 * MB)).rejects.toMatchObject({ status: 507, code: "disk-full" });
			await site.ctx.disk.assertRoom(2_000 * MB);
		} finally {
			await site.close();
		}
	});

	it("is recognized in every error form", () => {
		const sql = Object.assign(new Error("could not extend file"), { code: "53100" });
		expect(isDiskFull(new Error("the batch failed", { cause: sql }))).toBe(true);
		expect(isDiskFull(new Error("write failed: ENOSPC: no space left on device, write"))).toBe(true);
		expect(isDiskFull(new Error("no such file"))).toBe(false);
	});
});

describe("jobs on a full disk", () => {
	let install: TestInstall;
	beforeEach(async () => {
		install = await testInstall();
	});
	afterEach(() => install.remove());

	it("wait with a reason and run when there is space again", async () => {
		let space = FULL;
		const box = await openMailbox(install, { readFreeSpace: async () => space });
		try {
			await box.ctx.disk.check();
			const id = newId();
			const path = join(install.dataDir, `${id}.mbox`);
			await writeMbox(path, { count: 20 });
			const sha256 = await hashFile(path, AbortSignal.timeout(9_000));
			const file = { id, name: "mail.mbox", path, sizeBytes: 1, sha256 };
			const { job } = await addFile(box.ctx, OWNER, file, { accountId: null, uploadId: null });
			// Longer than two polls of a worker.
			await new Promise((resolve) => setTimeout(resolve, 5_000));
			expect(await box.ctx.jobs.get(OWNER, job.id)).toMatchObject({ state: "queued", note: DISK_FULL, error: null });
			space = EMPTY;
			await vi.waitFor(
				async () => expect(await box.ctx.jobs.get(OWNER, job.id)).toMatchObject({ state: "done", note: null }),
				20_000,
			);
		} finally {
			await box.close();
		}
	});
});

const system = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;

/** Set by `npm test` where a file system can be mounted; otherwise it reports these tests as not checked. */
describeIf(process.env.SMALL_DISK === "on")("the program on a small file system", () => {
	let folder: string;
	let dataDir: string;
	let isMounted: boolean;
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), "mailstead-disk-"));
		isMounted = system("mount", "-t", "tmpfs", "-o", "size=200m", "tmpfs", folder);
		expect(isMounted).toBe(true);
		dataDir = join(folder, "data");
		const template = await testInstall({ embedded: true });
		await cp(template.dataDir, dataDir, { recursive: true });
		await template.remove();
	});
	afterEach(async () => {
		if (isMounted) system("umount", "-l", folder);
		await rm(folder, { recursive: true, force: true });
	});

	function fill(freeBytes: number): void {
		const { bavail, bsize } = statfsSync(folder);
		const bytes = Math.max(0, bavail * bsize - freeBytes);
		writeFileSync(join(folder, "filler"), Buffer.alloc(bytes));
	}
	const install = (): TestInstall => ({ dataDir, databaseUrl: null, remove: () => Promise.resolve() });
	const env = { DISK_RESERVE_MB: "40", DISK_WARN_MB: "60" };

	it("rejects writes, still serves reads and recovers", async () => {
		const server = await startProcess(install(), env);
		try {
			const ada = await signUpAt(server.url, "ada@example.org");
			const state = async () => (await (await ada.fetch("/readyz")).json()) as { status: string };
			const write = () => ada.fetch("/api/v1/uploads", json({ filename: "mail.mbox", sizeBytes: 1000 }));
			fill(30 * MB);
			await vi.waitFor(async () => expect(await state()).toMatchObject({ status: "degraded" }), 20_000);
			expect((await write()).status).toBe(507);
			expect((await ada.fetch("/api/v1/jobs")).status).toBe(200);
			await rm(join(folder, "filler"));
			await vi.waitFor(async () => expect(await state()).toMatchObject({ status: "ready" }), 20_000);
			expect((await write()).status).toBeLessThan(300);
			const large = await ada.fetch("/api/v1/uploads", json({ filename: "mail.mbox", sizeBytes: 500 * MB }));
			expect(large.status).toBe(507);
		} finally {
			await server.stop();
		}
	});

	it("still starts with the space that was kept for it", async () => {
		const withBallast = { ...env, DISK_RESERVE_MB: "10", DISK_BALLAST_MB: "32" };
		let server = await startProcess(install(), withBallast);
		try {
			await vi.waitFor(() => expect(existsSync(join(dataDir, "ballast"))).toBe(true), 20_000);
			await signUpAt(server.url, "ada@example.org");
			await server.kill();
			fill(0);
			server = await startProcess(install(), withBallast);
			expect(existsSync(join(dataDir, "ballast"))).toBe(false);
			const ada = await signInAt(server.url, "ada@example.org");
			expect((await ada.fetch("/api/v1/jobs")).status).toBe(200);
		} finally {
			await server.stop();
		}
	});

	it.each([0, 4 * MB])("explains why it cannot start with %d bytes", async (freeBytes) => {
		fill(freeBytes);
		const { PATH, NODE_COMPILE_CACHE } = process.env;
		const child = spawn(process.execPath, await programArguments("server"), {
			stdio: ["ignore", "pipe", "pipe"],
			env: { PATH, NODE_COMPILE_CACHE, PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "silent" },
		});
		let output = "";
		for (const stream of [child.stdout, child.stderr])
			stream?.on("data", (data: Buffer) => {
				output += data.toString();
			});
		const [code] = (await once(child, "exit")) as [number];
		expect(code).toBe(75);
		expect(output.trim().split("\n")).toHaveLength(1);
		expect(output).toContain("is full");
		expect(output).not.toMatch(/wasm|WebAssembly|\n\s+at /);
	});
});

function json(body: unknown): RequestInit {
	return { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}
