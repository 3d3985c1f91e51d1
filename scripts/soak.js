// npm run test:soak: tests that kill processes and fill mailboxes, at full length. Run before a release.
import { soak } from "./legs.js";
import { need } from "./needs.js";
import { startTestPostgres } from "./postgres.js";
import { ensureBuilt, ensureInstalled } from "./setup.js";
import { createRun } from "./vitest.js";

ensureInstalled();
const tests = createRun();
const dovecot = need("dovecot");
if (dovecot === null) tests.skip("IMAP against a real Dovecot");
const env = { SOAK: "on", ...(dovecot === null ? {} : { DOVECOT: dovecot }) };

const postgres = need("postgres");
if (postgres === null) tests.skip("the tests on PostgreSQL");
else {
	const server = await startTestPostgres(postgres);
	await tests.leg("soak on PostgreSQL", ["--project", "app", ...soak.postgres], {
		TEST_DATABASE_URL: server.url,
		...env,
	});
	await server.stop();
}
await tests.leg("soak on the embedded database", ["--project", "app", ...soak.embedded], env);
const chromium = need("chromium");
if (chromium === null) tests.skip("the journeys in a real browser");
else {
	await ensureBuilt();
	await tests.leg("soak of the whole program", ["--project", "e2e", ...soak.journeys], { CHROMIUM: chromium, ...env });
}
tests.end();
