import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The packages for signing in, with all that they import in few files: loading their 1,300 files takes 0.7 s of CPU time
 * in each test file that starts a server. They are kept from one run to the next.
 */
const PACKAGES = [
	"@better-auth/kysely-adapter",
	"@better-auth/passkey",
	"better-auth/api",
	"better-auth/cookies",
	"better-auth/crypto",
	"better-auth/db/migration",
	"better-auth/minimal",
	"better-auth/plugins/two-factor",
	"kysely",
];
/** Packages that other modules use, too. */
const SHARED = ["zod", "pg"];

const root = fileURLToPath(new URL("..", import.meta.url));
const cache = path.join(root, "node_modules/.cache/test-packages");
const inputs = [path.join(root, "package-lock.json"), fileURLToPath(import.meta.url)];
const hash = createHash("sha256");
for (const file of inputs) hash.update(readFileSync(file));
const folder = path.join(cache, hash.digest("hex").slice(0, 16));

const fileName = (name: string): string => name.replaceAll("/", "_");

/** For Vitest's `resolve.alias`. */
export const packageAliases = PACKAGES.map((name) => ({
	find: new RegExp(`^${name}$`),
	replacement: path.join(folder, `${fileName(name)}.mjs`),
}));

/** Makes the files that `packageAliases` names; called before all tests. */
export async function makePackages(): Promise<void> {
	if (existsSync(folder)) return;
	const { build } = await import("vite");
	await mkdir(cache, { recursive: true });
	const outDir = await mkdtemp(`${folder}-`);
	await build({
		root,
		...{ configFile: false, envFile: false, publicDir: false, logLevel: "error" },
		ssr: { noExternal: true, external: SHARED },
		build: {
			...{ ssr: true, minify: false, target: "node24", outDir, emptyOutDir: false, reportCompressedSize: false },
			rolldownOptions: {
				input: Object.fromEntries(PACKAGES.map((name) => [fileName(name), name])),
				output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
			},
		},
	});
	// Another leg that runs at the same time may have been first.
	await rename(outDir, folder).catch(() => rm(outDir, { recursive: true }));
}
