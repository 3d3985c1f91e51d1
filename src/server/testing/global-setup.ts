import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { makeEmbeddedTemplate } from "./database.ts";
import { startTestS3 } from "./s3/server.ts";

/** Vitest's global set-up: the embedded database that every test copies, and with TEST_S3 an object store. */
export default async function setup(): Promise<() => Promise<void>> {
	const folder = await makeEmbeddedTemplate();
	process.env.MAILSTEAD_TEST_TEMPLATE = folder;
	const s3 = process.env.TEST_S3 === undefined ? null : await startTestS3();
	if (s3 !== null) process.env.MAILSTEAD_TEST_S3 = JSON.stringify(s3.env());
	return async () => {
		await rm(dirname(folder), { recursive: true, force: true });
		await s3?.stop();
	};
}
