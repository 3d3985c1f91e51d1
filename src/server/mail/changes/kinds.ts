import type { Action } from "#shared/contracts/plans.ts";
import type { Database } from "../../db/database.ts";
import type { ChangeKind } from "./change-kind.ts";
import { deleteKind } from "./delete-kind.ts";
import { flagKinds } from "./flag-kinds.ts";
import { folderKinds } from "./folder-kinds.ts";
import { labelKind } from "./label-kind.ts";
import type { ChangeableAccount, Target } from "./targets.ts";

/** The kinds of changes: those that users can request, and those that tools register. */

const byType = (kinds: readonly ChangeKind[]): [string, ChangeKind][] => kinds.map((kind) => [kind.type, kind]);
const requestable: ReadonlyMap<string, ChangeKind> = new Map(
	byType([...flagKinds, ...folderKinds, labelKind, deleteKind]),
);

const registered = new WeakMap<Database, Map<string, ChangeKind>>();

/**
 * Makes a tool's kind of change known; its module does so when it starts.
 * @throws Error when there is one with this type
 */
export function registerChangeKind({ database }: { database: Database }, kind: ChangeKind): void {
	if (findKind(database, kind.type) !== undefined) throw new Error(`Two kinds of changes are called ${kind.type}`);
	const kinds = registered.get(database) ?? new Map<string, ChangeKind>();
	registered.set(database, kinds.set(kind.type, kind));
}

/** The kind of actions of this type; undefined: this version has none. */
export function findKind(database: Database, type: string): ChangeKind | undefined {
	return requestable.get(type) ?? registered.get(database)?.get(type);
}

function requestedKind({ type }: Action): ChangeKind {
	const kind = requestable.get(type);
	if (kind === undefined) throw new Error(`Nothing plans changes of the kind ${type}`);
	return kind;
}

/**
 * The state that an action results in for the messages of an account.
 * @throws AppError 400 `not-supported` or `unknown-folder` when the account cannot do it
 */
export function targetOf(action: Action, account: ChangeableAccount): Target {
	const target = requestedKind(action).target?.(action, account);
	if (target === undefined) throw new Error(`Nothing plans changes of the kind ${action.type}`);
	return target;
}

/**
 * A requested action without what has no effect.
 * @throws AppError 400 `nothing-selected` when nothing is left
 */
export function normalized(action: Action): Action {
	return (requestedKind(action).normalized?.(action) as Action | undefined) ?? action;
}
