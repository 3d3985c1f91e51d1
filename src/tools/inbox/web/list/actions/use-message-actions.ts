import { useRef, useState } from "react";
import type { MailCursor } from "#web/lib/mail-list/list-cursor.ts";
import { isEmpty } from "#web/lib/mail-list/selection.ts";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import type { ConversationAction, Task } from "#web/lib/screens/inbox-extension.ts";
import type { Action, EmailItem, ListItem } from "../../base/mail.ts";
import { conversationOf, messagesOf, rowWith, summaryOf } from "../../base/rows.ts";
import type { Address } from "../../base/search-params.ts";
import type { ListQuery } from "../../changes/pending.ts";
import type { ReadOnly } from "../../changes/read-only.ts";
import type { PaneActions } from "../../message/reading-pane.tsx";
import { extraActions } from "./extra-actions.ts";
import { type ApplyAction, useApplyAction } from "./use-apply-action.ts";
import { useMessageNavigation } from "./use-message-navigation.ts";

interface MessageActionsOptions {
	address: Address;
	query: ListQuery;
	items: readonly ListItem[];
	cursor: MailCursor;
	/** The open message. */
	openItem: EmailItem | null;
	/** List and message are shown side by side. */
	wide: boolean;
	hasLabels: boolean;
	/** Every connected mailbox. */
	accounts: readonly Account[];
	readOnly: ReadOnly;
	/** Actions of other tools. */
	extraActions: readonly ConversationAction[];
	/** Those on something that an email asks for. */
	taskActions: (task: Task) => readonly ConversationAction[];
}

/** The actions of the inbox, shared by shortcuts, menus and buttons. */
export function useMessageActions(options: MessageActionsOptions) {
	const { items, cursor, openItem, hasLabels, taskActions } = options;
	const [dialog, setDialog] = useState<"move" | "label" | null>(null);
	const searchInput = useRef<HTMLInputElement>(null);

	/** The target of a command: the selected rows, else what is open, else the row with the cursor; all messages of them. */
	const targets = (): EmailItem[] => {
		if (!isEmpty(cursor.selection)) return items.filter((item) => cursor.rows.isSelected(item.id)).flatMap(messagesOf);
		if (openItem) return conversationOf(items, openItem);
		const active = rowWith(items, cursor.activeId);
		return active ? messagesOf(active) : [];
	};

	const navigation = useMessageNavigation(options);
	const apply = useApplyAction({ ...options, targets, advance: navigation.advance });
	const { act, remove, changeable } = apply;
	const extras = extraActions({ offered: options.extraActions, items, cursor, targets, apply });

	const openDialog = (which: "move" | "label") => {
		if (changeable(targets()).length > 0) setDialog(which);
	};

	/** Selects the row with the cursor, else the open one; or deselects it. */
	const toggleSelected = () => {
		const id = cursor.activeId ?? rowWith(items, options.address.emailId)?.id ?? null;
		if (id !== null) cursor.toggle(id, false);
	};

	/** Stars the targets, or removes the stars of all; in a conversation that is open, for the open message. */
	const toggleStar = () => {
		const starred = isEmpty(cursor.selection) && openItem ? [openItem] : targets();
		void act({ type: "star", value: !starred.every((item) => item.isStarred) }, starred);
	};

	/** Moves dragged messages to a folder. */
	const drop = (ids: readonly string[], action: Action, folderName: string) => {
		const wanted = new Set(ids);
		return act(action, items.filter((item) => wanted.has(item.id)).flatMap(messagesOf), folderName);
	};

	const pane = (item: EmailItem): PaneActions => ({
		back: navigation.back,
		toggleRead: () => void act({ type: "mark_read", value: !item.isRead }, [item]),
		toggleStar: () => void act({ type: "star", value: !item.isStarred }, [item]),
		toggleImportant: () => void act({ type: "important", value: !item.isImportant }, [item]),
		archive: () => void act({ type: "archive" }, conversationOf(items, item)),
		restore: () => void act({ type: "restore" }, conversationOf(items, item)),
		spam: () => void act({ type: "spam" }, conversationOf(items, item)),
		remove: () => void remove(conversationOf(items, item)),
		move: () => openDialog("move"),
		label: hasLabels ? () => openDialog("label") : undefined,
		extras: extras.extrasOn(item),
		taskActions: (task) => extras.extrasOn(item, taskActions(task)),
	});

	return {
		...navigation,
		...apply,
		...extras,
		targets,
		rowActions: rowActions(apply),
		toggleSelected,
		toggleStar,
		drop,
		pane,
		dialog,
		setDialog,
		openDialog,
		searchInput,
	};
}

export type MessageActions = ReturnType<typeof useMessageActions>;

/** Actions of a row, on all messages of its conversation. */
function rowActions({ act, remove }: Pick<ApplyAction, "act" | "remove">) {
	return {
		read: (row: ListItem) => void act({ type: "mark_read", value: !summaryOf(row).isRead }, messagesOf(row)),
		// A star is for one message: the newest.
		star: (row: ListItem) => {
			const isStarred = summaryOf(row).isStarred;
			void act({ type: "star", value: !isStarred }, isStarred ? messagesOf(row) : messagesOf(row).slice(0, 1));
		},
		archive: (row: ListItem) => void act({ type: "archive" }, messagesOf(row)),
		remove: (row: ListItem) => void remove(messagesOf(row)),
	};
}
