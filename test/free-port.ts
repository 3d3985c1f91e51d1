import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Below the ports that systems give to outgoing connections and to servers that ask for any port. */
const FIRST = 10_000;
const COUNT = 20_000;

/**
 * A free port on 127.0.0.1, for programs that cannot pick one themselves. No other test process gets it while this one
 * runs.
 */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = FIRST + Math.floor(Math.random() * COUNT);
		if (reserve(port) && (await isFree(port))) return port;
	}
}

/** Reserves a port with a file that holds the id of this process. @returns false if another running process has it */
function reserve(port: number): boolean {
	const folder = join(tmpdir(), `mailstead-test-ports-${process.getuid?.() ?? 0}`);
	mkdirSync(folder, { recursive: true });
	const file = join(folder, String(port));
	try {
		writeFileSync(file, String(process.pid), { flag: "wx" });
		return true;
	} catch {
		if (isRunning(Number(readFileSync(file, "utf8")))) return false;
		writeFileSync(file, String(process.pid));
		return true;
	}
}

function isRunning(processId: number): boolean {
	try {
		process.kill(processId, 0);
		return true;
	} catch {
		return false;
	}
}

function isFree(port: number): Promise<boolean> {
	const server = createServer();
	return new Promise((resolve) => {
		server.once("error", () => resolve(false));
		server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
	});
}
