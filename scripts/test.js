// npm test: all checks and tests. Installs what they need.
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { keepFilesInMemory } from "./files-in-memory.js";
import { askForHugePages } from "./huge-pages.js";
import { embedded, objects } from "./legs.js";
import { mountProblem, need } from "./needs.js";
import { startPgBouncer } from "./pgbouncer.js";
import { startTestPostgres } from "./postgres.js";
import { ensureBuilt, ensureInstalled, root, run } from "./setup.js";
import { createRun } from "./vitest.js";

ensureInstalled();
keepFilesInMemory();
askForHugePages();
const tests = createRun();
/** In each of the two series of legs. More would only make each test slower: both together keep all cores busy. */
const workers = `--maxWorkers=${availableParallelism()}`;
const app = ["--project", "app", workers];
const journeys = ["--project", "e2e", workers];

const check = "types, lint, imports, dead code";
tests.title(check);
tests.count(check, (await run("npm", ["run", "--silent", "check"])) === 0);

const dovecot = need("dovecot");
if (dovecot === null) tests.skip("IMAP against a real Dovecot");
const knot = need("knot");
// The same cases run against a DNS server of the tests.
if (knot === null) tests.absent("DNS records in Knot DNS");
const noMount = mountProblem();
if (noMount !== null) tests.absent(`the program on a full disk: no small file system can be mounted (${noMount})`);
const servers = {
	...(dovecot === null ? {} : { DOVECOT: dovecot }),
	...(knot === null ? {} : { KNOT: knot }),
	...(noMount === null ? { SMALL_DISK: "on" } : {}),
};
if (!existsSync(join(root, "../shared/corpora")))
	tests.absent("public mail: ../shared/corpora is not there, so the tests of it alone have not run");

const postgres = need("postgres");
if (postgres === null) tests.skip("the tests on PostgreSQL");
const pgbouncer = postgres === null ? null : need("pgbouncer");
if (postgres !== null && pgbouncer === null) tests.skip("the server behind PgBouncer");
const chromium = need("chromium");
if (chromium === null) tests.skip("the journeys in a real browser");
else await ensureBuilt();

// Two series of legs that take about as long.
await Promise.all([testServer(), testJourneysAndEmbedded()]);
tests.end();

async function testServer() {
	if (postgres === null) {
		await tests.leg("on the embedded database", app, servers);
		await tests.leg("with an object store", [...app, ...objects], { TEST_S3: "on", ...servers });
		return;
	}
	const server = await startTestPostgres(postgres);
	const pool = pgbouncer === null ? null : await startPgBouncer(pgbouncer, server.url);
	const env = {
		TEST_DATABASE_URL: server.url,
		...(pool === null ? {} : { TEST_PGBOUNCER_URL: pool.url }),
		...servers,
	};
	await tests.leg("on PostgreSQL", app, env);
	await tests.leg("with an object store", [...app, ...objects], { TEST_S3: "on", ...env });
	await pool?.stop();
	await server.stop();
}

async function testJourneysAndEmbedded() {
	if (chromium !== null) await tests.leg("journeys in a real browser", journeys, { CHROMIUM: chromium, ...servers });
	if (postgres !== null) await tests.leg("on the embedded database", [...app, ...embedded], servers);
}
