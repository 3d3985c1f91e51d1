import { z } from "zod";
import { brand } from "#shared/brand.ts";
import { notificationSettings } from "#shared/contracts/settings.ts";
import type { JobKind } from "../../../platform/jobs/jobs.ts";
import { readSettings } from "../../../platform/settings/store.ts";
import type { MailContext } from "../../context/context.ts";
import { accountVersion, type VersionRow } from "../../sessions/account-version.ts";

/** Email to the user whose mailbox stopped syncing: at most one per mailbox and day. */

const ONE_DAY_MS = 24 * 60 * 60 * 1000;

/** `version`: of the account when the sync failed. */
const input = z.object({ accountId: z.uuid(), reason: z.string(), version: z.string().nullable() });

export const syncFailureMailJob: JobKind<z.infer<typeof input>, MailContext> = {
	name: "sync-failure-mail",
	input,
	unit: "mails",
	concurrency: 1,
	attempts: 6,
	async run(ctx, job) {
		const { accountId, reason, version } = job.input;
		const to = await ctx.database.one<{ email: string; name: string } & VersionRow>(
			`select u.email, a.name, a.updated_at::text as updated_at, a.settings
			from users u join connected_accounts a on a.owner_id = u.id
			where u.id = $1 and a.id = $2 and a.status not in ('deleting', 'disconnected')`,
			[job.ownerId, accountId],
		);
		if (to === undefined) return { sent: false };
		// The user has reconnected the mailbox.
		if (version !== null && version !== accountVersion(to)) return { sent: false };
		return ctx.mailer.send({ to: to.email, ...message(to.name, reason, ctx.config.baseUrl) });
	},
};

function message(mailbox: string, reason: string, baseUrl: string) {
	return {
		subject: `${mailbox} couldn't be synced`,
		text: [
			`${brand.name} couldn't sync your mailbox ${mailbox}.`,
			"",
			reason,
			"",
			"Emails synced earlier are still available. Open the mailbox, or turn these notices off:",
			`${baseUrl}/settings/accounts`,
			`${baseUrl}/settings/notifications`,
			"",
		].join("\n"),
	};
}

/**
 * Emails the user if the server can send mail and their preferences allow it. Call it when a sync failed and will not
 * be retried, or has been failing for long.
 * @param failure.reason a sentence for the user
 * @param failure.version of the account that the sync opened, null if none: once it has another one, nothing is sent
 */
export async function notifySyncFailed(
	ctx: MailContext,
	ownerId: string,
	accountId: string,
	{ reason, version }: { reason: string; version: string | null },
): Promise<void> {
	if (!ctx.mailer.configured) return;
	const { mailOnFailedSync } = await readSettings(ctx.database, { ownerId }, notificationSettings);
	if (!mailOnFailedSync) return;
	const now = ctx.now();
	await ctx.database.transaction(async () => {
		const due = await ctx.database.query(
			`insert into sync_failure_notifications as f (owner_id, account_id, notified_at) values ($1, $2, $3)
			on conflict (owner_id, account_id) do update set notified_at = excluded.notified_at where f.notified_at < $4
			returning notified_at`,
			[ownerId, accountId, new Date(now), new Date(now - ONE_DAY_MS)],
		);
		if (due.length === 0) return;
		await ctx.jobs.enqueue(syncFailureMailJob, { ownerId, accountId, input: { accountId, reason, version } });
	});
}
