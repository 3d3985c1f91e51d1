import type { QueryClient } from "@tanstack/react-query";
import type { Operation } from "#shared/contracts/plans.ts";
import { UNDOABLE_DAYS } from "#shared/undo.ts";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { api } from "../api/api.ts";
import { formatAgo } from "../base/format.ts";
import { t } from "../base/text.ts";
import { undoChange } from "./undo.ts";
import { forgetChange, type RememberedChange, rememberedChanges, type UndoableChange } from "./undo-stack.ts";
import { mailboxNames } from "./undone-message.ts";

/** Milliseconds. No one expects a key to undo what was done before. */
const RECENT = 5 * 60_000;

interface UndoLastOptions {
	/** The mailbox that is shown; absent: all. */
	account: string | undefined;
	/** After undoing a change that was made elsewhere, which may have changed any mail. */
	refresh: () => Promise<void>;
}

/**
 * Undoes the last change of this tab in the mailboxes that are shown. One of another mailbox, tab or device, or one that is
 * older than five minutes, is undone only after asking.
 */
export async function undoLast(client: QueryClient, options: UndoLastOptions): Promise<void> {
	const { account, refresh } = options;
	const own = rememberedChanges(client);
	// One of unknown mailboxes may be in this one: it is not jumped over for an older one.
	const last = own.findLast(({ change }) => isShown(change, account) !== false);
	if (last !== undefined && isShown(last.change, account) && Date.now() - last.madeAt < RECENT) {
		await undoChange(client, last.change);
		return;
	}
	const candidate = last ?? own.at(-1);
	const operation = candidate === undefined ? await newestUndoable() : await operationOf(candidate);
	if (candidate !== undefined && operation?.canUndo === false) {
		// It was undone elsewhere.
		forgetChange(client, candidate.change);
		return undoLast(client, options);
	}
	if (candidate === undefined && operation === undefined) toast({ title: t.undo.nothing });
	else if (await confirm(questionOf(client, operation, candidate)))
		await undoChange(client, candidate?.change ?? { operations: operation ? [operation.id] : [], refresh });
}

/** Whether a change is in the mailboxes that are shown; undefined: no one knows. */
function isShown({ mailboxes }: UndoableChange, account: string | undefined): boolean | undefined {
	return account === undefined || mailboxes?.every((id) => id === account);
}

/** "Undo “Archived 6 emails” in Work?" */
function questionOf(client: QueryClient, operation: Operation | undefined, candidate: RememberedChange | undefined) {
	const mailboxes = operation?.accountId ? [operation.accountId] : (candidate?.change.mailboxes ?? []);
	const title = operation?.title ?? candidate?.title ?? "";
	const madeAt = operation?.createdAt ?? candidate?.madeAt ?? Date.now();
	return {
		title: t.undo.question(title, mailboxNames(client, mailboxes)),
		description: t.undo.made(formatAgo(madeAt), operation?.device ?? null),
		confirm: t.undo.undo,
	};
}

/** The last operation of a change; undefined: it has none, or it cannot be read. */
async function operationOf({ change }: RememberedChange): Promise<Operation | undefined> {
	try {
		const id = (await change.operations).at(-1);
		return id === undefined ? undefined : await api.getOperation({ params: { id } });
	} catch {
		return undefined;
	}
}

/** The newest change that can be undone. Any number of emails opened and changes undone since may come before it. */
async function newestUndoable(): Promise<Operation | undefined> {
	const oldest = Date.now() - UNDOABLE_DAYS * 86_400_000;
	for (let cursor: string | undefined; ; ) {
		const { items, nextCursor } = await api.listOperations({ query: { limit: 200, cursor } });
		const found = items.find((one) => one.canUndo && one.undoOf === null && one.source !== "reading");
		const last = items.at(-1);
		if (found || nextCursor === null || last === undefined || Date.parse(last.createdAt) < oldest) return found;
		cursor = nextCursor;
	}
}
