import type { QueryClient } from "@tanstack/react-query";
import { ApiError, api } from "#web/lib/api.ts";
import type { ArchiveChange } from "#web/lib/inbox-extension.ts";
import { jobDone } from "#web/lib/jobs.ts";
import { keys } from "#web/lib/query-client.ts";
import { offerUndo, type UndoableChange, undoLast } from "#web/lib/undo.ts";
import { toast } from "#web/ui/toast.ts";
import { foldersKey } from "../folders/use-folders.ts";
import { listsKey, type MailList } from "../list-model.ts";
import type { Action, EmailItem, Folder } from "../mail.ts";
import { t } from "../text.ts";
import { type RowsBefore, showAsBefore, showChange } from "./cache.ts";
import { done } from "./describe-action.ts";
import { effectOf } from "./pending.ts";
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
	/** Undoes the last change, also one of an earlier visit. */
	undoLast: () => Promise<void>;
}

export function createChanges(client: QueryClient): Changes {
	const inOrder = createQueue();
	const apply: Changes["apply"] = async (action, items, options = {}) => {
		for (let at = 0; at < items.length; at += idsPerPlan) {
			await applySome(action, items.slice(at, at + idsPerPlan), options);
		}
	};

	async function applySome(action: Action, before: readonly EmailItem[], options: ChangeOptions): Promise<void> {
		const { quiet = false, source = "inbox", folderName } = options;
		const folders = client.getQueriesData<Folder[]>({ queryKey: foldersKey }).flatMap(([, list]) => list ?? []);
		const effect = effectOf(action, folders);
		const now = effect === null ? [] : before.map(effect);
		const ids = new Set(before.map((item) => item.id));
		const clearPending = addPending(client, { ids, effect });
		const rowsBefore = showChange(client, before, effect);
		try {
			const { job, operation } = await inOrder(
				() => options.archive?.request([...ids]) ?? planAndApply(action, [...ids], source),
			);
			const applied = job === null || job.state === "done" ? Promise.resolve(job) : jobDone(job);
			if (!quiet) {
				const words = options.archive ? { title: options.archive.title } : done(action, before.length, folderName);
				const change = undoable(client, operation?.id ?? null, applied, { before, now, rowsBefore });
				if (action.type === "delete") toast(words);
				else
					offerUndo(
						client,
						{ ...change, restore: options.archive?.restore },
						{
							...words,
							// What another tool names has words of its own, for this change alone.
							...(options.archive === undefined && {
								merge: {
									kind: JSON.stringify([action, folderName]),
									count: before.length,
									words: (count: number) => done(action, count, folderName),
								},
							}),
						},
					);
			}
			await applied;
			clearPending();
			const isPartial = operation === null || operation.count < before.length || (await excluded(operation.id));
			if (isPartial || options.archive) await refresh(client);
		} catch (error) {
			clearPending();
			showAsBefore(client, now, before, rowsBefore);
			if (!quiet) reportError(t.changes.couldntMakeChange, error);
			await refresh(client);
		}
	}

	return { apply, undoLast: () => undoLast(client, () => refresh(client, true)) };
}

/**
 * Requests one at a time. A plan skips emails that change before it is applied: an email that is opened, and so marked
 * as read, and archived at once would stay in the inbox.
 */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
	let last: Promise<unknown> = Promise.resolve();
	return (work) => {
		const result = last.then(work, work);
		last = result;
		return result;
	};
}

async function planAndApply(action: Action, ids: string[], source: string) {
	const plan = await api.createPlan({ body: { action, ids, source } });
	return api.applyPlan({ params: { id: plan.id } });
}

/** A previewed change, which may have reached far down in lists. */
export function undoableInBulk(client: QueryClient, operation: string): UndoableChange {
	return { operations: [operation], refresh: () => refresh(client, true) };
}

/** The change as the undo pipeline needs it; what was on screen shows again at once. */
function undoable(
	client: QueryClient,
	operation: string | null,
	applied: Promise<unknown>,
	{ before, now, rowsBefore }: { before: readonly EmailItem[]; now: readonly EmailItem[]; rowsBefore: RowsBefore },
): UndoableChange {
	return {
		operations: operation === null ? [] : [operation],
		applied,
		preview: () => {
			const known = new Map(before.map((item) => [item.id, item]));
			const clearPending = addPending(client, {
				ids: new Set(known.keys()),
				effect: (item) => known.get(item.id) ?? item,
			});
			showAsBefore(client, now, before, rowsBefore);
			return clearPending;
		},
		refresh: () => refresh(client),
	};
}

/** Whether the change skipped or failed on some messages; reports it. */
async function excluded(id: string): Promise<boolean> {
	const { skipped, failed } = await api.getOperation({ params: { id } });
	if (failed > 0)
		toast({
			title: t.changes.someEmailsWerentChanged,
			description: t.changes.someNotChanged(failed),
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
