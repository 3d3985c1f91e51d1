import type { MailCursor } from "#web/lib/mail-list/list-cursor.ts";
import { isEmpty } from "#web/lib/mail-list/selection.ts";
import { roleNames } from "#web/lib/mailbox/folder-names.ts";
import { compose } from "#web/lib/passing/compose.ts";
import { type Command, useCommands } from "#web/lib/screens/commands.tsx";
import { t as readerText } from "../../base/reader-text.ts";
import type { Address } from "../../base/search-params.ts";
import { t } from "../../base/text.ts";
import type { MessageActions } from "./use-message-actions.ts";

interface ListCommandsOptions {
	actions: MessageActions;
	cursor: MailCursor;
	address: Address;
	hasLabels: boolean;
	onSync: () => void;
}

/** After `g`. Tools have other keys. */
export const folderKeys = { sent: "s", drafts: "d", spam: "p", trash: "t", archive: "a" } as const;

/** All commands of the inbox, for shortcuts, palette and the `?` dialog. */
export function useListCommands({ actions, cursor, address, hasLabels, onSync }: ListCommandsOptions): void {
	const group = t.list.mail;
	/** Of commands on messages: something is selected or open, or the keyboard cursor is on a row. */
	const target = { group, when: () => actions.targets().length > 0 || cursor.selection.mode === "all" };
	const label = () => actions.openDialog("label");
	useCommands([
		...navigationCommands(actions, cursor, target.when),
		...selectionCommands(actions, cursor, target),
		...changeCommands(actions, target),
		...answerCommands(actions, target),
		...(hasLabels ? [{ ...target, id: "inbox.label", title: t.list.labels, keys: "l", run: label }] : []),
		{
			group,
			id: "inbox.search",
			title: t.list.searchMail,
			keys: "/",
			run: () => actions.searchInput.current?.focus(),
		},
		{ group, id: "inbox.undo", title: t.list.undoLastChange, keys: "z", run: () => void actions.undoLast() },
		{ group, id: "inbox.sync", title: t.list.sync, run: onSync },
		...Object.entries(folderKeys).map(([role, key]) => ({
			id: `inbox.go-${role}`,
			title: t.list.goToFolder(roleNames[role as keyof typeof folderKeys]),
			keys: `g ${key}`,
			group: t.list.goTo,
			run: () => address.show({ folder: role }),
		})),
	]);
}

/** What commands on messages have in common. */
type Target = Required<Pick<Command, "group" | "when">>;

function navigationCommands(actions: MessageActions, cursor: MailCursor, when: () => boolean): Command[] {
	const moving = { group: t.list.navigation, hidden: true };
	const next = () => actions.step(1);
	const previous = () => actions.step(-1);
	const open = () => cursor.activeId !== null && actions.open(cursor.activeId);
	return [
		{ ...moving, id: "inbox.next", title: t.list.nextEmail, keys: "j", run: next },
		{ ...moving, id: "inbox.previous", title: t.list.previousEmail, keys: "k", run: previous },
		{ ...moving, id: "inbox.down", title: t.list.nextEmail, keys: "arrowdown", run: next },
		{ ...moving, id: "inbox.up", title: t.list.previousEmail, keys: "arrowup", run: previous },
		{ ...moving, id: "inbox.open", title: t.list.openTheEmail, keys: "o", when, run: open },
		{ ...moving, id: "inbox.enter", title: t.list.openTheEmail, keys: "enter", when, run: open },
		{
			...moving,
			id: "inbox.back",
			title: t.list.backToList,
			keys: "u",
			when: () => actions.isOpen,
			run: actions.back,
		},
		{
			...moving,
			id: "inbox.escape",
			title: t.list.clearSelectionCloseEmail,
			keys: "escape",
			when: () => !isEmpty(cursor.selection) || actions.isOpen,
			run: actions.back,
		},
	];
}

function selectionCommands(actions: MessageActions, cursor: MailCursor, target: Target): Command[] {
	const { group } = target;
	return [
		{
			...target,
			id: "inbox.select",
			title: t.list.selectTheEmail,
			keys: "x",
			hidden: true,
			run: actions.toggleSelected,
		},
		{
			group,
			id: "inbox.extend-down",
			title: t.list.extendSelectionDown,
			keys: "shift+j",
			hidden: true,
			run: () => cursor.extend(1),
		},
		{
			group,
			id: "inbox.extend-up",
			title: t.list.extendSelectionUp,
			keys: "shift+k",
			hidden: true,
			run: () => cursor.extend(-1),
		},
		{
			group,
			id: "inbox.select-all",
			title: t.list.selectAllLoaded,
			keys: "* a",
			run: () => cursor.selectLoaded(true),
		},
	];
}

function changeCommands({ act, ...actions }: MessageActions, target: Target): Command[] {
	const archive = () => void act({ type: "archive" });
	const restore = () => void act({ type: "restore" });
	const spam = () => void act({ type: "spam" });
	const read = (value: boolean) => void act({ type: "mark_read", value });
	return [
		{ ...target, id: "inbox.archive", title: t.list.archive, keys: "e", run: archive },
		{
			...target,
			id: "inbox.archive-next",
			title: t.list.archiveNext,
			keys: "]",
			hidden: true,
			run: () => void actions.archiveAnd("next"),
		},
		{
			...target,
			id: "inbox.archive-previous",
			title: t.list.archivePrevious,
			keys: "[",
			hidden: true,
			run: () => void actions.archiveAnd("previous"),
		},
		...actions.extras.map((action) => ({
			group: target.group,
			id: `inbox.${action.id}`,
			title: action.label,
			...(action.keys !== undefined && { keys: action.keys }),
			when: () => actions.extrasFor(actions.targets()).includes(action),
			run: () => void actions.runExtra(action),
		})),
		{ ...target, id: "inbox.delete", title: t.list.delete, keys: "#", run: () => void actions.remove() },
		{ ...target, id: "inbox.restore", title: t.list.restore, run: restore },
		{ ...target, id: "inbox.spam", title: t.list.moveToSpam, keys: "!", run: spam },
		{ ...target, id: "inbox.star", title: t.list.starRemoveStar, keys: "s", run: actions.toggleStar },
		{ ...target, id: "inbox.read", title: t.list.markAsRead, keys: "shift+i", run: () => read(true) },
		{ ...target, id: "inbox.unread", title: t.list.markAsUnread, keys: "shift+u", run: () => read(false) },
		{ ...target, id: "inbox.move", title: t.list.moveFolder, keys: "v", run: () => actions.openDialog("move") },
	];
}

/** Replies to the target, or continues it as a draft. */
function answerCommands({ targets }: MessageActions, target: Target): Command[] {
	const answer = (kind: "reply" | "reply_all" | "forward") => {
		const [item] = targets();
		if (item?.folder === "drafts") compose({ kind: "mailbox_draft", emailId: item.id });
		else if (item) compose({ kind, emailId: item.id });
	};
	return [
		{ ...target, id: "inbox.reply", title: readerText.message.reply, keys: "r", run: () => answer("reply") },
		{ ...target, id: "inbox.reply-all", title: readerText.message.replyAll, keys: "a", run: () => answer("reply_all") },
		{ ...target, id: "inbox.forward", title: readerText.message.forward, keys: "f", run: () => answer("forward") },
	];
}
