import type { MailContext } from "../context/context.ts";
import type { OpenedMessage } from "../parse/open.task.ts";
import type { Task } from "../parse/pool/task-protocol.ts";
import type { StoredEmail } from "../store/read/read-stored.ts";
import { notStored, runOnMessage } from "./message-task.ts";

const openTask: Task<null, OpenedMessage> = { url: new URL("../parse/open.task.ts", import.meta.url) };

/** Loads what opening a message needs, so that the first one opens as fast as the others. */
export function prepareToOpen({ parsePool }: Pick<MailContext, "parsePool">): void {
	parsePool.prepare(openTask);
}

/**
 * The parsed content of a stored message, cached for the requests that follow.
 * @throws AppError, see `runOnMessage`
 */
export async function openMessage(
	ctx: Pick<MailContext, "blobs" | "parsePool">,
	ownerId: string,
	{ id, accountId, rawSha256 }: StoredEmail,
): Promise<OpenedMessage> {
	if (rawSha256 === null) throw notStored();
	return runOnMessage(ctx, ownerId, { id, accountId, rawSha256 }, { task: openTask, input: null });
}
