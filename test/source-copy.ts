import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);
const COPIED = ["src", "test", "scripts", "db", "fixtures", "bench", "e2e"];
const FILES = [
	"package.json",
	"package-lock.json",
	"tsconfig.json",
	"biome.json",
	"vite.config.ts",
	"vitest.config.ts",
	".gitignore",
];

/** Of this test run. The copy is tested on the embedded database. */
const OWN_SETTINGS = new Set(["TEST_DATABASE_URL", "TEST_S3", "TEST_LEG", "VITEST", "NODE_OPTIONS"]);

/** A copy of the source, for tests that change it. Its programs throw with their output. */
export interface SourceCopy {
	folder: string;
	/** Runs a script. */
	node(...args: string[]): Promise<string>;
	/** Runs a program of a package. */
	bin(name: string, ...args: string[]): Promise<string>;
	remove(): Promise<void>;
}

export async function copySource(): Promise<SourceCopy> {
	const folder = await mkdtemp(path.join(tmpdir(), "source-"));
	for (const name of [...COPIED, ...FILES])
		await cp(path.join(root, name), path.join(folder, name), { recursive: true });
	await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"));

	async function start(program: string, ...args: string[]): Promise<string> {
		const env: NodeJS.ProcessEnv = Object.fromEntries(
			Object.entries(process.env).filter(([name]) => !OWN_SETTINGS.has(name)),
		);
		// Those of this test run lack the changes.
		env.MAILSTEAD_TEST_PROGRAMS = path.join(folder, "programs");
		const { stdout } = await run(program, args, { cwd: folder, env, maxBuffer: 1 << 24 }).catch((cause: unknown) => {
			const { stdout: out = "", stderr = "" } = cause as { stdout?: string; stderr?: string };
			throw new Error(`${args.join(" ")}\n${out}\n${stderr}`);
		});
		return stdout;
	}

	return {
		folder,
		node: (...args) => start(process.execPath, ...args),
		bin: (name, ...args) => start(path.join(folder, "node_modules/.bin", name), ...args),
		remove: () => rm(folder, { recursive: true, force: true }),
	};
}
