// Which tests run where, besides the main leg that runs all of them on PostgreSQL. See docs/decisions/0045-test-run.md.

/** On the embedded database: what it does by itself, and the statements that the journeys do not send to it. */
export const embedded = [
	"src/server/db/",
	"src/server/backup/",
	"src/server/cli/",
	"src/server/events/",
	"src/server/jobs/",
	"src/server/mailbox/search/",
	"src/server/mailbox/store/",
	"src/server/mailbox/sync/",
	"src/server/mailbox/changes/",
	"src/server/http/isolation.test.ts",
];

/** With whole messages in an object store: what writes, reads or deletes them. */
export const objects = [
	"src/server/mailbox/sync/",
	"src/server/mailbox/accounts/",
	"src/server/mailbox/changes/",
	"src/server/mailbox/store/",
	"src/server/export/",
	"src/server/closing/",
];

/** Journeys on the embedded database; the others are on PostgreSQL, which answers sooner. */
export const embeddedJourneys = ["e2e/inbox.test.ts", "e2e/restart.test.ts", "e2e/upload.test.ts"];

/** The tests that npm run test:soak runs in their long versions. */
export const soak = {
	app: [
		"src/server/jobs/chaos.test.ts",
		"src/server/jobs/processes.test.ts",
		"src/server/mailbox/changes/kill.test.ts",
		"src/server/mailbox/changes/undo.property.test.ts",
		"src/providers/imap/listing.test.ts",
		"src/tools/unsubscriber/server/leaving/kill.test.ts",
	],
	e2e: ["e2e/restart.test.ts"],
};
