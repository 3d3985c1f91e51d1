import type { QueryClient } from "@tanstack/react-query";
import { ApiError, api } from "#web/lib/api.ts";
import { jobDone } from "#web/lib/jobs.ts";
import { keys } from "#web/lib/query-client.ts";
import { offerUndo, type UndoableChange, undoLast } from "#web/lib/undo.ts";
import { toast } from "#web/ui/toast.ts";
import { foldersKey } from "../folders/use-folders.ts";
import { listsKey, type MailList } from "../list-model.ts";
import type { Action, EmailItem, Folder } from "../mail.ts";
import { t } from "../text.ts";
import { showAsBefore, showChange } from "./cache.ts";
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
}

/** Changes to mail by the inbox: optimistic, applied by the server, rolled back on failure. */
export interface Changes {
	apply: (action: Action, items: readonly EmailItem[], options?: ChangeOptions) => Promise<void>;
	/** Undoes the last change, also one of an earlier visit. */
	undoLast: () => Promise<void>;
}

export function createChanges(client: QueryClient): Changes {
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
		showChange(client, before, effect);
		try {
			const plan = await api.createPlan({ body: { action, ids: [...ids], source } });
			const { job, operation } = await api.applyPlan({ params: { id: plan.id } });
			const applied = job.state === "done" ? Promise.resolve(job) : jobDone(job);
			if (!quiet) {
				const words = done(action, before.length, folderName);
				if (action.type === "delete") toast(words);
				else offerUndo(client, undoable(client, operation.id, applied, { before, now }), words);
			}
			await applied;
			clearPending();
			if (plan.count < before.length || (await excluded(operation.id))) await refresh(client);
		} catch (error) {
			clearPending();
			showAsBefore(client, now, before);
			if (!quiet) reportError(t.changes.couldntMakeChange, error);
			await refresh(client);
		}
	}

	return { apply, undoLast: () => undoLast(client, () => refresh(client, true)) };
}

/** A previewed change, which may have reached far down in lists. */
export function undoableInBulk(client: QueryClient, operation: string): UndoableChange {
	return { operations: [operation], refresh: () => refresh(client, true) };
}

/** The change as the undo pipeline needs it; what was on screen shows again at once. */
function undoable(
	client: QueryClient,
	operation: string,
	applied: Promise<unknown>,
	{ before, now }: { before: readonly EmailItem[]; now: readonly EmailItem[] },
): UndoableChange {
	return {
		operations: [operation],
		applied,
		preview: () => {
			const known = new Map(before.map((item) => [item.id, item]));
			const clearPending = addPending(client, {
				ids: new Set(known.keys()),
				effect: (item) => known.get(item.id) ?? item,
			});
			showAsBefore(client, now, before);
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

function reportError(title: string, error: unknown): void {
	const description = error instanceof ApiError || error instanceof Error ? error.message : undefined;
	toast({ title, description, tone: "destructive" });
}
