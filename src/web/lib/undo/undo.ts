import type { QueryClient } from "@tanstack/react-query";
import type { Job } from "#shared/contracts/jobs.ts";
import type { Operation } from "#shared/contracts/plans.ts";
import { dismissToast, toast } from "#web/ui/toast/toast.ts";
import { api } from "../api/api.ts";
import { keys, shouldRetry } from "../api/query-client.ts";
import { t } from "../base/text.ts";
import { jobDone } from "../jobs/jobs.ts";
import { inOrder } from "./change-queue.ts";
import {
	forgetChange,
	isUndone,
	keepChange,
	markUndone,
	type RememberedChange,
	rememberChange,
	type UndoableChange,
} from "./undo-stack.ts";
import { restored, undoneMessage } from "./undone-message.ts";

interface UndoTexts {
	/** Title of the toast when it fails. */
	failed?: string;
	/** It undoes an undo. */
	isRedo?: boolean;
}

interface UndoMessage {
	title: string;
	description?: string;
	/** Distinguishes toasts; the first operation when absent. */
	id?: string;
	/** `destructive`: it is offered again, because it failed. */
	tone?: "destructive";
	/** Milliseconds that the toast is shown; absent: as usual. */
	lastsMs?: number | undefined;
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

/** A change that was offered turned out not to have been made. @returns what was known of it */
export function withdrawUndo(client: QueryClient, change: UndoableChange): RememberedChange | undefined {
	const entry = forgetChange(client, change);
	if (entry !== undefined && entry.toastId !== null) forgetToast(entry.toastId, change);
	return entry;
}

/** Undoes a change, the last operation first, reports it and refreshes. @returns whether everything was restored */
export function undoChange(client: QueryClient, change: UndoableChange, texts: UndoTexts = {}): Promise<boolean> {
	if (change.takeBack === undefined) return undoChanges(client, [change], texts);
	markUndone(change);
	withdrawUndo(client, change);
	return change.takeBack();
}

/** @param changes oldest first */
async function undoChanges(
	client: QueryClient,
	changes: readonly UndoableChange[],
	{ failed = t.undo.couldntUndo, isRedo = false }: UndoTexts = {},
): Promise<boolean> {
	// The last one first, so that each finds the mail as it left it.
	const results = await Promise.allSettled(changes.toReversed().map((change) => undoOne(client, change)));
	const failure = results.find((result) => result.status === "rejected");
	const undone = results.flatMap((result) => (result.status === "fulfilled" ? (result.value ?? []) : []));
	if (failure)
		toast({ id: "undone", title: failed, description: (failure.reason as Error).message, tone: "destructive" });
	else if (undone.length > 0 && !undone.some(({ isRestored }) => isRestored))
		toast({ id: "undone", title: failed, description: t.undo.changedSince, tone: "destructive" });
	else if (undone.length > 0) {
		const mailboxes = [...new Set(changes.flatMap((change) => change.mailboxes ?? []))];
		const operations = undone.flatMap((one) => one.operations);
		toast({ id: "undone", ...undoneMessage(client, { operations, mailboxes, isRedo }) });
	}
	// Changes that share a toast are of one kind.
	await (changes[0]?.refresh?.() ?? refreshMail(client));
	return failure === undefined && undone.every(({ isRestored }) => isRestored);
}

/** The operations that undid a change. */
interface Undone {
	operations: readonly Operation[];
	/** Something was: not all emails have changed since. */
	isRestored: boolean;
}

/**
 * Shows the previous state at once; the requests follow those of changes that are in flight.
 * @returns null where the change itself failed: there is nothing to undo
 */
async function undoOne(client: QueryClient, change: UndoableChange): Promise<Undone | null> {
	markUndone(change);
	const entry = withdrawUndo(client, change);
	const end = change.preview?.();
	let isRestored = false;
	try {
		const requested = await inOrder(client, () => requestUndo(change));
		const undone = requested && (await completed(requested));
		isRestored = undone?.isRestored ?? true;
		if (undone?.isRestored) change.onUndone?.();
		return undone;
	} catch (cause) {
		// Undo is still for this change: the next one is not for an earlier one.
		if (entry !== undefined && shouldRetry(0, cause)) keepChange(client, entry);
		throw cause;
	} finally {
		end?.(isRestored);
	}
}

/** Undos that the server has accepted, last operation first. */
interface RequestedUndo extends Undone {
	/** The last of the jobs, which may still run; null: there is no mail to restore. */
	job: Job | null;
}

async function requestUndo(change: UndoableChange): Promise<RequestedUndo | null> {
	// What made the change reports that it failed.
	const ids = await Promise.resolve(change.operations).catch(() => null);
	if (ids === null) return null;
	const operations: Operation[] = [];
	let last: Job | null = null;
	for (const [at, id] of ids.toReversed().entries()) {
		const { job, operation } = await api.undoOperation({ params: { id } });
		operations.push(operation);
		last = job;
		const isFollowed = at < ids.length - 1 || change.restore !== undefined;
		// The server has changed a few emails at once. What follows must find all as they were.
		const { applied, skipped, failed, count } = operation;
		if (isFollowed && applied + skipped + failed < count) await jobDone(job);
	}
	await change.restore?.();
	const isRestored = change.restore !== undefined || ids.length === 0 || operations.some((one) => restored(one) > 0);
	return { operations, isRestored, job: last };
}

/** Waits until the mail server has been changed, too. */
async function completed({ operations, isRestored, job }: RequestedUndo): Promise<Undone> {
	if (job === null) return { operations, isRestored };
	const { result } = await jobDone(job);
	const counted = (one: Operation): Operation => {
		const { skipped = one.skipped, failed = one.failed } = result ?? {};
		return one.jobId === job.id ? { ...one, skipped: Number(skipped), failed: Number(failed) } : one;
	};
	return { operations: operations.map(counted), isRestored };
}

/** Invalidates all mail queries. */
export async function refreshMail(client: QueryClient): Promise<void> {
	await Promise.all(
		[keys.mail, keys.accounts, keys.operations].map((queryKey) => client.invalidateQueries({ queryKey })),
	);
}
