import type { Command } from "#web/lib/commands.tsx";
import { useCommands } from "#web/lib/commands.tsx";
import { roleNames } from "../folders/folder-names.ts";

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
	remove: () => void;
	restore: () => void;
	spam: () => void;
	star: () => void;
	read: (value: boolean) => void;
	moveTo: () => void;
	/** Undefined where the mailbox has no labels. */
	label: (() => void) | undefined;
	search: () => void;
	undo: () => void;
	sync: () => void;
	goTo: (folder: string) => void;
}

/** Keys of the folders, after `g`. The inbox key belongs to the tool. */
const folderKeys = { sent: "s", drafts: "d", spam: "p", trash: "t", archive: "a" } as const;

/** All commands of the inbox, for shortcuts, palette and the `?` dialog. */
export function useListCommands(actions: ListActions): void {
	const group = "Mail";
	const target = { group, when: actions.hasTarget };
	const moving = { group: "Moving about", hidden: true };
	const commands: Command[] = [
		{ ...moving, id: "inbox.next", title: "Next email", keys: "j", run: () => actions.move(1) },
		{ ...moving, id: "inbox.previous", title: "Previous email", keys: "k", run: () => actions.move(-1) },
		{ ...moving, id: "inbox.down", title: "Next email", keys: "arrowdown", run: () => actions.move(1) },
		{ ...moving, id: "inbox.up", title: "Previous email", keys: "arrowup", run: () => actions.move(-1) },
		{ ...moving, id: "inbox.open", title: "Open the email", keys: "o", when: actions.hasTarget, run: actions.open },
		{
			...moving,
			id: "inbox.enter",
			title: "Open the email",
			keys: "enter",
			when: actions.hasTarget,
			run: actions.open,
		},
		{ ...moving, id: "inbox.back", title: "Back to the list", keys: "u", when: actions.isOpen, run: actions.back },
		{
			...moving,
			id: "inbox.escape",
			title: "Clear the selection, or close the email",
			keys: "escape",
			when: () => actions.hasSelection() || actions.isOpen(),
			run: actions.back,
		},
		{ ...target, id: "inbox.select", title: "Select the email", keys: "x", hidden: true, run: actions.toggle },
		{
			group,
			id: "inbox.extend-down",
			title: "Select downwards",
			keys: "shift+j",
			hidden: true,
			run: () => actions.extend(1),
		},
		{
			group,
			id: "inbox.extend-up",
			title: "Select upwards",
			keys: "shift+k",
			hidden: true,
			run: () => actions.extend(-1),
		},
		{ group, id: "inbox.select-all", title: "Select all in view", keys: "* a", run: actions.selectAll },
		{ ...target, id: "inbox.archive", title: "Archive", keys: "e", run: actions.archive },
		{ ...target, id: "inbox.delete", title: "Delete", keys: "#", run: actions.remove },
		{ ...target, id: "inbox.restore", title: "Restore", run: actions.restore },
		{ ...target, id: "inbox.spam", title: "Move to Spam", keys: "!", run: actions.spam },
		{ ...target, id: "inbox.star", title: "Star, or remove the star", keys: "s", run: actions.star },
		{ ...target, id: "inbox.read", title: "Mark as read", keys: "shift+i", run: () => actions.read(true) },
		{ ...target, id: "inbox.unread", title: "Mark as unread", keys: "shift+u", run: () => actions.read(false) },
		{ ...target, id: "inbox.move", title: "Move to a folder…", keys: "v", run: actions.moveTo },
		...(actions.label ? [{ ...target, id: "inbox.label", title: "Labels…", keys: "l", run: actions.label }] : []),
		{ group, id: "inbox.search", title: "Search mail", keys: "/", run: actions.search },
		{ group, id: "inbox.undo", title: "Undo the last change", keys: "z", run: actions.undo },
		{ group, id: "inbox.sync", title: "Sync", run: actions.sync },
		...Object.entries(folderKeys).map(([role, key]) => ({
			id: `inbox.go-${role}`,
			title: `Go to ${roleNames[role as keyof typeof folderKeys]}`,
			keys: `g ${key}`,
			group: "Go to",
			run: () => actions.goTo(role),
		})),
	];
	useCommands(commands);
}
