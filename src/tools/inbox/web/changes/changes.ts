import type { QueryClient } from "@tanstack/react-query";
import type { Operation } from "#shared/contracts/plans.ts";
import { ApiError, api } from "#web/lib/api/api.ts";
import { keys } from "#web/lib/api/query-client.ts";
import { jobDone } from "#web/lib/jobs/jobs.ts";
import type { ArchiveChange } from "#web/lib/screens/inbox-extension.ts";
import { inOrder } from "#web/lib/undo/change-queue.ts";
import { offerUndo, withdrawUndo } from "#web/lib/undo/undo.ts";
import { undoLast } from "#web/lib/undo/undo-last.ts";
import { isUndone, rememberChange, type UndoableChange, undoableOperation } from "#web/lib/undo/undo-stack.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { listsKey, type MailList } from "../base/list-model.ts";
import type { Action, EmailItem, Folder } from "../base/mail.ts";
import { t } from "../base/text.ts";
import { foldersKey } from "../folders/use-folders.ts";
import { showAsBefore, showChange, showRowsBefore } from "./cache.ts";
import { done } from "./describe-action.ts";
import { type Effect, effectOf, type RowsBefore } from "./pending.ts";
import { addPending } from "./pending-store.ts";

/** Maximum ids per `POST /plans`. */
const idsPerPlan = 10_000;

export interface ChangeOptions {
	/** No toast: opening a message marks it as read silently. */
	quiet?: boolean;
	/** Source of the change; shown in the activity. */
	source?: "inbox" | "reading";
	/** Name of the target folder, for the toast. */
	folderName?: string;
	/** Makes the change in another way than by a plan of the action. */
	archive?: ArchiveChange;
}

/** Changes to mail by the inbox: optimistic, applied by the server, rolled back on failure. */
export interface Changes {
	apply: (action: Action, items: readonly EmailItem[], options?: ChangeOptions) => Promise<void>;
	/** Undoes the last change in a mailbox, or in all. */
	undoLast: (account: string | undefined) => Promise<void>;
}

export function createChanges(client: QueryClient): Changes {
	const apply: Changes["apply"] = async (action, items, options = {}) => {
		for (let at = 0; at < items.length; at += idsPerPlan) {
			await applySome(client, { action, before: items.slice(at, at + idsPerPlan), options });
		}
	};
	return { apply, undoLast: (account) => undoLast(client, { account, refresh: () => refresh(client, true) }) };
}

/** A change of messages as they are shown. */
interface ChangeRequest {
	action: Action;
	before: readonly EmailItem[];
	options: ChangeOptions;
}

async function applySome(client: QueryClient, { action, before, options }: ChangeRequest): Promise<void> {
	const { quiet = false, source = "inbox", folderName, archive } = options;
	const folders = client.getQueriesData<Folder[]>({ queryKey: foldersKey }).flatMap(([, list]) => list ?? []);
	const effect = effectOf(action, folders);
	const now = effect === null ? [] : before.map(effect);
	const ids = new Set(before.map((item) => item.id));
	const words = archive ? { title: archive.title } : done(action, before.length, folderName);
	const clearPending = addPending(client, { ids, effect });
	const rowsBefore = showChange(client, before, effect);
	const request = inOrder(client, () => archive?.request([...ids]) ?? planAndApply(action, [...ids], source), {
		quiet,
	});
	const change = undoable(client, request, { before, effect, rowsBefore, restore: archive?.restore });
	if (!quiet && effect !== null) rememberChange(client, change, words.title);
	try {
		const { job, operation } = await request;
		const applied = job === null || job.state === "done" ? Promise.resolve(job) : jobDone(job);
		if (!quiet && effect === null) toast(words);
		else if (!quiet) {
			// What another tool names has words of its own, for this change alone.
			const kind = JSON.stringify([action, folderName]);
			const merge = { kind, count: before.length, words: (count: number) => done(action, count, folderName) };
			offerUndo(client, change, archive ? words : { ...words, merge });
		}
		await applied;
		clearPending();
		const leftOut = operation === null || (await excluded(client, operation.id, { change, quiet }));
		if (leftOut || operation.count < before.length || archive) await refresh(client);
	} catch (error) {
		clearPending();
		// An undo of what was not made, or was stopped by it, reports itself.
		if (!isUndone(change)) {
			withdrawUndo(client, change);
			showAsBefore(client, now, before, rowsBefore);
			if (!quiet) reportError(t.changes.couldntMakeChange, error);
		}
		await refresh(client);
	}
}

