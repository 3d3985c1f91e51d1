import { faultsOf } from "../fault.ts";

const web = "src/web";
const inbox = "src/tools/inbox/web";
const composer = "src/tools/composer/web";
const everyScreen = ["test/screens/every-other-screen.ui.test.ts", "test/screens/every-screen-of-tools.ui.test.ts"];

export const screens = faultsOf("screens", [
	{
		name: "undo-in-order-of-changes",
		file: `${web}/lib/undo/undo.ts`,
		find: "changes.toReversed().map((change) => undoOne",
		replace: "changes.map((change) => undoOne",
		tests: [`${web}/lib/undo/undo.test.ts`],
	},
	{
		name: "merged-change-not-undoable-by-key",
		file: `${web}/lib/undo/undo-stack.ts`,
		find: "\tstack.push(entry);\n",
		replace: "",
		tests: [`${web}/lib/undo/undo.test.ts`, "e2e/inbox.test.ts"],
	},
	{
		name: "selection-ignores-exceptions",
		file: `${web}/lib/mail-list/selection.ts`,
		find: "Math.max(0, total - ids.size)",
		replace: "total",
		tests: [`${web}/lib/mail-list/selection.test.ts`],
	},
	{
		name: "week-old-mail-without-date",
		file: `${web}/lib/base/format.ts`,
		find: "days > 1 && days < 7",
		replace: "days > 1 && days <= 7",
		tests: [`${web}/lib/base/format.test.ts`],
	},
	{
		name: "trashed-mail-stays-in-results",
		file: `${inbox}/changes/pending.ts`,
		find: 'item.folder !== "trash" && item.folder !== "spam"',
		replace: 'item.folder !== "trash" || item.folder !== "spam"',
		tests: [`${inbox}/changes/pending.test.ts`, `${inbox}/base/rows.test.ts`],
	},
	{
		name: "only-mailbox-is-named",
		file: `${web}/lib/mailbox/access-notice.tsx`,
		find: "isNamed = mailboxes.length > 1",
		replace: "isNamed = mailboxes.length < 1",
		tests: [`${web}/lib/mailbox/access.test.ts`, ...everyScreen, "e2e/every-kind.test.ts"],
	},
	{
		name: "no-retry-after-failure",
		file: `${web}/ui/state/states.tsx`,
		find: "onRetry !== undefined && !isClientError(error)",
		replace: "onRetry !== undefined && isClientError(error)",
		tests: everyScreen,
	},
	{
		name: "undone-message-does-not-open",
		file: `${composer}/sending/sending.ts`,
		find: "\t\topenComposer({ draftId, draft });\n",
		replace: "",
		tests: ["e2e/composer.test.ts", "e2e/send-later.test.ts"],
	},
	{
		name: "empty-inbox-called-folder",
		file: `${inbox}/list/empty-list.tsx`,
		find: 'address.folder === "inbox" ? t.list.inboxEmpty',
		replace: 'address.folder !== "inbox" ? t.list.inboxEmpty',
		tests: ["test/screens/every-screen-of-tools.ui.test.ts", "e2e/inbox.test.ts"],
	},
	{
		name: "failed-save-overwrites-typing",
		file: `${composer}/draft/draft-saver.ts`,
		find: "pending = { ...sending, ...(pending as ContentChange | null) };",
		replace: "pending = { ...(pending as ContentChange | null), ...sending };",
		tests: [`${composer}/draft/draft-saver.test.ts`, "e2e/composer-drafts.test.ts"],
	},
]);
