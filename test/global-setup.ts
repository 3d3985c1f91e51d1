import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { makeEmbeddedTemplate, makeTemplateDatabase } from "./database.ts";
import { startTestS3 } from "./s3/server.ts";

/**
 * Vitest's global setup: the embedded template database, with TEST_DATABASE_URL also one on that server, and with
 * TEST_S3 an object store.
 */
export default async function setup(): Promise<() => Promise<void>> {
	const folder = await makeEmbeddedTemplate();
	process.env.MAILSTEAD_TEST_TEMPLATE = folder;
	const server = process.env.TEST_DATABASE_URL;
	const database = server === undefined ? null : await makeTemplateDatabase(server);
	if (database !== null) process.env.MAILSTEAD_TEST_TEMPLATE_DATABASE = database.name;
	const s3 = process.env.TEST_S3 === undefined ? null : await startTestS3();
	if (s3 !== null) process.env.MAILSTEAD_TEST_S3 = JSON.stringify(s3.env());
	return async () => {
		await rm(dirname(folder), { recursive: true, force: true });
		await database?.drop();
		await s3?.stop();
	};
}
