// Tests of the extra legs, in addition to the main leg that runs everything on PostgreSQL. See docs/decisions/0045-test-run.md.

const mail = "src/server/mail";
const tests = (folder, ...names) => names.map((name) => `${folder}/${name}.test.ts`);

/** On the embedded database: engine-specific code, and SQL tuned for both engines. */
export const embedded = [
	"src/server/db/",
	"src/server/backup/backup.test.ts",
	"src/server/cli/",
	"src/server/platform/events/",
	"src/server/platform/event-streams/",
	"src/server/platform/jobs/",
	"src/server/platform/work/",
	"src/server/platform/schedule/",
	"src/server/http/isolation.test.ts",
	`${mail}/search/`,
	`${mail}/store/`,
	`${mail}/text-index/kill.test.ts`,
	...tests(`${mail}/changes`, "changes", "kill", "plan-items", "query"),
	...tests(`${mail}/sync`, "sync", "headers-first", "fetch-now"),
	...tests(`${mail}/send`, "send-mail", "kill"),
];

/** With an object store: tests that write, read or delete whole messages. */
export const objects = [
	...tests(`${mail}/sync`, "headers-first", "fetch-now", "inbox-events", "dovecot"),
	...tests(`${mail}/accounts`, "accounts", "imap"),
	...tests(`${mail}/folders`, "folders"),
	...tests(`${mail}/changes`, "changes", "renamed"),
	"src/server/identity/export/",
	"src/server/identity/account-deletion/",
];

/** Tests that npm run test:soak runs at full length. */
export const soak = {
	postgres: [
		"src/server/platform/jobs/chaos.test.ts",
		"src/server/platform/work/kill.test.ts",
		"src/server/platform/schedule/schedule.test.ts",
		"src/server/platform/event-streams/kill.test.ts",
		"src/server/platform/work/million.test.ts",
		`${mail}/changes/kill.test.ts`,
		`${mail}/search/differential.test.ts`,
		`${mail}/text-index/kill.test.ts`,
		`${mail}/send/kill.test.ts`,
		`${mail}/sync/dovecot.test.ts`,
		"src/providers/imap/listing.test.ts",
		"src/tools/follow-up-tracker/server/kill.test.ts",
		"src/tools/follow-up-tracker/server/emulated.test.ts",
		"linear-time.test.ts",
	],
	embedded: [
		`${mail}/changes/kill.test.ts`,
		`${mail}/search/differential.test.ts`,
		`${mail}/text-index/kill.test.ts`,
		"src/server/platform/work/kill.test.ts",
		"src/server/platform/schedule/schedule.test.ts",
		"src/server/platform/event-streams/kill.test.ts",
		`${mail}/send/kill.test.ts`,
	],
	journeys: ["e2e/restart.test.ts", "e2e/upload.test.ts"],
};
