import type { QueryClient } from "@tanstack/react-query";
import type { Job } from "#shared/contracts/jobs.ts";
import { ApiError, api } from "#web/lib/api.ts";
import { formatNumber } from "#web/lib/format.ts";
import { jobOver } from "#web/lib/jobs.ts";
import { keys } from "#web/lib/query-client.ts";
import { dismissToast, toast } from "#web/ui/toast.ts";
import { foldersKey } from "../folders/use-folders.ts";
import { listsKey, type MailList } from "../list-model.ts";
import type { Action, EmailItem, Folder } from "../mail.ts";
import { showAsBefore, showChange } from "./cache.ts";
import { effectOf } from "./pending.ts";
import { addPending } from "./pending-store.ts";
import { done, type Words } from "./text.ts";

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

/** A change that can be undone. */
interface Done {
	operation: string;
	/** Resolves when the change has been applied. */
	applied: Promise<unknown>;
	before: readonly EmailItem[];
	now: readonly EmailItem[];
	/** Its toast, which offers Undo until used. */
	toast: string;
}

/** Changes to mail by the inbox: optimistic, applied by the server, rolled back on failure. */
export interface Changes {
	apply: (action: Action, items: readonly EmailItem[], options?: ChangeOptions) => Promise<void>;
	/** Undoes the last change, also one of an earlier visit. */
	undoLast: () => Promise<void>;
	/** Registers a change applied elsewhere (a previewed one) for `undoLast`, and shows a toast with Undo. */
	offerUndo: (operation: string, words: Words) => void;
}

export function createChanges(client: QueryClient): Changes {
	const stack: Done[] = [];

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
		const settle = addPending(client, { ids, effect });
		showChange(client, before, effect);
		try {
			const plan = await api.createPlan({ body: { action, ids: [...ids], source } });
			const { job, operation } = await api.applyPlan({ params: { id: plan.id } });
			const applied = jobDone(job);
			if (!quiet) {
				const words = done(action, before.length, folderName);
				if (action.type === "delete") toast(words);
				else remember({ operation: operation.id, applied, before, now, toast: operation.id }, words);
			}
			await applied;
			settle();
			if (plan.count < before.length || (await excluded(operation.id))) await refresh(client);
		} catch (error) {
			settle();
			showAsBefore(client, now, before);
			if (!quiet) refused("The change was not made", error);
			await refresh(client);
		}
	}

	function remember(change: Done, words: Words): void {
		stack.push(change);
		toast({ ...words, id: change.toast, undo: () => undo(change) });
	}

	async function undo(change: Done): Promise<void> {
		const at = stack.indexOf(change);
		if (at >= 0) stack.splice(at, 1);
		dismissToast(change.toast);
		const known = new Map(change.before.map((item) => [item.id, item]));
		const settle = addPending(client, {
			ids: new Set(known.keys()),
			effect: (item) => known.get(item.id) ?? item,
		});
		showAsBefore(client, change.now, change.before);
		try {
			await change.applied;
			const { job } = await api.undoOperation({ params: { id: change.operation } });
			await jobDone(job);
			toast({ title: "Undone" });
		} catch (error) {
			refused("This could not be undone", error);
		} finally {
			settle();
			await refresh(client, change.before.length === 0);
		}
	}

	const undoById = (operation: string): Promise<void> =>
		undo({ operation, applied: Promise.resolve(), before: [], now: [], toast: operation });

	return {
		apply,
		undoLast: async () => {
			const last = stack.at(-1);
			if (last) return undo(last);
			const { items } = await api.listOperations({ query: { limit: 20 } });
			const operation = items.find((one) => one.canUndo && one.undoOf === null && one.source !== "reading");
			if (operation) return undoById(operation.id);
			toast({ title: "Nothing to undo" });
		},
		offerUndo: (operation, words) =>
			remember({ operation, applied: Promise.resolve(), before: [], now: [], toast: operation }, words),
	};
}

/** @throws Error with the job's message when it did not succeed */
async function jobDone(job: Job): Promise<Job> {
	const over = job.state === "done" ? job : await jobOver(job.id);
	if (over.state === "done") return over;
	throw new Error(over.error ?? (over.state === "cancelled" ? "It was cancelled." : "The server gave no reason."));
}

/** Whether the change skipped or failed on some messages; reports it. */
async function excluded(id: string): Promise<boolean> {
	const { skipped, failed } = await api.getOperation({ params: { id } });
	if (failed > 0)
		toast({
			title: "Not every email was changed",
			description: `${formatNumber(failed)} could not be changed. The activity page says why.`,
			tone: "destructive",
		});
	return skipped + failed > 0;
}

/**
 * Refetches lists and counts.
 * @param whole anything may have changed, also far down in lists: they reload from the top
 */
export async function refresh(client: QueryClient, whole = false): Promise<void> {
	if (whole) client.setQueriesData<MailList>({ queryKey: listsKey }, (list) => list && { ...list, outdated: true });
	await Promise.all([
		client.invalidateQueries({ queryKey: keys.mail }),
		client.invalidateQueries({ queryKey: keys.accounts }),
	]);
}

function refused(title: string, error: unknown): void {
	const description = error instanceof ApiError || error instanceof Error ? error.message : undefined;
	toast({ title, description, tone: "destructive" });
}
