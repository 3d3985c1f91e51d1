import { faultsOf } from "../fault.ts";

const synced = "src/server/mail/sync";
const providers = "src/providers";

export const sync = faultsOf("sync", [
	{
		name: "some-removals-skipped",
		file: `${synced}/remove-missing.ts`,
		find: "gone.slice(from, from + chunk)",
		replace: "gone.slice(from, from + chunk - 1)",
		tests: [`${synced}/remove-missing.test.ts`, `${synced}/sync.test.ts`],
	},
	{
		name: "expired-sign-in-unnoticed",
		file: `${synced}/status/failed.ts`,
		find: "\t\tif (end.signInAgain) await markNeedsSignIn(ctx.database, sync);\n",
		replace: "",
		tests: [
			`${synced}/sync.test.ts`,
			`${synced}/status/status.test.ts`,
			"src/server/mail/accounts/imap.test.ts",
			`${providers}/gmail/listing/sync.test.ts`,
		],
	},
	{
		name: "last-change-not-announced",
		file: `${synced}/notify.ts`,
		find: "if (timer === null) publish();\n\t\t\telse isDue = true;",
		replace: "if (timer === null) publish();",
		tests: [`${synced}/sync.test.ts`, "src/server/http/event-stream.test.ts", `${synced}/headers-first.test.ts`],
	},
	{
		name: "history-ends-after-page",
		file: `${synced}/status/history.ts`,
		find: "[ownerId, accountId, startedAt, id, limit + 1]",
		replace: "[ownerId, accountId, startedAt, id, limit]",
		tests: [`${synced}/status/history.test.ts`],
	},
	{
		name: "old-mail-announced-as-new",
		file: `${synced}/listing.ts`,
		find: "removed: [], isNewMail: false }",
		replace: "removed: [], isNewMail: true }",
		tests: [
			`${synced}/inbox-events.test.ts`,
			`${synced}/sync.test.ts`,
			"src/server/mail/inbox-events/inbox-events.test.ts",
		],
	},
	{
		name: "gmail-without-identity-scopes",
		file: `${providers}/gmail/api/oauth.ts`,
		find: "[...scopes.identity, ...scopes[access], ",
		replace: "[...scopes[access], ",
		tests: [`${providers}/gmail/consent.test.ts`, "src/server/mail/oauth-connect/consent.test.ts"],
	},
	{
		name: "gmail-new-mail-then-read",
		file: `${providers}/gmail/listing/history-delta.ts`,
		find: 'isNew: before?.isNew === true || events.some(({ kind }) => kind === "added")',
		replace: 'isNew: events.some(({ kind }) => kind === "added")',
		tests: [
			`${providers}/gmail/listing/sync.test.ts`,
			`${providers}/gmail/listing/listing.test.ts`,
			`${providers}/gmail/provider.test.ts`,
			`${providers}/gmail/limits.test.ts`,
		],
	},
	{
		name: "imap-answered-from-draft",
		file: "src/shared/mail/flags.ts",
		find: 'answered: { imap: ["\\\\Answered"]',
		replace: 'answered: { imap: ["\\\\Draft"]',
		tests: [
			`${providers}/imap/listing/changes.test.ts`,
			`${providers}/imap/listing/listing.test.ts`,
			`${providers}/imap/provider.test.ts`,
		],
	},
	{
		name: "outlook-exceptions-as-conditions",
		file: `${providers}/outlook/rules/read-rule.ts`,
		find: "conditionsOf(withoutEmpty(exceptions), true)",
		replace: "conditionsOf(withoutEmpty(exceptions), false)",
		tests: [`${providers}/outlook/rules/rules.test.ts`, "src/tools/block-filter/server/native/native.test.ts"],
	},
	{
		name: "thunderbird-deleted-in-inbox",
		file: `${providers}/mbox/message-state/message-state.ts`,
		find: "expunged: 0x0008",
		replace: "expunged: 0x0080",
		tests: [`${providers}/mbox/message-state/message-state.test.ts`, `${providers}/mbox/provider.test.ts`],
	},
]);
