import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { makeEmbeddedTemplate } from "./database.ts";

/** Vitest's global set-up: the embedded database that every test copies. */
export default async function setup(): Promise<() => Promise<void>> {
	const folder = await makeEmbeddedTemplate();
	process.env.MAILSTEAD_TEST_TEMPLATE = folder;
	return () => rm(dirname(folder), { recursive: true, force: true });
}
