import assert from "node:assert";
import { randomUUID } from "node:crypto";
import { cpSync, existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type Database, openDatabase } from "#server/db/database.ts";
import { createLogger, type Logger } from "#server/log.ts";

/** A test installation: the embedded database in its own folder, or a new database on TEST_DATABASE_URL. */
export interface TestInstall {
	dataDir: string;
	databaseUrl: string | null;
	/** Deletes database and folder. */
	remove(): Promise<void>;
}

const quiet = createLogger({ logLevel: "silent" });

/**
 * Creates an installation whose database is fully migrated.
 * @param options.embedded true: the embedded database even when TEST_DATABASE_URL is set
 * @param options.isEmpty true: without tables when on TEST_DATABASE_URL
 * @param options.copyOf data folder of a stopped server on the embedded database, to copy instead
 */
export async function testInstall(
	options: { embedded?: boolean; isEmpty?: boolean; copyOf?: string } = {},
): Promise<TestInstall> {
	const dataDir = await mkdtemp(join(tmpdir(), "mailstead-test-"));
	const server = options.embedded === true ? undefined : process.env.TEST_DATABASE_URL;
	if (server === undefined) {
		// 1,300 small files: the asynchronous copy takes twice the CPU time.
		if (options.copyOf !== undefined) cpSync(options.copyOf, dataDir, { recursive: true });
		else cpSync(template("MAILSTEAD_TEST_TEMPLATE"), join(dataDir, "pg"), { recursive: true });
		return { dataDir, databaseUrl: null, remove: () => rm(dataDir, { recursive: true, force: true }) };
	}
	const name = newName();
	const from = options.isEmpty === true ? "" : ` template ${template("MAILSTEAD_TEST_TEMPLATE_DATABASE")}`;
	await admin(server, `create database ${name}${from}`);
	return {
		dataDir,
		databaseUrl: addressOf(server, name),
		async remove() {
			await admin(server, `drop database ${name} with (force)`);
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}

/** An open database of an installation of its own. */
export interface TestDatabase extends Database {
	install: TestInstall;
	url: string | null;
	/** Closes and deletes it. */
	remove(): Promise<void>;
}

/**
 * A fully migrated database, closed and deleted by `remove`.
 * @param options.via the address to reach it at, by its own
 */
export async function testDatabase(
	options: { via?: (databaseUrl: string) => string; log?: Logger } = {},
): Promise<TestDatabase> {
	const install = await testInstall();
	const { databaseUrl } = install;
	const reached = databaseUrl === null ? null : (options.via?.(databaseUrl) ?? databaseUrl);
	const config = { dataDir: install.dataDir, databaseUrl: reached, databasePool: 10 };
	const database = await openDatabase(config, options.log ?? quiet, (cause) => {
		throw cause;
	});
	return Object.assign(Object.create(database) as Database, {
		...{ install, url: databaseUrl },
		async remove() {
			await database.close();
			await install.remove();
		},
	});
}

async function admin(server: string, sql: string): Promise<void> {
	const client = new pg.Client({ connectionString: server });
	await client.connect();
	await client.query(sql);
	await client.end();
}

/** Template databases are migrated once per test run and copied: see `global-setup.ts`. */
function template(variable: string): string {
	const found = process.env[variable];
	if (found === undefined) throw new Error(`The test run has not prepared its template database (${variable})`);
	return found;
}

const newName = (): string => `test_${randomUUID().replaceAll("-", "")}`;

function addressOf(server: string, name: string): string {
	const url = new URL(server);
	url.pathname = `/${name}`;
	return url.href;
}

/**
 * Creates the embedded template; called once before all tests.
 * @param shared folder that may have it from another leg; absent: a new one
 * @returns its folder
 */
export async function makeEmbeddedTemplate(shared?: string): Promise<string> {
	const root = shared ?? (await mkdtemp(join(tmpdir(), "mailstead-template-")));
	const folder = join(root, "pg");
	if (existsSync(folder)) return folder;
	await mkdir(root, { recursive: true });
	const work = await mkdtemp(join(root, "work-"));
	await prepare({ databaseUrl: null, dataDir: work });
	// Another leg that runs at the same time may have been first.
	if (!existsSync(folder)) await rename(join(work, "pg"), folder).catch((cause) => assert(existsSync(folder), cause));
	return folder;
}

/** Creates the template on a PostgreSQL server; called once before all tests. @returns its name and how to drop it */
export async function makeTemplateDatabase(server: string): Promise<{ name: string; drop(): Promise<void> }> {
	const name = newName();
	await admin(server, `create database ${name}`);
	await prepare({ databaseUrl: addressOf(server, name), dataDir: tmpdir() });
	return { name, drop: () => admin(server, `drop database ${name} with (force)`) };
}

/** Opens and closes a database: afterwards it is migrated and has no connections, as a template must. */
async function prepare(install: Pick<TestInstall, "databaseUrl" | "dataDir">): Promise<void> {
	const database = await openDatabase({ ...install, databasePool: 5 }, quiet, (cause) => {
		throw cause;
	});
	await database.close();
}
