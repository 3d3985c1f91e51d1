import { z } from "zod";
import type { FailingSubscriber } from "#shared/contracts/operator.ts";
import { conflict } from "../../errors.ts";
import { cutPage, readCursor } from "../../key-cursor.ts";
import { retryDelivery } from "../../platform/event-streams/dispatch.ts";
import { type CursorKey, failingCursors } from "../../platform/event-streams/store.ts";
import type { Context } from "../auth/context.ts";

const placeKey = z.tuple([z.boolean(), z.iso.datetime(), z.string(), z.string(), z.string()]);

/** A page of the event subscribers of all users that fail, parked ones first. @throws AppError 400 `bad-cursor` */
export async function listFailingSubscribers(
	{ database }: Pick<Context, "database">,
	{ limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ items: FailingSubscriber[]; nextCursor: string | null }> {
	const rows = await failingCursors(database, limit + 1, readCursor(cursor, placeKey));
	const { page: cursors, nextCursor } = cutPage(rows, limit, ({ parkedAt, failingSince, ...key }) => [
		...[parkedAt === null, failingSince.toISOString()],
		...[key.ownerId, key.subscriber, key.orderingKey],
	]);
	const users = await database.query<{ id: string; email: string }>(
		"select id, email from users where id = any($1::text[])",
		[cursors.map((cursor) => cursor.ownerId)],
	);
	const emails = new Map(users.map(({ id, email }) => [id, email]));
	const items = cursors.map((one) => ({
		...one,
		user: emails.get(one.ownerId) ?? "deleted user",
		failingSince: one.failingSince.toISOString(),
		parkedAt: one.parkedAt?.toISOString() ?? null,
	}));
	return { items, nextCursor };
}

/** @throws AppError 409 `not-failing` */
export async function retrySubscriber(ctx: Context, key: CursorKey): Promise<void> {
	if (!(await retryDelivery(ctx, key))) throw conflict("not-failing", "This subscriber is not failing.");
}
