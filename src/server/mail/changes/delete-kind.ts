import type { Action } from "#shared/contracts/plans.ts";
import { AppError } from "../../errors.ts";
import type { ChangeKind } from "./change-kind.ts";
import { emails } from "./descriptions.ts";
import { destroyBatch } from "./destroy.ts";
import { sameState } from "./targets.ts";

/** Permanent deletion: at the provider first, because it cannot be undone. */
export const deleteKind: ChangeKind<Extract<Action, { type: "delete" }>> = {
	type: "delete",
	titles: (_, { count }) => ({
		planned: `Permanently delete ${emails(count)}`,
		past: `Permanently deleted ${emails(count)}`,
	}),
	target(_, { capabilities }) {
		if (!capabilities.permanentDelete)
			throw new AppError(
				400,
				"not-supported",
				"This mailbox doesn't allow permanent deletion. Allow it when you reconnect the mailbox, or move the messages to the trash.",
			);
		return sameState;
	},
	runBatch: destroyBatch,
	cannotUndo: "Permanently deleted messages can't be restored.",
};
