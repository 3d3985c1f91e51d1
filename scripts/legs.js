// Which tests run where, besides the main leg that runs all of them on PostgreSQL. See docs/decisions/0045-test-run.md.

const mail = "src/server/mail";
const tests = (folder, ...names) => names.map((name) => `${folder}/${name}.test.ts`);

/** On the embedded database: what it does by itself, and SQL that is written with care for both engines. */
export const embedded = [
	"src/server/db/",
	"src/server/backup/backup.test.ts",
	"src/server/cli/",
	"src/server/platform/events/",
	"src/server/platform/jobs/",
	"src/server/http/isolation.test.ts",
	`${mail}/search/`,
	`${mail}/store/`,
	...tests(`${mail}/changes`, "changes", "kill", "plan-items", "query"),
	...tests(`${mail}/sync`, "sync", "headers-first", "fetch-now"),
];

/** With whole messages in an object store: what writes, reads or deletes them. */
export const objects = [
	...tests(`${mail}/sync`, "headers-first", "fetch-now", "inbox-events", "dovecot"),
	...tests(`${mail}/accounts`, "accounts", "folders", "imap"),
	...tests(`${mail}/changes`, "changes", "renamed"),
	"src/server/identity/export/",
	"src/server/identity/account-deletion/",
];

/** The tests that npm run test:soak runs in their long versions. */
export const soak = {
	postgres: [
		"src/server/platform/jobs/chaos.test.ts",
		`${mail}/changes/kill.test.ts`,
		"src/providers/imap/listing.test.ts",
	],
	embedded: [`${mail}/changes/kill.test.ts`],
	journeys: ["e2e/restart.test.ts"],
};
