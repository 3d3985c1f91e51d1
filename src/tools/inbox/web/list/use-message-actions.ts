import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { Account } from "#web/lib/accounts.ts";
import { compose } from "#web/lib/compose.ts";
import type { ConversationAction, Task } from "#web/lib/inbox-extension.ts";
import { autoAdvance } from "#web/lib/mail-list/auto-advance.ts";
import type { MailCursor } from "#web/lib/mail-list/list-cursor.ts";
import { offerPermanentDelete, withoutPermanentDelete } from "#web/lib/mailbox/permanent-delete.ts";
import { isEmpty } from "#web/lib/selection.ts";
import { confirm } from "#web/ui/confirm.ts";
import { toast } from "#web/ui/toast.ts";
import type { BulkChange } from "../changes/bulk-preview.tsx";
import { question } from "../changes/describe-action.ts";
import type { ListQuery } from "../changes/pending.ts";
import type { ReadOnly } from "../changes/read-only.ts";
import { useChanges } from "../changes/use-changes.ts";
import { neighbour } from "../list-model.ts";
import type { Action, EmailItem, ListItem } from "../mail.ts";
import type { PaneActions } from "../message/reading-pane.tsx";
import { t } from "../reader-text.ts";
import { messagesOf, rowWith, summaryOf } from "../rows.ts";
import type { Address } from "../search-params.ts";
import type { ToolAction } from "../tool-action.ts";
import { useListCommands } from "./use-list-commands.ts";

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
	onSync: () => void;
	/** Actions of other tools. */
	extraActions: readonly ConversationAction[];
	/** Those on something that an email asks for. */
	taskActions: (task: Task) => readonly ConversationAction[];
}

/** Whether the action removes a message from its folder. */
function removesFromFolder(action: Action): boolean {
	return !["mark_read", "star", "important", "label"].includes(action.type);
}

