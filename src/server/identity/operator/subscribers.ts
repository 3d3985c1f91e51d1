import type { FailingSubscriber } from "#shared/contracts/operator.ts";
import { conflict } from "../../errors.ts";
import { retryDelivery } from "../../platform/event-streams/dispatch.ts";
import { type CursorKey, failingCursors } from "../../platform/event-streams/store.ts";
import type { Context } from "../auth/context.ts";

const MAX_ROWS = 200;

/** Event subscribers of all users that fail, parked ones first. */
export async function listFailingSubscribers({ database }: Pick<Context, "database">): Promise<FailingSubscriber[]> {
	const cursors = await failingCursors(database, MAX_ROWS);
	const users = await database.query<{ id: string; email: string }>(
		"select id, email from users where id = any($1::text[])",
		[cursors.map((cursor) => cursor.ownerId)],
	);
	const emails = new Map(users.map(({ id, email }) => [id, email]));
	return cursors.map((cursor) => ({
		...cursor,
		user: emails.get(cursor.ownerId) ?? "deleted user",
		failingSince: cursor.failingSince.toISOString(),
		parkedAt: cursor.parkedAt?.toISOString() ?? null,
	}));
}

/** @throws AppError 409 `not-failing` */
export async function retrySubscriber(ctx: Context, key: CursorKey): Promise<void> {
	if (!(await retryDelivery(ctx, key))) throw conflict("not-failing", "This subscriber is not failing.");
}
