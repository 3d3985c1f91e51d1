// npm test: everything that must hold before a change lands. Installs what it needs.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { need } from "./needs.js";
import { startPgBouncer } from "./pgbouncer.js";
import { startPostgres } from "./postgres.js";
import { ensureBuilt, ensureInstalled, findNode, root, run } from "./setup.js";

const ci = process.env.CI === "true";
const results = mkdtempSync(join(tmpdir(), "mailstead-results-"));
const total = { passed: 0, failed: 0, skipped: 0 };

function title(text) {
	process.stdout.write(`\n== ${text}\n`);
}

/** A check that cannot run here: a failure in CI, said loudly elsewhere. */
function skip(what) {
	process.stderr.write(`\n!! NOT CHECKED: ${what}\n`);
	if (ci) total.failed++;
	else total.skipped++;
}

async function vitest(name, args, env) {
	title(name);
	const file = join(results, `${total.passed}-${args.join("").replace(/\W/g, "")}.json`);
	const vitestJs = join(root, "node_modules/vitest/vitest.mjs");
	const code = await run(
		findNode(),
		[
			"--disable-warning=ExperimentalWarning",
			vitestJs,
			"run",
			"--reporter=default",
			"--reporter=json",
			`--outputFile.json=${file}`,
			...args,
		],
		env,
	);
	try {
		const report = JSON.parse(readFileSync(file, "utf8"));
		total.passed += report.numPassedTests;
		total.failed += report.numFailedTests;
		// Skipped are tests whose public corpora are absent, and on the embedded database those about PostgreSQL.
		total.skipped += report.numPendingTests + report.numTodoTests;
		if (code !== 0 && report.numFailedTests === 0) total.failed++;
	} catch {
		total.failed++;
	}
}

ensureInstalled();

title("types, lint, imports, dead code");
if ((await run("npm", ["run", "--silent", "check"])) === 0) total.passed++;
else total.failed++;

const dovecot = need("dovecot");
if (dovecot === null) skip("IMAP against a real Dovecot");
const servers = dovecot === null ? {} : { DOVECOT: dovecot };

await vitest("tests on the embedded database", ["--project", "app"], servers);

const stored = ["sync", "accounts", "changes", "store"].map((part) => `src/server/mailbox/${part}`);
await vitest(
	"the tests of whole messages again, in an object store",
	["--project", "app", ...stored, "src/server/export", "src/server/closing"],
	{ TEST_S3: "on", ...servers },
);

const postgres = need("postgres");
if (postgres === null) skip("the database tests on PostgreSQL");
else {
	const server = await startPostgres(postgres);
	const program = need("pgbouncer");
	if (program === null) skip("the server behind PgBouncer");
	const pool = program === null ? null : await startPgBouncer(program, server.url);
	const parts = ["src/server", "src/tools", "src/providers/gmail", "src/providers/outlook"];
	await vitest("the tests of server, tools and accounts again, on PostgreSQL", ["--project", "app", ...parts], {
		TEST_DATABASE_URL: server.url,
		...(pool === null ? {} : { TEST_PGBOUNCER_URL: pool.url }),
		...servers,
	});
	await pool?.stop();
	await server.stop();
}

const chromium = need("chromium");
if (chromium === null) skip("the journeys in a real browser");
else {
	await ensureBuilt();
	await vitest("journeys in a real browser", ["--project", "e2e"], { CHROMIUM: chromium, ...servers });
}

rmSync(results, { recursive: true, force: true });
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exit(total.failed === 0 ? 0 : 1);
