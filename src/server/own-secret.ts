import { randomBytes } from "node:crypto";
import {
	closeSync,
	existsSync,
	fsyncSync,
	linkSync,
	openSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";

const pathIn = (dataDir: string): string => join(dataDir, "secret");

/** The installation's secret: generated once and stored in the data folder, readable by its owner only. */
export function ownSecret(dataDir: string): string {
	const path = pathIn(dataDir);
	if (!existsSync(path)) {
		const made = written(path, randomBytes(48).toString("base64url"));
		try {
			// Processes that start concurrently all use the first one's.
			linkSync(made, path);
		} catch (cause) {
			// Some file systems do not support hard links.
			if ((cause as NodeJS.ErrnoException).code !== "EEXIST") renameSync(made, path);
		} finally {
			rmSync(made, { force: true });
		}
		syncFolder(dataDir);
	}
	return readFileSync(path, "utf8").trim();
}

/** Replaces the secret in the data folder: after a crash it is the old or the new one. */
export function replaceSecret(dataDir: string, secret: string): void {
	renameSync(written(pathIn(dataDir), secret), pathIn(dataDir));
	syncFolder(dataDir);
}

/** Writes a secret under another name, so that it is complete when it gets its own. @returns its path */
function written(path: string, secret: string): string {
	const made = `${path}.${process.pid}`;
	rmSync(made, { force: true });
	writeFileSync(made, secret, { mode: 0o600, flush: true });
	return made;
}

/** Without it a name may be lost in a power failure. */
function syncFolder(dataDir: string): void {
	if (process.platform === "win32") return;
	const folder = openSync(dataDir, "r");
	try {
		fsyncSync(folder);
	} finally {
		closeSync(folder);
	}
}
