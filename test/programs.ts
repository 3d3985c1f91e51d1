import { existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { vi } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Programs that tests start as processes. */
const PROGRAMS = {
	server: "src/server/main.ts",
	backup: "src/server/cli/backup.ts",
	import: "src/server/cli/import.ts",
	move: "src/server/cli/move.ts",
	restore: "src/server/cli/restore.ts",
	verify: "src/server/cli/verify.ts",
	campaigns: "test/campaigns.worker.ts",
	events: "test/events.worker.ts",
	freezing: "test/freezing.worker.ts",
	jobs: "test/jobs.worker.ts",
	schedule: "test/schedule.worker.ts",
	"text-index": "test/text-index.worker.ts",
	work: "test/work.worker.ts",
};

export type Program = keyof typeof PROGRAMS;

/**
 * The main module of a program with all modules that it imports in few files: loading 2,800 files takes twice the CPU
 * time. The first process of a test run that needs one makes them all, the others wait.
 * @returns arguments of Node
 */
export async function programArguments(name: Program): Promise<string[]> {
	const folder = process.env.MAILSTEAD_TEST_PROGRAMS;
	if (folder === undefined) throw new Error("The test run has not named the folder of the programs");
	if (!existsSync(folder)) {
		const isFirst = await mkdir(`${folder}.lock`).then(
			() => true,
			() => false,
		);
		if (isFirst) await makePrograms(folder);
		await vi.waitUntil(() => existsSync(folder), { timeout: 100_000, interval: 100 });
	}
	return ["--disable-warning=ExperimentalWarning", path.join(folder, `${name}.mjs`)];
}

async function makePrograms(folder: string): Promise<void> {
	const { build } = await import("vite");
	const outDir = `${folder}.new`;
	await build({
		root,
		...{ configFile: false, envFile: false, publicDir: false, logLevel: "error" },
		plugins: [ownUrls],
		ssr: { noExternal: true, external: ["pg-native"] },
		build: {
			...{ ssr: true, minify: false, target: "node24", outDir, emptyOutDir: false, reportCompressedSize: false },
			rolldownOptions: {
				input: Object.fromEntries(Object.entries(PROGRAMS).map(([name, file]) => [name, path.join(root, file)])),
				output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
			},
		},
	});
	await rename(outDir, folder);
}

/** Modules keep their addresses, by which they find worker threads, migrations and other files. */
const ownUrls = {
	name: "own-urls",
	enforce: "pre" as const,
	transform: {
		filter: { code: "import.meta.url" },
		handler: (code: string, id: string) => ({
			code: code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href)),
			map: null,
		}),
	},
};
