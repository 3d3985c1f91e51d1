// Plain JavaScript that older Node versions can run: installs missing packages and finds the Node for the rest.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const NEEDED = 24;

/** Exits with a message for the user. */
export function stop(sentence) {
	process.stderr.write(`${sentence}\n`);
	process.exit(1);
}

function hashOf(...files) {
	const hash = createHash("sha256");
	for (const file of files) hash.update(file).update(readFileSync(join(root, file)));
	return hash.digest("hex");
}

/** Installs the packages of the lock file, unless they are already installed. */
export function ensureInstalled() {
	const stamp = join(root, "node_modules", ".installed");
	const wanted = hashOf("package.json", "package-lock.json");
	if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
	process.stdout.write("Installing packages (once)...\n");
	const npm = process.env.npm_execpath;
	const [command, args] = npm === undefined ? ["npm", []] : [process.execPath, [npm]];
	const result = spawnSync(command, [...args, "ci", "--include=dev", "--no-progress", "--loglevel=error"], {
		cwd: root,
		stdio: "inherit",
	});
	if (result.status !== 0)
		stop("The packages could not be installed. Check the network and the free space, then run the command again.");
	writeFileSync(stamp, wanted);
}

/** The Node binary to use: this one if new enough, else the packaged one. */
export function findNode() {
	if (Number(process.versions.node.split(".")[0]) >= NEEDED) return process.execPath;
	const packaged = join(root, "node_modules", `node-linux-${process.arch}`, "bin", "node");
	if (process.platform === "linux" && existsSync(packaged)) return packaged;
	return stop(
		`Mailstead needs Node ${NEEDED} or newer; this is ${process.version}. Install Node ${NEEDED} and run the command again.`,
	);
}

/** Runs a program until it exits. @returns its exit code */
export function run(command, args, env = {}) {
	const nodeDir = dirname(findNode());
	const path = `${nodeDir}:${join(root, "node_modules", ".bin")}:${process.env.PATH}`;
	return new Promise((resolve) => {
		const child = spawn(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, PATH: path, ...env } });
		child.once("error", (cause) => {
			process.stderr.write(`${command}: ${cause.message}\n`);
			resolve(127);
		});
		child.once("exit", (code) => resolve(code ?? 1));
	});
}

function* filesBelow(folder) {
	for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
		const path = `${folder}/${entry.name}`;
		if (entry.isDirectory()) yield* filesBelow(path);
		else yield path;
	}
}

/** Builds the web app into dist/web, unless the current sources are already built. */
export async function ensureBuilt() {
	const stamp = join(root, "dist", "web", ".built");
	const sources = [...filesBelow("src/web"), ...filesBelow("src/shared"), ...filesBelow("src/tools")]
		.filter((file) => !file.includes(".test.") && !file.includes("/server/"))
		.sort();
	const wanted = hashOf("package-lock.json", "vite.config.ts", "scripts/web-chunks.ts", ...sources);
	if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
	process.stdout.write("Building the web app...\n");
	const code = await run(findNode(), [join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn"]);
	if (code !== 0) stop("The web app could not be built. The lines above say why.");
	writeFileSync(stamp, wanted);
}
