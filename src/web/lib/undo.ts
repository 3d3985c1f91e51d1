import type { QueryClient } from "@tanstack/react-query";
import type { Job } from "#shared/contracts/jobs.ts";
import type { Operation } from "#shared/contracts/plans.ts";
import { dismissToast, toast } from "#web/ui/toast.ts";
import { api } from "./api.ts";
import { inOrder } from "./change-queue.ts";
import { jobDone } from "./jobs.ts";
import { keys } from "./query-client.ts";
import { t } from "./text.ts";
import { forgetChange, isUndone, markUndone, rememberChange, type UndoableChange } from "./undo-stack.ts";

interface UndoTexts {
	done: (undone: readonly Operation[]) => string;
	failed: string;
}

const usual: UndoTexts = { done: () => t.undo.undone, failed: t.undo.couldntUndo };

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

/** Shows a toast with Undo: "Archived 12 emails · Undo". Not where the change was undone while it was being made. */
export function offerUndo(client: QueryClient, change: UndoableChange, message: UndoMessage): void {
	if (isUndone(change)) return;
	const { merge, ...own } = message;
	const entry = rememberChange(client, change, message.title);
	const id = own.id ?? (change.operations instanceof Promise ? undefined : change.operations[0]) ?? crypto.randomUUID();
	if (merge === undefined) {
		entry.toastId = id;
		toast({ ...own, id, undo: () => undoChange(client, change).then(() => undefined) });
		return;
	}
	const joins = shared !== null && shared.client === client && shared.kind === merge.kind;
	const group: SharedToast = joins && shared !== null ? shared : { ...merge, id, client, changes: [] };
	group.changes.push({ change, count: merge.count });
	shared = group;
	entry.toastId = group.id;
	showShared(group);
}

function showShared(group: SharedToast): void {
	const count = group.changes.reduce((sum, one) => sum + one.count, 0);
	toast({
		...group.words(count),
		id: group.id,
		isUndoAll: group.changes.length > 1,
		undo: async () => {
			await undoChanges(
				group.client,
				group.changes.map(({ change }) => change),
			);
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

/** A change that was offered turned out not to have been made. */
export function withdrawUndo(client: QueryClient, change: UndoableChange): void {
	const entry = forgetChange(client, change);
	if (entry !== undefined && entry.toastId !== null) forgetToast(entry.toastId, change);
}

/** Undoes a change, the last operation first, reports it and refreshes. @returns whether everything was restored */
export function undoChange(client: QueryClient, change: UndoableChange, texts = usual): Promise<boolean> {
	return undoChanges(client, [change], texts);
}

/** @param changes oldest first */
async function undoChanges(client: QueryClient, changes: readonly UndoableChange[], texts = usual): Promise<boolean> {
	// The last one first, so that each finds the mail as it left it.
	const undos = changes.toReversed().map((change) => beginUndo(client, change));
	const requested = (await Promise.allSettled(undos.map((undo) => undo.requested))).flatMap((result) =>
		result.status === "fulfilled" ? (result.value ?? []) : [],
	);
	const report = () => {
		if (requested.length > 0) toast({ id: "undone", title: texts.done(requested.flatMap((one) => one.operations)) });
	};
	const isShown = requested.every(({ isRestored }) => isRestored);
	if (isShown && requested.length === undos.length) report();
	const ends = await Promise.allSettled(undos.map((undo) => undo.over));
	const failed = ends.find((end) => end.status === "rejected");
	if (failed)
		toast({ id: "undone", title: texts.failed, description: (failed.reason as Error).message, tone: "destructive" });
	else if (!isShown) report();
	// Changes that share a toast are of one kind.
	await (changes[0]?.refresh?.() ?? refreshMail(client));
	return failed === undefined;
}

/** A request to undo a change that the server has accepted. */
interface RequestedUndo {
	operations: Operation[];
	/** The last of its jobs, which may still run. */
	job: Job | null;
	/** The server shows the mail as it was; the mailbox follows. */
	isRestored: boolean;
}

/** Shows the previous state at once; the requests follow those of changes that are in flight. */
function beginUndo(client: QueryClient, change: UndoableChange) {
	markUndone(change);
	withdrawUndo(client, change);
	const end = change.preview?.();
	const requested = inOrder(client, () => requestUndo(change));
	const finish = async () => {
		const job = (await requested)?.job;
		if (job) await jobDone(job);
		change.onUndone?.();
	};
	const over = finish().then(
		() => end?.(true),
		(cause) => {
			end?.(false);
			throw cause;
		},
	);
	return { requested, over };
}

/** @returns null where the change itself failed, which it reports: there is nothing to undo */
async function requestUndo(change: UndoableChange): Promise<RequestedUndo | null> {
	const ids = await Promise.resolve(change.operations).catch(() => null);
	if (ids === null) return null;
	const undo: RequestedUndo = { operations: [], job: null, isRestored: true };
	for (const [at, id] of ids.toReversed().entries()) {
		const { job, operation } = await api.undoOperation({ params: { id } });
		undo.operations.push(operation);
		undo.job = job;
		undo.isRestored = operation.applied + operation.skipped + operation.failed >= operation.count;
		// What follows must find the mail as it was.
		const isLast = at === ids.length - 1 && change.restore === undefined;
		if (!isLast && !undo.isRestored) await jobDone(job);
	}
	await change.restore?.();
	return undo;
}

/** Invalidates all mail queries. */
export async function refreshMail(client: QueryClient): Promise<void> {
	await Promise.all(
		[keys.mail, keys.accounts, keys.operations].map((queryKey) => client.invalidateQueries({ queryKey })),
	);
}
