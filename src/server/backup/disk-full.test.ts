import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { testInstall } from "#test/database.ts";
import { startProcess } from "#test/process.ts";
import { command, envOf } from "./testing.ts";

it("says that the disk is full, not that another backup is running", async () => {
	const install = await testInstall({ embedded: true });
	const server = await startProcess(install);
	try {
		const folder = join(install.dataDir, "backup");
		mkdirSync(folder);
		// Every write to it fails for lack of space.
		symlinkSync("/dev/full", join(folder, "lock.pid"));
		const to = join(install.dataDir, "copy.tar");
		expect(await command("backup", envOf(install), to)).toEqual({
			code: 75,
			out: "The disk is full. Free some space and try again; nothing is lost.\n",
		});
		rmSync(join(folder, "lock.pid"));
		expect(await command("backup", envOf(install), to)).toMatchObject({ code: 0 });
	} finally {
		await server.stop();
		await install.remove();
	}
});
