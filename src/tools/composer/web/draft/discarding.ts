import type { QueryClient } from "@tanstack/react-query";
import { offerUndo, withdrawUndo } from "#web/lib/undo/undo.ts";
import { rememberChange, type UndoableChange } from "#web/lib/undo/undo-stack.ts";
import { draftKeys } from "../base/api.ts";
import { t } from "../base/text.ts";

interface Discarding {
	title: string;
	description?: string;
	discard: () => Promise<unknown>;
	restore: () => Promise<unknown>;
}

/**
 * Discards a draft, and offers Undo: the key works from the moment of the call, the toast comes when it is done.
 * @throws what `discard` throws
 */
export async function discardWithUndo(
	client: QueryClient,
	{ title, description, discard, restore }: Discarding,
): Promise<void> {
	const discarding = discard();
	const isDiscarded = discarding.then(
		() => true,
		() => false,
	);
	const change = restorable(client, async () => (await isDiscarded) && restore());
	rememberChange(client, change, title);
	try {
		await discarding;
	} catch (error) {
		withdrawUndo(client, change);
		throw error;
	}
	offerUndo(client, change, { title, ...(description !== undefined && { description }) });
}

function restorable(client: QueryClient, restore: () => Promise<unknown>): UndoableChange {
	return {
		...{ operations: [], mailboxes: [] },
		async takeBack() {
			try {
				await restore();
				return true;
			} catch (error) {
				const { message } = error as Error;
				const again = { title: t.window.couldntRestore, description: message, tone: "destructive" } as const;
				// Nothing else gets the draft back.
				offerUndo(client, restorable(client, restore), again);
				return false;
			} finally {
				void client.invalidateQueries({ queryKey: draftKeys.all });
			}
		},
	};
}
