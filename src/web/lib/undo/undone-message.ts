import type { QueryClient } from "@tanstack/react-query";
import type { Operation } from "#shared/contracts/plans.ts";
import { t } from "../base/text.ts";
import { accountsQuery } from "../mailbox/accounts.ts";

/** Changes after which emails are somewhere else. */
const moves: readonly string[] = ["archive", "trash", "spam", "move"] satisfies Operation["action"]["type"][];

/** An undo or redo as the server has started it. */
type Restoring = Pick<Operation, "action" | "title" | "accountId" | "count" | "skipped" | "failed">;

interface Restored {
	operations: readonly Restoring[];
	/** Whose mail was changed, where the operations do not say it. */
	mailboxes: readonly string[];
	isRedo: boolean;
}

/** What came back and where: "Brought back 2 emails in Work". */
export function undoneMessage(client: QueryClient, { operations, mailboxes, isRedo }: Restored) {
	const ids = operations.flatMap(({ accountId }) => accountId ?? []);
	const names = mailboxNames(client, ids.length === operations.length && ids.length > 0 ? ids : mailboxes);
	const moved = isRedo ? [] : operations.filter(({ action }) => moves.includes(action.type));
	const skipped = operations.reduce((sum, one) => sum + one.skipped, 0);
	const description = skipped === 0 ? undefined : t.undo.notBroughtBack(skipped);
	if (moved.length > 0)
		return {
			title: t.undo.broughtBack(
				moved.reduce((sum, one) => sum + restored(one), 0),
				names,
			),
			description,
		};
	const [only, ...others] = operations;
	return { title: only && others.length === 0 ? t.undo.undoneIn(only.title, names) : t.undo.undone, description };
}

/** Emails that an undo restores. */
export function restored({ count, skipped, failed }: Pick<Operation, "count" | "skipped" | "failed">): number {
	return count - skipped - failed;
}

/** Names of mailboxes that are known. */
export function mailboxNames(client: QueryClient, ids: readonly string[]): string[] {
	const accounts = client.getQueryData(accountsQuery.queryKey);
	return accounts?.filter(({ id }) => ids.includes(id)).map(({ name }) => name) ?? [];
}
