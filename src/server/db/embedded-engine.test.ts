import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { isPostgres, testIf } from "../../../fixtures/only-if.ts";

const PROGRAM = `
	import { createCluster, openEngine } from ${JSON.stringify(new URL("./embedded-engine.ts", import.meta.url).pathname)};
	import { withoutOptimizing } from ${JSON.stringify(new URL("./unoptimized.ts", import.meta.url).pathname)};
	const [, folder, step] = process.argv;
	if (step === "create") await withoutOptimizing(() => createCluster(folder));
	else {
		const engine = await openEngine(folder);
		for (let i = 0; i < 300; i++) await engine.exec("select count(*), sum(n) from generate_series(1, 1000) n (n)");
	}
	process.exit();
`;

// Synchronous, so that all that is optimized is known when the program ends.
const FLAGS = ["--trace-wasm-compilation-times", "--wasm-sync-tier-up", "--disable-warning=ExperimentalWarning"];

testIf(!isPostgres)("nothing is optimized that takes much memory, but what statements run is", async () => {
	const parent = mkdtempSync(join(tmpdir(), "mailstead-engine-"));
	const optimized = async (step: string): Promise<number[]> => {
		const run = [...FLAGS, "--input-type=module-typescript", "-e", PROGRAM, join(parent, "pg"), step];
		const { stdout } = await promisify(execFile)(process.execPath, run, { maxBuffer: 64 * 1024 * 1024 });
		return [...stdout.matchAll(/using TurboFan, took \d+ ms and (\d+)/g)].map(([, bytes]) => Number(bytes));
	};
	const created = await optimized("create");
	expect(created.filter((bytes) => bytes > 50e6)).toEqual([]);
	const ran = await optimized("run");
	expect(ran.length).toBeGreaterThan(20);
	expect(ran.filter((bytes) => bytes > 50e6)).toEqual([]);
	rmSync(parent, { recursive: true });
});
