import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The installation's secret: generated once and stored in the data folder, readable by its owner only. */
export function ownSecret(dataDir: string): string {
	const path = join(dataDir, "secret");
	if (!existsSync(path)) {
		// Written completely before it gets its name: processes that start concurrently all use the first one's.
		const made = `${path}.${process.pid}`;
		writeFileSync(made, randomBytes(48).toString("base64url"), { mode: 0o600 });
		chmodSync(made, 0o600);
		try {
			linkSync(made, path);
		} catch (cause) {
			// Some file systems do not support hard links.
			if ((cause as NodeJS.ErrnoException).code !== "EEXIST") renameSync(made, path);
		} finally {
			rmSync(made, { force: true });
		}
	}
	return readFileSync(path, "utf8").trim();
}
