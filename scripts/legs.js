// Which tests npm test runs on the embedded database as well, and the parts of npm run test:release.
// See docs/decisions/0033-tests.md.

const mail = "src/server/mail";
const platform = "src/server/platform";
const tests = (folder, ...names) => names.map((name) => `${folder}/${name}.test.ts`);

/** On the embedded database: engine-specific code, and SQL tuned for both engines. Globs. */
export const embedded = [
	"src/server/db/**/*.test.ts",
	"src/server/backup/backup.test.ts",
	...["events", "event-streams", "jobs", "work", "schedule"].map((name) => `${platform}/${name}/**/*.test.ts`),
	"src/server/http/isolation.test.ts",
	`${mail}/search/**/*.test.ts`,
	`${mail}/store/**/*.test.ts`,
	`${mail}/text-index/kill.test.ts`,
	...tests(`${mail}/changes`, "changes", "kill", "plan-items", "query"),
	...tests(`${mail}/sync`, "sync", "headers-first", "fetch-now"),
	...tests(`${mail}/send`, "send-mail", "kill", "waiting"),
];

/** Processes that are killed, and what must not be lost then. */
const kills = [
	...tests(`${mail}/changes`, "kill"),
	...tests(`${mail}/text-index`, "kill"),
	...tests(`${mail}/send`, "kill"),
	...tests(`${platform}/work`, "kill"),
	...tests(`${platform}/event-streams`, "kill"),
];
const killsOnPostgres = [
	...tests(`${platform}/jobs`, "chaos"),
	"src/tools/smart-archive/server/restore/kill.test.ts",
	"src/tools/follow-up-tracker/server/kill.test.ts",
];

/** `npm test` runs them, too, with fewer rounds. */
const killsAsUsual = [...tests(`${platform}/schedule`, "schedule"), ...tests(`${mail}/changes`, "undo-kill")];
const cutsAsUsual = tests("src/tools/smart-archive/server/restore", "restore");

/** Data on its way into, out of and between installations. */
const moves = tests("src/server/backup", "move", "restore", "backup");

/** Inputs of growing size: every reader of mail takes linear time. */
const growth = [
	...tests("src/shared/mail", "linear-time"),
	...tests("src/shared/search", "linear-time"),
	"src/server/platform/xml/linear-time.test.ts",
	...["attachment-text", "parse", "send"].map((name) => `${mail}/${name}/linear-time.test.ts`),
	...["imap", "gmail", "mbox"].map((name) => `src/providers/${name}/linear-time.test.ts`),
	"src/tools/unsubscriber/server/unsubscribe/linear-time.test.ts",
	"src/tools/block-filter/server/files/linear-time.test.ts",
];

/** With an object store: tests that write, read or delete whole messages. */
const objects = [
	...tests(`${mail}/sync`, "headers-first", "fetch-now", "inbox-events", "dovecot"),
	...tests(`${mail}/accounts`, "accounts", "imap"),
	...tests(`${mail}/folders`, "folders"),
	...tests(`${mail}/changes`, "changes", "renamed"),
	"src/server/identity/export/",
	"src/server/identity/account-deletion/",
];

/** Journeys of tools in every kind of mailbox; npm test runs them in one (e2e/cleaning-fixture.ts). */
const kinds = [
	"action-item-reminders",
	"block-filter",
	"categorizer",
	"every-kind",
	"figures",
	"gmail",
	"nudges",
	"outlook",
	"smart-archive",
	"unsubscriber",
	"unsubscriber-providers",
].map((name) => `e2e/${name}.test.ts`);

/**
 * The parts of npm run test:release, in order: files by where they run, on one of the databases or in a browser. `env` is
 * added to the environment.
 */
export const release = {
	kills: {
		postgres: [...kills, ...killsOnPostgres, ...killsAsUsual, ...cutsAsUsual],
		embedded: [...kills, ...killsAsUsual],
		journeys: ["e2e/restart.test.ts"],
	},
	sizes: {
		postgres: [
			...tests(`${platform}/work`, "million"),
			...tests(`${mail}/search`, "differential"),
			...tests(`${mail}/sync`, "dovecot", "large-changes"),
			...tests("src/providers/imap/listing", "listing"),
			...tests("src/providers/mbox", "provider"),
			...tests("src/tools/composer/server", "send-draft"),
			...tests(`${mail}/uploads`, "hostile-files"),
		],
		embedded: tests(`${mail}/search`, "differential"),
		journeys: ["e2e/upload.test.ts"],
	},
	attacks: { postgres: ["test/attacks/"], journeys: ["e2e/costly-mail.test.ts"] },
	campaigns: { postgres: tests("src/tools/follow-up-tracker/server", "emulated") },
	disks: { postgres: tests(platform, "disk/disk", "watchdog/watchdog") },
	moves: { postgres: [...moves, "src/server/cli/"], embedded: [...moves, "src/server/cli/"] },
	pgbouncer: { postgres: tests("src/server/db", "pgbouncer") },
	knot: { postgres: tests("src/tools/spam-analyzer/server", "knot") },
	objects: { postgres: objects, env: { TEST_S3: "on" } },
	extensions: { postgres: tests("test", "extensions") },
	growth: { embedded: growth },
	kinds: { journeys: kinds },
	writing: { journeys: ["e2e/writing-soak.test.ts"] },
	changes: { journeys: ["e2e/changes-soak.test.ts"] },
};

/** Files that npm test leaves to npm run test:release. */
export const releaseOnly = [
	...kills,
	...killsOnPostgres,
	...growth,
	"test/attacks/**",
	"e2e/restart.test.ts",
	"e2e/changes-soak.test.ts",
	"e2e/writing-soak.test.ts",
	"e2e/unsubscriber-providers.test.ts",
	...release.campaigns.postgres,
	...tests("src/server/backup", "move", "restore"),
	...tests(`${platform}/work`, "million"),
	...tests(`${platform}/watchdog`, "watchdog"),
	...release.pgbouncer.postgres,
	...release.knot.postgres,
	...release.extensions.postgres,
];