/** The actions of the inbox, shared by shortcuts, menus and buttons. */
export function useMessageActions(options: MessageActionsOptions) {
	const { address, query, items, cursor, openItem, wide, hasLabels, accounts, readOnly, onSync } = options;
	const { extraActions, taskActions } = options;
	const { emailId } = address;
	const changes = useChanges();
	const [bulk, setBulk] = useState<BulkChange | null>(null);
	const [dialog, setDialog] = useState<"move" | "label" | null>(null);
	const searchInput = useRef<HTMLInputElement>(null);
	const { history } = useRouter();
	/** The message was opened from this list, so history.back() returns to it. */
	const fromList = useRef(false);
	useEffect(() => {
		if (emailId === null) fromList.current = false;
	}, [emailId]);
	/** Closes the message without adding a second list to the history. */
	const closeMessage = () => {
		if (fromList.current) history.back();
		else address.open(null, { replace: true });
	};

	/** The open message with the rest of its conversation in this list. */
	const whole = (item: EmailItem): EmailItem[] => {
		const row = rowWith(items, item.id);
		return row === undefined ? [item] : messagesOf(row).map((one) => (one.id === item.id ? item : one));
	};
	/** The target of a command: the selected rows, else what is open, else the row with the cursor; all messages of them. */
	const targets = (): EmailItem[] => {
		if (!isEmpty(cursor.selection)) return items.filter((item) => cursor.rows.isSelected(item.id)).flatMap(messagesOf);
		if (openItem) return whole(openItem);
		const active = rowWith(items, cursor.activeId);
		return active ? messagesOf(active) : [];
	};

	/** After messages are removed: opens the next one, or returns to the list on a phone. */
	const advance = (gone: ReadonlySet<string>, then = autoAdvance.get()) => {
		const index = items.findIndex((item) => gone.has(item.id));
		const next = neighbour(items, gone, Math.max(0, index), then === "previous");
		if (emailId !== null && gone.has(emailId)) {
			if (then !== "list" && wide && next !== null) address.open(next, { replace: true });
			else closeMessage();
		}
		if (next !== null) cursor.focus(next);
	};

	/** Those of the messages that can be changed; explains why the others cannot. */
	const changeable = (chosen: EmailItem[]): EmailItem[] => {
		readOnly.explain(chosen.find(readOnly.has)?.accountId);
		return chosen.filter((item) => !readOnly.has(item));
	};

	const accountsOf = (chosen: readonly EmailItem[]) =>
		accounts.filter(({ id }) => chosen.some(({ accountId }) => accountId === id));
	const inScope = () => accounts.filter(({ id }) => query.account === undefined || query.account === id);

	const act = async (action: Action, selected: EmailItem[] = targets(), folderName?: string) => {
		const chosen = changeable(selected);
		if (selected.length > 0 && chosen.length === 0) return;
		const isBulk = cursor.selection.mode === "all" && selected.length !== 1;
		if (action.type === "delete") {
			const [lacking] = withoutPermanentDelete(isBulk ? inScope() : accountsOf(chosen));
			if (lacking !== undefined) return offerPermanentDelete(lacking);
		}
		if (isBulk) {
			setBulk({ action, scope: query, folderName });
			return;
		}
		if (chosen.length === 0) return;
		const confirmation = question(action, chosen.length);
		if (confirmation && !(await confirm({ ...confirmation, danger: true }))) return;
		if (removesFromFolder(action)) {
			advance(new Set(chosen.map((item) => item.id)));
			cursor.clear();
		}
		await changes.apply(action, chosen, { folderName });
	};

	/** Archives, and goes to a neighbor whatever the setting says. */
	const archiveAnd = (then: "next" | "previous") => {
		const chosen = changeable(targets());
		if (chosen.length === 0) return;
		advance(new Set(chosen.map((item) => item.id)), then);
		cursor.clear();
		void changes.apply({ type: "archive" }, chosen);
	};

	/** The actions of other tools for these messages; none for a list that is not loaded in full. */
	const extrasFor = (chosen: readonly EmailItem[]) =>
		chosen.length === 0 || (cursor.selection.mode === "all" && items.length > 1)
			? []
			: extraActions.filter((action) => action.isFor(chosen));
	const runExtra = async (action: ConversationAction, selected: EmailItem[] = targets()) => {
		const chosen = changeable(selected);
		if (chosen.length === 0 || !action.isFor(chosen)) return;
		try {
			await action.run(chosen, {
				clearSelection: cursor.clear,
				async archive(change) {
					advance(new Set(chosen.map((item) => item.id)));
					cursor.clear();
					await changes.apply({ type: "archive" }, chosen, { archive: change });
				},
			});
		} catch (error) {
			toast({
				title: t.message.actionFailed(action.label),
				description: (error as Error).message,
				tone: "destructive",
			});
		}
	};

	/** To Trash; messages already there are deleted permanently, where the provider allows it. */
	const remove = (chosen: EmailItem[] = targets()) => {
		const isPermanent = chosen.length > 0 && chosen.every((item) => item.folder === "trash");
		return act({ type: isPermanent ? "delete" : "trash" }, chosen);
	};

	const open = (id: string) => {
		cursor.setActiveId(id);
		if (emailId === null) fromList.current = true;
		address.open(id, { replace: emailId !== null });
	};

	const step = (by: number) => {
		const from = rowWith(items, emailId)?.id ?? cursor.activeId;
		const to = cursor.beyond(by, from);
		if (to === null) return;
		if (emailId !== null) open(to);
		if (emailId === null || wide) cursor.focus(to);
	};

	const back = () => {
		if (isEmpty(cursor.selection)) closeMessage();
		else cursor.clear();
	};
	// Closing a message, however it was closed, returns focus to its row in the same list.
	const last = useRef({ emailId, query });
	useEffect(() => {
		const before = last.current;
		last.current = { emailId, query };
		if (before.emailId === null || emailId !== null || before.query !== query) return;
		const row = rowWith(items, before.emailId);
		if (row) cursor.focus(row.id);
	}, [emailId, query, cursor, items]);

	const openDialog = (which: "move" | "label") => {
		if (changeable(targets()).length > 0) setDialog(which);
	};

	useListCommands({
		hasTarget: () => targets().length > 0 || cursor.selection.mode === "all",
		isOpen: () => emailId !== null,
		hasSelection: () => !isEmpty(cursor.selection),
		move: step,
		extend: cursor.extend,
		toggle: () => {
			const id = cursor.activeId ?? rowWith(items, emailId)?.id ?? null;
			if (id !== null) cursor.toggle(id, false);
		},
		open: () => cursor.activeId !== null && open(cursor.activeId),
		back,
		selectAll: () => cursor.selectLoaded(true),
		archive: () => void act({ type: "archive" }),
		archiveAnd,
		extras: extraActions.map((action) => ({
			action,
			when: () => extrasFor(targets()).includes(action),
			run: () => void runExtra(action),
		})),
		remove: () => void remove(),
		restore: () => void act({ type: "restore" }),
		spam: () => void act({ type: "spam" }),
		star: () => {
			const chosen = targets();
			// In a conversation that is open, a star is for the open message.
			const starred = isEmpty(cursor.selection) && openItem ? [openItem] : chosen;
			void act({ type: "star", value: !starred.every((item) => item.isStarred) }, starred);
		},
		read: (value) => void act({ type: "mark_read", value }),
		moveTo: () => openDialog("move"),
		answer(kind) {
			const [item] = targets();
			if (item?.folder === "drafts") compose({ kind: "mailbox_draft", emailId: item.id });
			else if (item) compose({ kind, emailId: item.id });
		},
		label: hasLabels ? () => openDialog("label") : undefined,
		search: () => searchInput.current?.focus(),
		undo: () => void changes.undoLast(),
		sync: onSync,
		goTo: (folder) => address.show({ folder }),
	});

	/** Moves dragged messages to a folder. */
	const drop = (ids: readonly string[], action: Action, folderName: string) => {
		const wanted = new Set(ids);
		return act(action, items.filter((item) => wanted.has(item.id)).flatMap(messagesOf), folderName);
	};

	/** Those actions of other tools that are for the open conversation. */
	const runnable = (offered: readonly ConversationAction[], item: EmailItem): ToolAction[] =>
		offered
			.filter((action) => action.isFor(whole(item)))
			.map((action) => ({ action, run: () => void runExtra(action, whole(item)) }));

	const pane = (item: EmailItem): PaneActions => ({
		back,
		toggleRead: () => void act({ type: "mark_read", value: !item.isRead }, [item]),
		toggleStar: () => void act({ type: "star", value: !item.isStarred }, [item]),
		toggleImportant: () => void act({ type: "important", value: !item.isImportant }, [item]),
		archive: () => void act({ type: "archive" }, whole(item)),
		restore: () => void act({ type: "restore" }, whole(item)),
		spam: () => void act({ type: "spam" }, whole(item)),
		remove: () => void remove(whole(item)),
		move: () => openDialog("move"),
		label: hasLabels ? () => openDialog("label") : undefined,
		extras: runnable(extraActions, item),
		taskActions: (task) => runnable(taskActions(task), item),
	});

	/** Actions of a row, on all messages of its conversation. */
	const rowActions = {
		read: (row: ListItem) => void act({ type: "mark_read", value: !summaryOf(row).isRead }, messagesOf(row)),
		// A star is for one message: the newest.
		star: (row: ListItem) => {
			const isStarred = summaryOf(row).isStarred;
			void act({ type: "star", value: !isStarred }, isStarred ? messagesOf(row) : messagesOf(row).slice(0, 1));
		},
		archive: (row: ListItem) => void act({ type: "archive" }, messagesOf(row)),
		remove: (row: ListItem) => void remove(messagesOf(row)),
	};

	return {
		targets,
		act,
		extrasFor,
		runExtra,
		rowActions,
		drop,
		step,
		remove,
		open,
		closeMessage,
		pane,
		bulk,
		setBulk,
		dialog,
		setDialog,
		openDialog,
		searchInput,
	};
}

export type MessageActions = ReturnType<typeof useMessageActions>;
