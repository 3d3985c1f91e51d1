import type { PastAction } from "#shared/contracts/plans.ts";
import type { Database } from "../../db/database.ts";
import type { MailContext } from "../context/context.ts";
import type { ItemKey } from "./items.ts";
import type { LocalBatch } from "./local.ts";
import type { Push } from "./push.ts";
import type { ChangeableAccount, Target } from "./targets.ts";

/** What titles depend on, besides the action. */
export interface TitleFacts {
	/** Messages affected, or to be affected. */
	count: number;
	/** Target folder of `move`. */
	folderName: string | null;
}

/**
 * A kind of change to mail: how it is planned, run, undone and described. Those that users can request are in
 * `kinds.ts`; a tool registers its own (`registerChangeKind`).
 */
export interface ChangeKind<A extends PastAction = PastAction> {
	/** The type of its actions. */
	type: string;
	/** Titles of an operation: "Archive 214 emails", and once it has started "Archived 214 emails". */
	titles(action: A, facts: TitleFacts): { planned: string; past: string };
	/**
	 * How it is planned: the state that the action results in. Absent: only its tool makes such plans.
	 * @throws AppError 400 `not-supported` or `unknown-folder` when the account cannot do it
	 */
	target?(action: A, account: ChangeableAccount): Target;
	/**
	 * A requested action without what has no effect. Absent: as it is.
	 * @throws AppError 400 `nothing-selected` when nothing is left
	 */
	normalized?(action: A): A;
	/**
	 * How it is run: the next batch, while the account's lock is held. Absent: in the store, in one transaction with the
	 * journal, then at the provider.
	 */
	runBatch?(ctx: MailContext, key: ItemKey, after: string, push: Push): Promise<LocalBatch>;
	/** Why it cannot be undone. Absent: an undo restores the states in its journal. */
	cannotUndo?: string;
	/** Completes the frozen list of its undo. */
	completeUndo?(database: Database, ownerId: string, operation: { id: string; undoId: string }): Promise<void>;
}