async function planAndApply(action: Action, ids: string[], source: string) {
	const plan = await api.createPlan({ body: { action, ids, source } });
	return api.applyPlan({ params: { id: plan.id } });
}

/**
 * A previewed change, which may have reached far down in lists.
 * @param rows what lists of all that was changed showed before it
 */
export function undoableInBulk(
	client: QueryClient,
	operation: Pick<Operation, "id" | "accountId">,
	rows: RowsBefore = new Map(),
): UndoableChange {
	return {
		...undoableOperation(operation),
		preview: () => {
			// The server restores a large change in steps, and lists are loaded again after each.
			const clearPending = addPending(client, { ids: new Set(), effect: null, rows });
			const showAsItWas = showRowsBefore(client, rows);
			return (isRestored) => {
				clearPending();
				if (!isRestored) showAsItWas();
			};
		},
		refresh: () => refresh(client, true),
	};
}

/** How the messages of a change were shown, and what it does to them. */
interface Shown {
	before: readonly EmailItem[];
	effect: Effect | null;
	rowsBefore: RowsBefore;
	restore: UndoableChange["restore"];
}

/** The change as the undo pipeline needs it; what was on screen shows again at once. */
function undoable(
	client: QueryClient,
	request: Promise<{ operation: Operation | null }>,
	{ before, effect, rowsBefore, restore }: Shown,
): UndoableChange {
	const operations = request.then(({ operation }) => (operation === null ? [] : [operation.id]));
	// `applySome` reports it.
	operations.catch(() => undefined);
	return {
		operations,
		mailboxes: [...new Set(before.map(({ accountId }) => accountId))],
		restore,
		preview: () => {
			const known = new Map(before.map((item) => [item.id, item]));
			const clearPending = addPending(client, {
				ids: new Set(known.keys()),
				effect: (item) => known.get(item.id) ?? item,
			});
			showAsBefore(client, effect === null ? [] : before.map(effect), before, rowsBefore);
			return (isRestored) => {
				clearPending();
				if (!isRestored) showChange(client, before, effect);
			};
		},
		refresh: () => refresh(client),
	};
}

/** Whether the change left out some messages; reports it. */
async function excluded(
	client: QueryClient,
	id: string,
	{ change, quiet }: { change: UndoableChange; quiet: boolean },
): Promise<boolean> {
	const { applied, skipped, failed } = await api.getOperation({ params: { id } });
	// There is nothing to undo, and an undo of it reports itself.
	if (applied === 0) withdrawUndo(client, change);
	const sentences = [
		...(failed > 0 ? [t.changes.someNotChanged(failed)] : []),
		...(skipped > 0 && !quiet && !isUndone(change) ? [t.changes.changedMeanwhile(skipped)] : []),
	];
	if (sentences.length > 0)
		toast({
			title: applied === 0 ? t.changes.couldntMakeChange : t.changes.someEmailsWerentChanged,
			description: sentences.join(" "),
			tone: "destructive",
		});
	return skipped + failed > 0;
}

/**
 * Refetches lists and counts.
 * @param fromTop anything may have changed, also far down in lists: they reload from the top
 */
export async function refresh(client: QueryClient, fromTop = false): Promise<void> {
	if (fromTop) client.setQueriesData<MailList>({ queryKey: listsKey }, (list) => list && { ...list, outdated: true });
	await Promise.all([
		client.invalidateQueries({ queryKey: keys.mail }),
		client.invalidateQueries({ queryKey: keys.accounts }),
	]);
}

export function reportError(title: string, error: unknown): void {
	const description = error instanceof ApiError || error instanceof Error ? error.message : undefined;
	toast({ title, description, tone: "destructive" });
}
