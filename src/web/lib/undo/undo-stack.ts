import type { QueryClient } from "@tanstack/react-query";
import type { Operation } from "#shared/contracts/plans.ts";

/** A change that can be undone. Every tool's Undo goes through `undo.ts`. */
export interface UndoableChange {
	/** Ids, in the order in which they were applied; a promise while the change is being requested. Empty: see `takeBack`. */
	operations: readonly string[] | Promise<readonly string[]>;
	/** The mailboxes whose mail it changed; absent: unknown. Empty: it shows on every page. */
	mailboxes?: readonly string[] | undefined;
	/** Shows the previous state at once. @returns called when the undo is over */
	preview?: () => (isUndone: boolean) => void;
	/** Restores what is not mail, after the mail. */
	restore?: (() => Promise<unknown>) | undefined;
	/** Everything was restored. */
	onUndone?: (() => void) | undefined;
	/** Replaces `refreshMail` when it is over. */
	refresh?: (() => Promise<void>) | undefined;
	/**
	 * Undoes what is no change of mail, such as sending: at once, while changes of mail are in flight. It reports itself.
	 * @returns whether it was undone
	 */
	takeBack?: () => Promise<boolean>;
}

/** An operation of the server as a change that can be undone. */
export function undoableOperation({ id, accountId }: Pick<Operation, "id" | "accountId">) {
	return { operations: [id], mailboxes: accountId === null ? undefined : [accountId] };
}

/** A change that was made in this tab. */
export interface RememberedChange {
	change: UndoableChange;
	/** What was done: "Email archived". */
	title: string;
	/** Epoch milliseconds. */
	madeAt: number;
	/** The toast that offers to undo it; null: not shown yet. */
	toastId: string | null;
}

/** Older changes are undone from the activity page. */
const LONGEST = 50;

const stacks = new WeakMap<QueryClient, RememberedChange[]>();
const undone = new WeakSet<UndoableChange>();

/** The changes that were made in this tab and not undone, newest last. */
export function rememberedChanges(client: QueryClient): readonly RememberedChange[] {
	return stacks.get(client) ?? [];
}

/** Makes a change known to Undo, from before the server has answered. */
export function rememberChange(client: QueryClient, change: UndoableChange, title: string): RememberedChange {
	const stack = stacks.get(client) ?? [];
	stacks.set(client, stack);
	const known = stack.find((entry) => entry.change === change);
	if (known !== undefined) return known;
	const entry = { change, title, madeAt: Date.now(), toastId: null };
	stack.push(entry);
	if (stack.length > LONGEST) stack.shift();
	return entry;
}

/** A change that was not made, or is being undone, is no longer offered. */
export function forgetChange(client: QueryClient, change: UndoableChange): RememberedChange | undefined {
	const stack = stacks.get(client) ?? [];
	const at = stack.findIndex((entry) => entry.change === change);
	return at < 0 ? undefined : stack.splice(at, 1)[0];
}

/** A change that could not be undone for now is offered again, in its place. */
export function keepChange(client: QueryClient, entry: RememberedChange): void {
	undone.delete(entry.change);
	const stack = stacks.get(client) ?? [];
	stacks.set(client, stack);
	const next = stack.findIndex(({ madeAt }) => madeAt > entry.madeAt);
	stack.splice(next < 0 ? stack.length : next, 0, { ...entry, toastId: null });
}

/** Records that the user has asked to undo a change. */
export function markUndone(change: UndoableChange): void {
	undone.add(change);
}

/** Whether the user has asked to undo the change. */
export function isUndone(change: UndoableChange): boolean {
	return undone.has(change);
}
