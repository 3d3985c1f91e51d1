import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AutoAdvance } from "#web/lib/mail-list/auto-advance.ts";
import type { MailCursor } from "#web/lib/mail-list/list-cursor.ts";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { offerPermanentDelete, withoutPermanentDelete } from "#web/lib/mailbox/permanent-delete.ts";
import { confirm } from "#web/ui/overlay/confirm.ts";
import type { Action, EmailItem, ListItem } from "../../base/mail.ts";
import { t } from "../../base/text.ts";
import type { BulkChange } from "../../changes/bulk-preview.tsx";
import { type ChangeOptions, reportError } from "../../changes/changes.ts";
import { completeConversations, incompleteRows } from "../../changes/complete-conversations.ts";
import { question } from "../../changes/describe-action.ts";
import type { ListQuery } from "../../changes/pending.ts";
import type { ReadOnly } from "../../changes/read-only.ts";
import { useChanges } from "../../changes/use-changes.ts";

interface ApplyOptions {
	query: ListQuery;
	/** The loaded rows. */
	items: readonly ListItem[];
	/** Every connected mailbox. */
	accounts: readonly Account[];
	readOnly: ReadOnly;
	cursor: MailCursor;
	/** The messages that an action is for, where none are named. */
	targets: () => EmailItem[];
	/** Opens what comes after removed messages. */
	advance: (gone: ReadonlySet<string>, then?: AutoAdvance) => void;
}

/** Whether the action removes a message from its folder. */
function removesFromFolder(action: Action): boolean {
	return !("value" in action) && action.type !== "label";
}

/** Applies actions to messages of the list, or previews them where everything that matches is selected. */
export function useApplyAction({ query, items, accounts, readOnly, cursor, targets, advance }: ApplyOptions) {
	const changes = useChanges();
	const client = useQueryClient();
	const [bulk, setBulk] = useState<BulkChange | null>(null);

	/** Those of the messages that can be changed; explains why the others cannot. */
	const changeable = (chosen: EmailItem[]): EmailItem[] => {
		readOnly.explain(chosen.find(readOnly.has)?.accountId);
		return chosen.filter((item) => !readOnly.has(item));
	};

	/** These messages, with all of long conversations among them; null: they could not be loaded, which was reported. */
	const complete = async (chosen: EmailItem[]): Promise<EmailItem[] | null> => {
		if (incompleteRows(items, chosen).length === 0) return chosen;
		try {
			return await completeConversations(client, query, { rows: items, chosen });
		} catch (error) {
			reportError(t.changes.couldntMakeChange, error);
			return null;
		}
	};

	const accountsOf = (chosen: readonly EmailItem[]) =>
		accounts.filter(({ id }) => chosen.some(({ accountId }) => accountId === id));
	const inScope = () => accounts.filter(({ id }) => query.account === undefined || query.account === id);

	/** Applies an action that removes the messages from their folder. */
	const applyAndAdvance = async (
		action: Action,
		chosen: readonly EmailItem[],
		{ then, ...options }: ChangeOptions & { then?: AutoAdvance } = {},
	) => {
		advance(new Set(chosen.map((item) => item.id)), then);
		cursor.clear();
		await changes.apply(action, chosen, options);
	};

	const act = async (action: Action, selected: EmailItem[] = targets(), folderName?: string) => {
		const named = changeable(selected);
		if (selected.length > 0 && named.length === 0) return;
		const isBulk = cursor.selection.mode === "all" && selected.length !== 1;
		if (action.type === "delete") {
			const [lacking] = withoutPermanentDelete(isBulk ? inScope() : accountsOf(named));
			if (lacking !== undefined) return offerPermanentDelete(lacking);
		}
		if (isBulk) {
			setBulk({ action, scope: query, folderName });
			return;
		}
		const chosen = await complete(named);
		if (chosen === null || chosen.length === 0) return;
		const confirmation = question(action, chosen.length);
		if (confirmation && !(await confirm({ ...confirmation, danger: true }))) return;
		if (removesFromFolder(action)) await applyAndAdvance(action, chosen, { folderName });
		else await changes.apply(action, chosen, { folderName });
	};

	/** Archives, and goes to a neighbor whatever the setting says. */
	const archiveAnd = async (then: "next" | "previous") => {
		const chosen = await complete(changeable(targets()));
		if (chosen !== null && chosen.length > 0) await applyAndAdvance({ type: "archive" }, chosen, { then });
	};

	/** To Trash; messages already there are deleted permanently, where the provider allows it. */
	const remove = (chosen: EmailItem[] = targets()) => {
		const isPermanent = chosen.length > 0 && chosen.every((item) => item.folder === "trash");
		return act({ type: isPermanent ? "delete" : "trash" }, chosen);
	};

	const undoLast = () => changes.undoLast(query.account);

	return { changeable, complete, applyAndAdvance, act, archiveAnd, remove, undoLast, bulk, setBulk };
}

export type ApplyAction = ReturnType<typeof useApplyAction>;
