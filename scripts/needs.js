// System software for the tests: found, installed with apt where permitted, or reported as missing.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

function onPath(...names) {
	for (const name of names) {
		const found = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" });
		if (found.status === 0) return found.stdout.trim();
	}
	return null;
}

/** Debian installs the server programs outside PATH. */
function postgresFolder() {
	const base = "/usr/lib/postgresql";
	const versions = existsSync(base) ? readdirSync(base).filter((name) => existsSync(`${base}/${name}/bin/initdb`)) : [];
	const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
	if (newest !== undefined) return `${base}/${newest}/bin`;
	const initdb = onPath("initdb");
	return initdb === null ? null : initdb.slice(0, -"/initdb".length);
}

/** Dovecot with the protocols the tests use; also outside PATH. */
function dovecotProgram() {
	const program = onPath("dovecot", "/usr/sbin/dovecot", "/usr/local/sbin/dovecot");
	if (program === null) return null;
	const folders = ["lib", "libexec"].map((name) => join(dirname(dirname(program)), name, "dovecot"));
	const isWhole = ["imap", "managesieve", "submission"].every((part) =>
		folders.some((folder) => existsSync(join(folder, part))),
	);
	return isWhole ? program : null;
}

const needs = {
	chromium: {
		// The shell takes less than half of the CPU time that the complete browser does.
		find: () =>
			process.env.CHROMIUM ?? onPath("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
		packages: ["chromium-headless-shell"],
		// Not every distribution has the shell.
		otherwise: ["chromium"],
	},
	postgres: { find: postgresFolder, packages: ["postgresql"] },
	knot: {
		find: () => process.env.KNOT ?? onPath("knotd", "/usr/sbin/knotd", "/usr/local/sbin/knotd"),
		packages: ["knot"],
	},
	pgbouncer: { find: () => onPath("pgbouncer", "/usr/sbin/pgbouncer"), packages: ["pgbouncer"] },
	dovecot: {
		find: () => process.env.DOVECOT ?? dovecotProgram(),
		packages: ["dovecot-imapd", "dovecot-managesieved", "dovecot-sieve", "dovecot-submissiond"],
	},
};

/** Runs apt-get without starting services: the tests start their own servers. See policy-rc.d in invoke-rc.d(8). */
const APT = `
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
	trap 'rm -f "$policy"' EXIT
	printf '#!/bin/sh\\nexit 101\\n' > "$policy" && chmod 755 "$policy"
fi
DEBIAN_FRONTEND=noninteractive apt-get "$@"
`;

let updated = false;

function install(packages) {
	const isRoot = process.getuid?.() === 0;
	if (onPath("apt-get") === null || (!isRoot && spawnSync("sudo", ["-n", "true"]).status !== 0)) return;
	const [command, ...rest] = [...(isRoot ? [] : ["sudo", "-n"]), "sh", "-c", APT, "apt"];
	const apt = (...args) => spawnSync(command, [...rest, ...args], { stdio: ["ignore", "ignore", "inherit"] });
	process.stdout.write(`Installing ${packages.join(", ")} for the tests...\n`);
	if (!updated) apt("update", "-qq");
	updated = true;
	apt("install", "-y", "-qq", "--no-install-recommends", ...packages);
}

/**
 * Finds a system program, installing it where permitted.
 * @returns its path, or null after printing what to install
 */
export function need(name) {
	const { find, packages, otherwise = null } = needs[name];
	let found = find();
	for (const choice of [packages, otherwise]) {
		if (found !== null || choice === null) break;
		install(choice);
		found = find();
	}
	if (found === null)
		process.stderr.write(
			`The tests need ${packages.join(" and ")}: install it (apt-get install ${packages.join(" ")}) and run npm test again.\n`,
		);
	return found;
}

/** Why no small file system can be mounted here; null when one can. */
export function mountProblem() {
	if (process.platform !== "linux") return "tmpfs exists on Linux only";
	if (process.getuid?.() !== 0) return "only root can mount";
	const folder = mkdtempSync(join(tmpdir(), "mailstead-mount-"));
	try {
		const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], { encoding: "utf8" });
		if (mounted.status !== 0) return (mounted.error?.message ?? mounted.stderr).trim();
		spawnSync("umount", ["-l", folder]);
		return null;
	} finally {
		rmdirSync(folder);
	}
}
