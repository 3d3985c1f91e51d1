import type { Invitation } from "#shared/calendar/invitation.ts";
import type { MailContext } from "../context/context.ts";
import { runOnMessage } from "../messages/message-task.ts";
import type { Task } from "../parse/pool/task-protocol.ts";

const calendarTask: Task<null, Invitation | null> = { url: new URL("./read-calendar.task.ts", import.meta.url) };

/**
 * The event that a stored message is about (RFC 6047); null: none that can be read, or its body is not stored.
 * @throws AppError as `runOnMessage` does
 */
export async function readCalendar(
	ctx: MailContext,
	ownerId: string,
	{ id, accountId, rawSha256 }: { id: string; accountId: string; rawSha256: string | null },
): Promise<Invitation | null> {
	if (rawSha256 === null) return null;
	return await runOnMessage(ctx, ownerId, { id, accountId, rawSha256 }, { task: calendarTask, input: null });
}
