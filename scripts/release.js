// npm run test:release [PART...]: what takes long, complete: kills, full disks, moves, large mailboxes, every kind of
// mailbox. Run it before a release, and a part of it after a change of what it tests.
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { keepFilesInMemory } from "./files-in-memory.js";
import { askForHugePages } from "./huge-pages.js";
import { release } from "./legs.js";
import { mountProblem, need } from "./needs.js";
import { startPgBouncer } from "./pgbouncer.js";
import { startTestPostgres } from "./postgres.js";
import { ensureBuilt, ensureInstalled, root } from "./setup.js";
import { createRun } from "./vitest.js";

const parts = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(release);
const unknown = parts.filter((name) => !(name in release));
if (unknown.length > 0) {
	process.stderr.write(`No such part: ${unknown.join(", ")}. There are: ${Object.keys(release).join(", ")}\n`);
	process.exit(2);
}
const missing = Object.values(release)
	.flatMap(({ postgres = [], embedded = [], journeys = [] }) => [...postgres, ...embedded, ...journeys])
	.filter((path) => !existsSync(join(root, path)));
if (missing.length > 0) {
	process.stderr.write(`scripts/legs.js names files that do not exist: ${missing.join(", ")}\n`);
	process.exit(2);
}

ensureInstalled();
keepFilesInMemory();
askForHugePages();
const tests = createRun();
const workers = `--maxWorkers=${availableParallelism()}`;
const serverTests = ["unit", "app", "isolated"].flatMap((name) => ["--project", name]);
const needed = (leg) => parts.some((name) => release[name][leg] !== undefined);

const dovecot = need("dovecot");
if (dovecot === null) tests.skip("IMAP against a real Dovecot");
const knot = parts.includes("knot") ? need("knot") : null;
if (parts.includes("knot") && knot === null) tests.skip("DNS records in Knot DNS");
const noMount = parts.includes("disks") ? mountProblem() : null;
// Not every machine may mount, and CI may be one that may not.
if (noMount !== null) tests.absent(`the program on a full disk: no small file system can be mounted (${noMount})`);
const postgres = needed("postgres") ? need("postgres") : null;
if (needed("postgres") && postgres === null) tests.skip("the tests on PostgreSQL");
const pgbouncer = postgres !== null && parts.includes("pgbouncer") ? need("pgbouncer") : null;
if (parts.includes("pgbouncer") && pgbouncer === null) tests.skip("the server behind PgBouncer");
const chromium = needed("journeys") ? need("chromium") : null;
if (needed("journeys")) {
	if (chromium === null) tests.skip("the journeys in a real browser");
	else await ensureBuilt();
}

const server = postgres === null ? null : await startTestPostgres(postgres);
const pool = server === null || pgbouncer === null ? null : await startPgBouncer(pgbouncer, server.url);
for (const name of parts) {
	const { env = {}, ...legs } = release[name];
	const all = {
		SOAK: "on",
		...(dovecot === null ? {} : { DOVECOT: dovecot }),
		...(knot === null ? {} : { KNOT: knot }),
		...(name === "disks" && noMount === null ? { SMALL_DISK: "on" } : {}),
		...env,
	};
	if (legs.postgres && server !== null)
		await tests.leg(`${name}, on PostgreSQL`, [...serverTests, workers, ...legs.postgres], {
			...all,
			TEST_DATABASE_URL: server.url,
			...(pool === null ? {} : { TEST_PGBOUNCER_URL: pool.url }),
		});
	if (legs.embedded)
		await tests.leg(`${name}, on the embedded database`, [...serverTests, workers, ...legs.embedded], all);
	if (legs.journeys && chromium !== null)
		await tests.leg(`${name}, journeys`, ["--project", "e2e", workers, ...legs.journeys], {
			...all,
			CHROMIUM: chromium,
		});
}
await pool?.stop();
await server?.stop();
tests.end();
