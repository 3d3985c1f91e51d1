// Which tests run where, besides the main leg that runs all of them on PostgreSQL. See docs/decisions/0045-test-run.md.

const mailbox = "src/server/mailbox";
const tests = (folder, ...names) => names.map((name) => `${folder}/${name}.test.ts`);

/** On the embedded database: what it does by itself, and SQL that is written with care for both engines. */
export const embedded = [
	"src/server/db/",
	"src/server/backup/backup.test.ts",
	"src/server/cli/",
	"src/server/events/",
	"src/server/jobs/",
	"src/server/http/isolation.test.ts",
	`${mailbox}/search/`,
	`${mailbox}/store/`,
	...tests(`${mailbox}/changes`, "changes", "kill", "plan-items", "query"),
	...tests(`${mailbox}/sync`, "sync", "headers-first", "fetch-now"),
];

/** With whole messages in an object store: what writes, reads or deletes them. */
export const objects = [
	...tests(`${mailbox}/sync`, "headers-first", "fetch-now", "arrivals", "dovecot"),
	...tests(`${mailbox}/accounts`, "accounts", "folders", "imap"),
	...tests(`${mailbox}/changes`, "changes", "renamed"),
	"src/server/export/",
	"src/server/closing/",
];

/** The tests that npm run test:soak runs in their long versions. */
export const soak = {
	postgres: ["src/server/jobs/chaos.test.ts", `${mailbox}/changes/kill.test.ts`, "src/providers/imap/listing.test.ts"],
	embedded: [`${mailbox}/changes/kill.test.ts`],
	journeys: ["e2e/restart.test.ts"],
};
