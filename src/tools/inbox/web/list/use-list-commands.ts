import type { Command } from "#web/lib/commands.tsx";
import { useCommands } from "#web/lib/commands.tsx";
import type { ConversationAction } from "#web/lib/inbox-extension.ts";
import { roleNames } from "#web/lib/mailbox/folder-names.ts";
import { t as readerText } from "../reader-text.ts";
import { t } from "../text.ts";

export interface ListActions {
	/** Something is selected or open, or the keyboard cursor is on a row. */
	hasTarget: () => boolean;
	isOpen: () => boolean;
	hasSelection: () => boolean;
	move: (by: number) => void;
	extend: (by: number) => void;
	toggle: () => void;
	open: () => void;
	back: () => void;
	selectAll: () => void;
	archive: () => void;
	/** Archives, and opens a neighbor. */
	archiveAnd: (then: "next" | "previous") => void;
	/** Actions of other tools. */
	extras: readonly { action: ConversationAction; when: () => boolean; run: () => void }[];
	remove: () => void;
	restore: () => void;
	spam: () => void;
	star: () => void;
	read: (value: boolean) => void;
	moveTo: () => void;
	/** Answers the open message, or the one with the cursor. */
	answer: (kind: "reply" | "reply_all" | "forward") => void;
	/** Undefined where the mailbox has no labels. */
	label: (() => void) | undefined;
	search: () => void;
	undo: () => void;
	sync: () => void;
	goTo: (folder: string) => void;
}

/** Keys of the folders, after `g`. The inbox key belongs to the tool. */
/** After `g`. Tools have other keys. */
export const folderKeys = { sent: "s", drafts: "d", spam: "p", trash: "t", archive: "a" } as const;

/** All commands of the inbox, for shortcuts, palette and the `?` dialog. */
export function useListCommands(actions: ListActions): void {
	const group = t.list.mail;
	const target = { group, when: actions.hasTarget };
	const moving = { group: t.list.navigation, hidden: true };
	const commands: Command[] = [
		{ ...moving, id: "inbox.next", title: t.list.nextEmail, keys: "j", run: () => actions.move(1) },
		{ ...moving, id: "inbox.previous", title: t.list.previousEmail, keys: "k", run: () => actions.move(-1) },
		{ ...moving, id: "inbox.down", title: t.list.nextEmail, keys: "arrowdown", run: () => actions.move(1) },
		{ ...moving, id: "inbox.up", title: t.list.previousEmail, keys: "arrowup", run: () => actions.move(-1) },
		{ ...moving, id: "inbox.open", title: t.list.openTheEmail, keys: "o", when: actions.hasTarget, run: actions.open },
		{
			...moving,
			id: "inbox.enter",
			title: t.list.openTheEmail,
			keys: "enter",
			when: actions.hasTarget,
			run: actions.open,
		},
		{ ...moving, id: "inbox.back", title: t.list.backToList, keys: "u", when: actions.isOpen, run: actions.back },
		{
			...moving,
			id: "inbox.escape",
			title: t.list.clearSelectionCloseEmail,
			keys: "escape",
			when: () => actions.hasSelection() || actions.isOpen(),
			run: actions.back,
		},
		{ ...target, id: "inbox.select", title: t.list.selectTheEmail, keys: "x", hidden: true, run: actions.toggle },
		{
			group,
			id: "inbox.extend-down",
			title: t.list.extendSelectionDown,
			keys: "shift+j",
			hidden: true,
			run: () => actions.extend(1),
		},
		{
			group,
			id: "inbox.extend-up",
			title: t.list.extendSelectionUp,
			keys: "shift+k",
			hidden: true,
			run: () => actions.extend(-1),
		},
		{ group, id: "inbox.select-all", title: t.list.selectAllLoaded, keys: "* a", run: actions.selectAll },
		{ ...target, id: "inbox.archive", title: t.list.archive, keys: "e", run: actions.archive },
		{
			...target,
			id: "inbox.archive-next",
			title: t.list.archiveNext,
			keys: "]",
			hidden: true,
			run: () => actions.archiveAnd("next"),
		},
		{
			...target,
			id: "inbox.archive-previous",
			title: t.list.archivePrevious,
			keys: "[",
			hidden: true,
			run: () => actions.archiveAnd("previous"),
		},
		...actions.extras.map(({ action: { id, label, keys }, when, run }) => ({
			...{ group, when, run, id: `inbox.${id}`, title: label },
			...(keys !== undefined && { keys }),
		})),
		{ ...target, id: "inbox.delete", title: t.list.delete, keys: "#", run: actions.remove },
		{ ...target, id: "inbox.restore", title: t.list.restore, run: actions.restore },
		{ ...target, id: "inbox.spam", title: t.list.moveToSpam, keys: "!", run: actions.spam },
		{ ...target, id: "inbox.star", title: t.list.starRemoveStar, keys: "s", run: actions.star },
		{ ...target, id: "inbox.read", title: t.list.markAsRead, keys: "shift+i", run: () => actions.read(true) },
		{ ...target, id: "inbox.unread", title: t.list.markAsUnread, keys: "shift+u", run: () => actions.read(false) },
		{ ...target, id: "inbox.move", title: t.list.moveFolder, keys: "v", run: actions.moveTo },
		{ ...target, id: "inbox.reply", title: readerText.message.reply, keys: "r", run: () => actions.answer("reply") },
		{
			...target,
			id: "inbox.reply-all",
			title: readerText.message.replyAll,
			keys: "a",
			run: () => actions.answer("reply_all"),
		},
		{
			...target,
			id: "inbox.forward",
			title: readerText.message.forward,
			keys: "f",
			run: () => actions.answer("forward"),
		},
		...(actions.label ? [{ ...target, id: "inbox.label", title: t.list.labels, keys: "l", run: actions.label }] : []),
		{ group, id: "inbox.search", title: t.list.searchMail, keys: "/", run: actions.search },
		{ group, id: "inbox.undo", title: t.list.undoLastChange, keys: "z", run: actions.undo },
		{ group, id: "inbox.sync", title: t.list.sync, run: actions.sync },
		...Object.entries(folderKeys).map(([role, key]) => ({
			id: `inbox.go-${role}`,
			title: t.list.goToFolder(roleNames[role as keyof typeof folderKeys]),
			keys: `g ${key}`,
			group: t.list.goTo,
			run: () => actions.goTo(role),
		})),
	];
	useCommands(commands);
}
