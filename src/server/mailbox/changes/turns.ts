import { randomUUID } from "node:crypto";
import type { Context } from "../../context.ts";

/** One at a time tells an account's provider about changes, so that it hears of them in the order they were made. */

const HOLD_SECONDS = 30;
const LOOK_AGAIN_MS = 200;

const waiting = new Map<string, Promise<unknown>>();

/** Waits for its turn, then does the work. Not to be nested for the same account. */
export function inTurn<T>(
	ctx: Pick<Context, "database" | "log">,
	ownerId: string,
	accountId: string,
	signal: AbortSignal,
	work: () => Promise<T>,
): Promise<T> {
	const before = waiting.get(accountId) ?? Promise.resolve();
	const run = (): Promise<T> => betweenProcesses(ctx, ownerId, accountId, signal, work);
	const result = before.then(run, run);
	const settled = result.then(
		() => undefined,
		() => undefined,
	);
	waiting.set(accountId, settled);
	void settled.then(() => {
		if (waiting.get(accountId) === settled) waiting.delete(accountId);
	});
	return result;
}

/** On a shared PostgreSQL other processes may be at it, too; the embedded database has none. */
async function betweenProcesses<T>(
	ctx: Pick<Context, "database" | "log">,
	ownerId: string,
	accountId: string,
	signal: AbortSignal,
	work: () => Promise<T>,
): Promise<T> {
	if (ctx.database.embedded) return work();
	const key = [ownerId, accountId, randomUUID()];
	while (!(await take(ctx, key))) {
		signal.throwIfAborted();
		await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
	}
	const hold = setInterval(
		() => {
			take(ctx, key).catch((cause: unknown) => ctx.log.warn({ err: cause }, "an account's turn could not be prolonged"));
		},
		(HOLD_SECONDS * 1000) / 3,
	);
	try {
		return await work();
	} finally {
		clearInterval(hold);
		await ctx.database.query(
			"delete from account_turns where owner_id = $1 and account_id = $2 and holder = $3",
			key,
		);
	}
}

/** Takes the turn, or keeps it; a holder that died loses it after a while. */
async function take(ctx: Pick<Context, "database">, key: string[]): Promise<boolean> {
	const rows = await ctx.database.query(
		`insert into account_turns as t (owner_id, account_id, holder, held_until)
		values ($1, $2, $3, now() + make_interval(secs => $4))
		on conflict (owner_id, account_id) do update set holder = excluded.holder, held_until = excluded.held_until
		where t.holder = excluded.holder or t.held_until < now()
		returning holder`,
		[...key, HOLD_SECONDS],
	);
	return rows.length > 0;
}
