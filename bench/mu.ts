import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { isInstalled, type Measured, measure } from "./process.ts";

/** Indexes a Maildir with mu; null when it is not installed. Creating its empty index is not timed. */
export async function muIndex(maildir: string, scratch: string): Promise<Measured | null> {
	if (!isInstalled("mu")) return null;
	const home = await mkdtemp(join(scratch, "mu-"));
	await measure("mu", ["init", `--muhome=${home}`, `--maildir=${maildir}`]);
	const measured = await measure("mu", ["index", `--muhome=${home}`, "--quiet"]);
	await rm(home, { recursive: true, force: true });
	return measured;
}
