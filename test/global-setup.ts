import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeEmbeddedTemplate, makeTemplateDatabase } from "./database.ts";
import { makePackages } from "./packages.ts";
import { startTestS3 } from "./s3/server.ts";

/**
 * Vitest's global setup: the embedded template database, with TEST_DATABASE_URL or TEST_POSTGRES_URL also one on that
 * server, and with TEST_S3 an object store. Projects of one process share them; the legs of a run share the embedded
 * one in the folder TEST_TEMPLATES.
 */
export default async function setup(): Promise<() => Promise<void>> {
	// Another project of this process was first.
	if (process.env.MAILSTEAD_TEST_TEMPLATE !== undefined) return async () => undefined;
	const { TEST_TEMPLATES: shared, TEST_POSTGRES_URL, TEST_DATABASE_URL: server = TEST_POSTGRES_URL } = process.env;
	const [folder, database] = await Promise.all([
		makeEmbeddedTemplate(shared),
		server === undefined ? null : makeTemplateDatabase(server),
		makePackages(),
	]);
	process.env.MAILSTEAD_TEST_TEMPLATE = folder;
	if (database !== null) process.env.MAILSTEAD_TEST_TEMPLATE_DATABASE = database.name;
	const s3 = process.env.TEST_S3 === undefined ? null : await startTestS3();
	if (s3 !== null) process.env.MAILSTEAD_TEST_S3 = JSON.stringify(s3.env());
	process.env.MAILSTEAD_TEST_DEMO = join(dirname(folder), "demo");
	process.env.MAILSTEAD_TEST_PROGRAMS ??= join(dirname(folder), "programs");
	return async () => {
		if (shared === undefined) await rm(dirname(folder), { recursive: true, force: true });
		await database?.drop();
		await s3?.stop();
	};
}
