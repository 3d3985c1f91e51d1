import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { expect, it, vi } from "vitest";
import { testInstall } from "#test/database.ts";
import { freePort } from "#test/free-port.ts";
import { programArguments } from "#test/programs.ts";

const launcher = fileURLToPath(new URL("../../../scripts/serve.js", import.meta.url));

it("a crash of the embedded database is logged with its reason, and the server comes back", async () => {
	const install = await testInstall({ embedded: true });
	const folder = join(install.dataDir, "pg");
	const port = await freePort();
	const { PATH, NODE_COMPILE_CACHE } = process.env;
	const settings = { PORT: String(port), DATA_DIR: install.dataDir, DISK_BALLAST_MB: "0", PREPARE_DEMO: "off" };
	const child = spawn(process.execPath, [launcher, (await programArguments("server")).at(-1) ?? ""], {
		stdio: ["ignore", "pipe", "inherit"],
		env: { PATH, NODE_COMPILE_CACHE, ...settings },
	});
	let output = "";
	child.stdout?.on("data", (data: Buffer) => {
		output += data.toString();
	});
	const starts = (): number => output.split("Mailstead is ready").length - 1;
	const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 60_000, interval: 50 });
	try {
		await until(() => expect(starts()).toBe(1));
		const client = new pg.Client({
			host: readFileSync(`${folder}.socket`, "utf8"),
			user: "postgres",
			database: "postgres",
		});
		client.on("error", () => undefined);
		await client.connect();
		// As on a full disk, no other file of the log can be made.
		renameSync(join(folder, "pg_wal"), join(folder, "pg_wal.aside"));
		const fill = async (): Promise<void> => {
			for (;;) await client.query("select pg_logical_emit_message(false, 'x', repeat('y', 1000000))");
		};
		await expect(fill()).rejects.toThrow();
		await until(() => expect(output).toContain("database.crashed"));
		renameSync(join(folder, "pg_wal.aside"), join(folder, "pg_wal"));
		const line = output.split("\n").find((one) => one.includes("database.crashed")) ?? "";
		expect(JSON.parse(line)).toMatchObject({ reason: expect.stringMatching(/^could not .*pg_wal/) });
		expect(line).not.toMatch(/wasm/);
		await until(() => expect(starts()).toBe(2));
		expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200);
	} finally {
		child.kill("SIGTERM");
		await once(child, "exit");
		await install.remove();
	}
}, 120_000);
