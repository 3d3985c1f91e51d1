/**
 * Changing mail. The only way: a plan freezes a list of messages, applying it starts an operation, whose journal undo
 * restores.
 */

/** The mailboxes that messages can be chosen from. */
export { changeableAccounts } from "../mail/changes/accounts.ts";
/** A kind of change that a tool has, besides those of `createPlan`. */
export type { ChangeKind } from "../mail/changes/change-kind.ts";
/** Counts in titles: "2 emails". */
export { emails } from "../mail/changes/descriptions.ts";
/** First messages of a plan. */
export { emailItems } from "../mail/changes/email-items.ts";
/** Takes messages out of a plan. */
export { narrowPlan } from "../mail/changes/exclude.ts";
/** Makes a tool's kind of change known. */
export { registerChangeKind } from "../mail/changes/kinds.ts";
/** A plan that is not applied yet. */
export { lockPlan, openPlan, prolongPlan } from "../mail/changes/open-plan.ts";
/** Operations: in progress and past. */
export { present, readOperation } from "../mail/changes/operations.ts";
/** Creates a plan. */
export { createPlan, type Plan } from "../mail/changes/plan.ts";
/** Plans to move messages, each to its own folder. */
export { type Move, planMoves } from "../mail/changes/plan-moves.ts";
/** What a plan's messages are selected by. */
export type { Where } from "../mail/changes/plan-scope.ts";
/** Messages replaced by a changed copy. */
export {
	addReplacements,
	incompleteReplacements,
	keepReplacementsTogether,
	matchReplacements,
	recordReplacement,
} from "../mail/changes/replacements.ts";
/** Applies a plan: starts an operation. */
export { applyPlan, type Started } from "../mail/changes/start.ts";
/** A mailbox as `changeableAccounts` gives it. */
export type { ChangeableAccount } from "../mail/changes/targets.ts";
/** Undoes an operation. */
export { undoOperation } from "../mail/changes/undo.ts";
/** Waits when the provider asks to. */
export { withRetry } from "../mail/provider/retry.ts";
