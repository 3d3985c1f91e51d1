// npm run lock: after a package change, adds the optional packages of other systems to package-lock.json.
// npm omits those missing from the configured registry, and `npm ci` then rejects the file.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./setup.js";

const path = join(root, "package-lock.json");
const lock = JSON.parse(readFileSync(path, "utf8"));

const SYSTEMS = ["android", "darwin", "freebsd", "netbsd", "openbsd", "linux", "openharmony", "sunos", "aix", "win32"];
const PROCESSORS = ["arm64", "arm", "x64", "ia32", "ppc64", "riscv64", "s390x", "loong64", "mips64el", "wasm32"];

/** The platform suffix of a binary package's name, e.g. `-linux-arm64-musl`. */
function platformOf(name) {
	const parts = name.split("/").at(-1).split(/[-.]/);
	const os = SYSTEMS.filter((system) => parts.includes(system));
	const cpu = PROCESSORS.filter((processor) => parts.includes(processor));
	if (parts.includes("universal")) cpu.push("arm64", "x64");
	if (cpu.length === 0 || (os.length === 0 && !cpu.includes("wasm32"))) return null;
	const libc = parts.some((part) => part.startsWith("musl")) ? ["musl"] : parts.includes("gnu") ? ["glibc"] : undefined;
	return { ...(os.length > 0 && { os }), cpu, ...(libc && { libc }) };
}

let added = 0;
for (const [from, entry] of Object.entries(lock.packages))
	for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
		if (`${from}/node_modules/${name}` in lock.packages || `node_modules/${name}` in lock.packages) continue;
		const platform = platformOf(name);
		if (platform === null)
			throw new Error(`${name}, an optional package of ${from}, is not in the lock file and its name tells no system`);
		lock.packages[`node_modules/${name}`] = {
			version: version.replace(/^[\^~]/, ""),
			...(entry.dev && { dev: true }),
			optional: true,
			...platform,
		};
		added++;
	}
const names = Object.keys(lock.packages).sort();
lock.packages = Object.fromEntries(names.map((name) => [name, lock.packages[name]]));
writeFileSync(path, `${JSON.stringify(lock, null, "\t")}\n`);
process.stdout.write(`${added} packages of other systems added\n`);
