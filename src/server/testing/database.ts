import { randomUUID } from "node:crypto";
import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type Database, openDatabase } from "../db/database.ts";
import { createLogger } from "../log.ts";

/** What a test opens: the embedded database in a folder of its own, or a new database on TEST_DATABASE_URL. */
export interface TestPlace {
	dataDir: string;
	databaseUrl: string | null;
	/** Deletes both. */
	remove(): Promise<void>;
}

const quiet = createLogger({ logLevel: "silent" });

/** @param options.embedded true: the embedded database even when TEST_DATABASE_URL is set */
export async function testPlace(options: { embedded?: boolean } = {}): Promise<TestPlace> {
	const dataDir = await mkdtemp(join(tmpdir(), "mailstead-test-"));
	const server = options.embedded === true ? undefined : process.env.TEST_DATABASE_URL;
	if (server === undefined) {
		await cp(await embeddedTemplate(), join(dataDir, "pg"), { recursive: true });
		return { dataDir, databaseUrl: null, remove: () => rm(dataDir, { recursive: true, force: true }) };
	}
	const name = `test_${randomUUID().replaceAll("-", "")}`;
	await admin(server, `create database ${name}`);
	const url = new URL(server);
	url.pathname = `/${name}`;
	return {
		dataDir,
		databaseUrl: url.href,
		async remove() {
			await admin(server, `drop database ${name} with (force)`);
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}

/** A database with all migrations in, closed and deleted by `remove`. */
export async function testDatabase(): Promise<Database & { url: string | null; remove(): Promise<void> }> {
	const place = await testPlace();
	const database = await openDatabase({ ...place, databasePool: 10 }, quiet, (cause) => {
		throw cause;
	});
	return Object.assign(Object.create(database) as Database, {
		url: place.databaseUrl,
		async remove() {
			await database.close();
			await place.remove();
		},
	});
}

async function admin(server: string, sql: string): Promise<void> {
	const client = new pg.Client({ connectionString: server });
	await client.connect();
	await client.query(sql);
	await client.end();
}

/** A fresh embedded database takes seconds to make and a moment to copy: made once for each run of the tests. */
async function embeddedTemplate(): Promise<string> {
	const folder = process.env.MAILSTEAD_TEST_TEMPLATE;
	if (folder === undefined) throw new Error("The test run has not prepared its template database");
	return folder;
}

/** Makes the template; called once before all tests. @returns its folder */
export async function makeEmbeddedTemplate(): Promise<string> {
	const root = await mkdtemp(join(tmpdir(), "mailstead-template-"));
	const work = join(root, "work");
	await mkdir(work);
	const database = await openDatabase({ databaseUrl: null, databasePool: 5, dataDir: work }, quiet, (cause) => {
		throw cause;
	});
	await database.close();
	await rename(join(work, "pg"), join(root, "pg"));
	return join(root, "pg");
}
