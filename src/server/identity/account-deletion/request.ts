import { badRequest, conflict } from "../../errors.ts";
import type { Caller } from "../../platform/http/implement.ts";
import type { Context } from "../auth/context.ts";
import { stopRenewal } from "../billing/subscription.ts";
import { accountDeletionJob } from "./job.ts";

/**
 * Deletes a user's account: every session, key and sign-in method ends with this transaction, and the job enqueued in
 * it deletes the data.
 * @param confirm the user's own address, typed
 * @throws AppError 400 `not-confirmed`, 409 `operator-has-users`, 502 `stripe-unavailable`: the subscription must not be renewed
 */
export async function deleteOwnAccount(ctx: Context, caller: Caller, confirm: string): Promise<void> {
	const { database } = ctx;
	const { ownerId } = caller;
	if (confirm.trim().toLowerCase() !== caller.email.toLowerCase())
		throw badRequest("not-confirmed", "Type your email address to confirm.", {
			confirm: "This is not your email address.",
		});
	await stopRenewal(ctx, ownerId);
	await database.transaction(async () => {
		const others = await database.one<{ n: number }>("select count(*)::int as n from users where id <> $1", [ownerId]);
		if (caller.isOperator && (others?.n ?? 0) > 0)
			throw conflict(
				"operator-has-users",
				"You are this server's operator and others use it. You can delete your account once their accounts are deleted.",
			);
		await database.exec("insert into account_deletions (owner_id) values ($1) on conflict do nothing", [ownerId]);
		// The only user: the next one to sign up becomes the operator.
		await database.exec("delete from operator where user_id = $1", [ownerId]);
		await database.exec(
			"delete from verifications where value = $1 or position($1 in value) > 0 or position($2 in value) > 0",
			[ownerId, caller.email],
		);
		await database.exec("delete from users where id = $1", [ownerId]);
		await ctx.jobs.enqueue(accountDeletionJob, { ownerId, input: {}, dedupeKey: ownerId });
	});
	ctx.events.publish(ownerId, { type: "sessions" });
	ctx.log.info({ event: "user.deleted", owner: ownerId }, "a user deleted their account; their data is being deleted");
}
