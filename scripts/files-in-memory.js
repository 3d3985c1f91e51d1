// Where tests keep their databases and data folders: in memory if there is enough, which takes a fifth less CPU time.
import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";

const SHARED_MEMORY = "/dev/shm";
/** A run has up to 1 GB of files at a time; the rest is for its processes. */
const FREE_BYTES = 8 * 2 ** 30;

function availableBytes() {
	try {
		accessSync(SHARED_MEMORY, constants.W_OK);
		const { bavail, bsize } = statfsSync(SHARED_MEMORY);
		const memory = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync("/proc/meminfo", "utf8"))?.[1] ?? 0;
		return Math.min(bavail * bsize, Number(memory) * 1024);
	} catch {
		return 0;
	}
}

/** Lets this process and those it starts keep temporary files in memory, unless TMPDIR is set. Removes them at its end. */
export function keepFilesInMemory() {
	if (process.env.TMPDIR !== undefined || availableBytes() < FREE_BYTES) return;
	// Short: paths of Unix sockets have at most 107 characters.
	const folder = mkdtempSync(`${SHARED_MEMORY}/mailstead-`);
	// Like /tmp: PostgreSQL and Dovecot run as users of their own.
	chmodSync(folder, 0o1777);
	process.env.TMPDIR = folder;
	process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));
}
