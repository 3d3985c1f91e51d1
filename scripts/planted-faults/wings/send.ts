import { faultsOf } from "../fault.ts";

const sending = "src/server/mail/send";
const composer = "src/tools/composer/server";

export const send = faultsOf("send", [
	{
		name: "suppressed-domain-gets-mail",
		file: `${sending}/suppressions.ts`,
		find: "labels.slice(0, -1).map(",
		replace: "labels.slice(0, -2).map(",
		tests: [`${sending}/suppressions.test.ts`, `${sending}/send-mail.test.ts`],
	},
	{
		name: "outbox-of-other-owners",
		file: `${sending}/store.ts`,
		find: "and ($3::timestamptz is null or (created_at, id) < ($3, $4::uuid))",
		replace: "and $3::timestamptz is null or (created_at, id) < ($3, $4::uuid)",
		tests: [`${sending}/send-mail.test.ts`, "src/server/http/isolation.test.ts"],
	},
	{
		name: "unsent-counts-as-uncertain",
		file: `${sending}/resolve.ts`,
		find: 'if (answer.state === "unsent")',
		replace: 'if (answer.state !== "unsent")',
		tests: [
			`${sending}/send-mail.test.ts`,
			`${sending}/lock-lost.test.ts`,
			"src/providers/imap/send/send.test.ts",
			"src/providers/gmail/send/send.test.ts",
		],
	},
	{
		name: "day-limit-waits-for-next",
		file: `${sending}/limits.ts`,
		find: "over > 0 ? sent[over - 1] : undefined",
		replace: "over > 0 ? sent[over] : undefined",
		tests: [`${sending}/daily-cap.test.ts`, `${sending}/send-mail.test.ts`],
	},
	{
		name: "signed-out-called-disconnected",
		file: `${sending}/senders.ts`,
		find: "This mailbox requires you to sign in again. Reconnect it to send mail.",
		replace: "This mailbox is disconnected. Reconnect it to send mail.",
		tests: [`${sending}/send-mail.test.ts`, `${composer}/send-draft.test.ts`, `${composer}/drafts.test.ts`],
	},
	{
		name: "reply-to-all-copies-oneself",
		file: `${composer}/reply.ts`,
		find: "const cc = others(original.cc)",
		replace: "const cc = unique(original.cc)",
		tests: [`${composer}/drafts.test.ts`, `${composer}/threading.test.ts`],
	},
	{
		name: "sent-before-checked",
		file: `${composer}/send-draft.ts`,
		find: "\tawait requireSendable(ctx, key, maxRecipients);",
		replace: "\tvoid requireSendable(ctx, key, maxRecipients).catch(() => undefined);",
		tests: [`${composer}/send-draft.test.ts`, `${composer}/drafts.test.ts`],
	},
	{
		name: "reopened-draft-never-sent",
		file: `${composer}/send-draft.ts`,
		find: "attempt: row.attempt + 1",
		replace: "attempt: row.attempt",
		tests: [`${composer}/send-draft.test.ts`, "e2e/send-later.test.ts"],
	},
	{
		name: "sent-twice-by-letter-case",
		file: `${composer}/send-draft.ts`,
		find: "!got.has(addressKey(email))",
		replace: "!got.has(email)",
		tests: [`${composer}/send-draft.test.ts`],
	},
	{
		name: "no-reminder-after-sending",
		file: `${composer}/finish.ts`,
		find: "\t\t\t\tawait remind(ctx, { ownerId, id }, { ...payload, signal });\n",
		replace: "",
		tests: [`${composer}/finish.test.ts`, `${composer}/send-draft.test.ts`, "e2e/composer.test.ts"],
	},
]);
