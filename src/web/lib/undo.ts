import type { QueryClient } from "@tanstack/react-query";
import type { Operation } from "#shared/contracts/plans.ts";
import { UNDOABLE_DAYS } from "#shared/undo.ts";
import { dismissToast, toast } from "#web/ui/toast.ts";
import { api } from "./api.ts";
import { jobDone } from "./jobs.ts";
import { keys } from "./query-client.ts";
import { t } from "./text.ts";

/** A change that can be undone. Every tool's Undo goes through this file. */
export interface UndoableChange {
	/** Ids, in the order in which they were applied. */
	operations: readonly string[];
	/** Resolves when the change has been applied: undo waits for it. */
	applied?: Promise<unknown>;
	/** Shows the previous state at once. @returns called when the undo is over, done or not */
	preview?: () => () => void;
	/** Restores what is not mail, after the mail. */
	restore?: () => Promise<unknown>;
	/** Everything was restored. */
	onUndone?: () => void;
	/** Replaces `refreshMail` when it is over. */
	refresh?: () => Promise<void>;
}

interface UndoTexts {
	done: (undone: readonly Operation[]) => string;
	failed: string;
}

const usual: UndoTexts = { done: () => t.plan.undone, failed: t.plan.couldntUndo };

/** Older changes are undone from the activity page. */
const longestStack = 50;

/** The changes of this page, newest last, for `undoLast`. */
const stacks = new WeakMap<QueryClient, { id: string; change: UndoableChange }[]>();

function stackOf(client: QueryClient) {
	const stack = stacks.get(client) ?? [];
	stacks.set(client, stack);
	return stack;
}

interface UndoMessage {
	title: string;
	description?: string;
	/** Distinguishes toasts; the first operation when absent. */
	id?: string;
	/** Changes of the same kind share one toast while it is shown: "5 emails archived · Undo all". */
	merge?: {
		kind: string;
		/** Emails that this change concerns. */
		count: number;
		/** Text for that many. */
		words: (count: number) => { title: string; description?: string };
	};
}

/** A toast that is shown, and the changes it is about, oldest first. */
interface SharedToast {
	id: string;
	client: QueryClient;
	kind: string;
	words: (count: number) => { title: string; description?: string };
	changes: { change: UndoableChange; count: number }[];
}

let shared: SharedToast | null = null;

/** Shows a toast with Undo: "Archived 12 emails · Undo". */
export function offerUndo(client: QueryClient, change: UndoableChange, message: UndoMessage): void {
	const { merge, ...own } = message;
	const id = own.id ?? change.operations[0] ?? crypto.randomUUID();
	if (merge === undefined) {
		remember(client, id, change);
		toast({ ...own, id, undo: () => undoChange(client, change).then(() => undefined) });
		return;
	}
	const joins = shared !== null && shared.client === client && shared.kind === merge.kind;
	const group: SharedToast = joins && shared !== null ? shared : { ...merge, id, client, changes: [] };
	group.changes.push({ change, count: merge.count });
	shared = group;
	remember(client, group.id, change);
	showShared(group);
}

function remember(client: QueryClient, id: string, change: UndoableChange): void {
	const stack = stackOf(client);
	stack.push({ id, change });
	if (stack.length > longestStack) stack.shift();
}

function showShared(group: SharedToast): void {
	const count = group.changes.reduce((sum, one) => sum + one.count, 0);
	toast({
		...group.words(count),
		id: group.id,
		isUndoAll: group.changes.length > 1,
		undo: async () => {
			// The last one first, so that each finds the mail as it left it.
			for (const { change } of group.changes.toReversed()) await undoChange(group.client, change);
		},
		onClosed: () => {
			if (shared === group) shared = null;
		},
	});
}

/** The toast of a change goes, or no longer counts it. */
function forgetToast(id: string, change: UndoableChange): void {
	if (shared?.id === id) {
		shared.changes = shared.changes.filter((one) => one.change !== change);
		if (shared.changes.length > 0) {
			showShared(shared);
			return;
		}
		shared = null;
	}
	dismissToast(id);
}

/** Undoes a change, the last operation first, reports it and refreshes. @returns whether everything was restored */
export async function undoChange(client: QueryClient, change: UndoableChange, texts = usual): Promise<boolean> {
	const stack = stackOf(client);
	const at = stack.findIndex((entry) => entry.change === change);
	const [entry] = at < 0 ? [] : stack.splice(at, 1);
	if (entry) forgetToast(entry.id, change);
	const finish = change.preview?.();
	try {
		await change.applied;
		const undone: Operation[] = [];
		// The last one first, so that each finds the mail as it left it.
		for (const id of change.operations.toReversed()) {
			const { job, operation } = await api.undoOperation({ params: { id } });
			await jobDone(job);
			undone.push(operation);
		}
		await change.restore?.();
		toast({ id: "undone", title: texts.done(undone) });
		change.onUndone?.();
		return true;
	} catch (error) {
		toast({ title: texts.failed, description: (error as Error).message, tone: "destructive" });
		return false;
	} finally {
		finish?.();
		await (change.refresh?.() ?? refreshMail(client));
	}
}

/** Undoes the last change: of this page, else of an earlier visit. @param refresh for one of an earlier visit */
export async function undoLast(client: QueryClient, refresh?: () => Promise<void>): Promise<void> {
	const last = stackOf(client).at(-1);
	if (last) {
		await undoChange(client, last.change);
		return;
	}
	const operation = await newestUndoable();
	if (operation) await undoChange(client, { operations: [operation.id], refresh });
	else toast({ title: t.plan.nothingToUndo });
}

/** The newest change of earlier visits. Any number of emails opened and changes undone since may come before it. */
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

/** Invalidates all mail queries. */
export async function refreshMail(client: QueryClient): Promise<void> {
	await Promise.all(
		[keys.mail, keys.accounts, keys.operations].map((queryKey) => client.invalidateQueries({ queryKey })),
	);
}
