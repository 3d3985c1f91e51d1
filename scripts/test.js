// npm test: all checks and tests but those of npm run test:release. Installs what they need.
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { keepFilesInMemory } from "./files-in-memory.js";
import { askForHugePages } from "./huge-pages.js";
import { need } from "./needs.js";
import { startTestPostgres } from "./postgres.js";
import { ensureBuilt, ensureInstalled, root, run } from "./setup.js";
import { createRun } from "./vitest.js";

ensureInstalled();
keepFilesInMemory();
askForHugePages();
const tests = createRun();
/** For everything: one more than cores, because tests wait for processes that they start. */
const workers = `--maxWorkers=${availableParallelism() + 1}`;

const check = "types, lint, imports, dead code";
tests.title(check);
tests.count(check, (await run("npm", ["run", "--silent", "check"])) === 0);

const dovecot = need("dovecot");
if (dovecot === null) tests.skip("IMAP against a real Dovecot");
if (!existsSync(join(root, "../shared/corpora")))
	tests.absent("public mail: ../shared/corpora is not there, so the tests of it alone have not run");
const postgres = need("postgres");
if (postgres === null) tests.skip("the tests on PostgreSQL");
const chromium = need("chromium");
if (chromium === null) tests.skip("the screens and journeys in a real browser");
else await ensureBuilt();

const server = postgres === null ? null : await startTestPostgres(postgres);
// Without PostgreSQL `app` and `isolated` run on the embedded database, so that no file needs to run there once more.
const projects = [
	...["unit", "app", "isolated"],
	...(server === null ? [] : ["embedded"]),
	...(chromium === null ? [] : ["ui", "e2e"]),
];
await tests.leg("test", [...projects.flatMap((name) => ["--project", name]), workers], {
	...(dovecot === null ? {} : { DOVECOT: dovecot }),
	...(server === null ? {} : { TEST_POSTGRES_URL: server.url }),
	...(chromium === null ? {} : { CHROMIUM: chromium }),
});
await server?.stop();
tests.end();
