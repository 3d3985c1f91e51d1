import { readArtifact } from "#kernel/artifacts.ts";
import { withRetry } from "#kernel/changes.ts";
import { withAccountLock } from "#kernel/database.ts";
import { conflict } from "#kernel/errors.ts";
import { enqueueFreshSync, fetchNow } from "#kernel/mail.ts";
import { type AppendedMessage, openSession, rejectionMessage } from "#kernel/mailbox.ts";
import type { MailContext } from "#kernel/module.ts";
import { type RunningJob, waitForJob } from "#kernel/work.ts";
import type { Account } from "#shared/contracts/accounts.ts";
import { flagsOf } from "#shared/mail/flags.ts";
import { messagesIn } from "../backups/messages-in.ts";
import { classify, type Found } from "./classify.ts";
import { readFolders } from "./folders.ts";
import {
	anonymousInTrash,
	insertItems,
	type MissingItem,
	matchAppended,
	missingItems,
	type Restore,
	type RestoreKey,
	recordAppend,
} from "./store.ts";

/** A provider may list a message a moment after it accepted it. */
const MAX_SYNCS = 3;
const DAMAGED = "The backup's file is damaged here.";

interface Target {
	ownerId: string;
	restoreId: string;
	restore: Restore;
	account: Account;
}

/**
 * Brings all messages of a restore into the mailbox's trash, from where an operation moves them to their folders: what is
 * there already stays, what is missing is appended. Each request is recorded before it is made, so that after a crash a
 * message whose outcome is unknown is looked for before it is appended again.
 */
export async function bringIntoTrash(ctx: MailContext, job: RunningJob<unknown>, target: Target): Promise<void> {
	const { ownerId, restoreId, restore, account } = target;
	const key: RestoreKey = { ownerId, restoreId, accountId: account.id };
	const scope = { ownerId, accountId: account.id, scope: "append" } as const;
	await withAccountLock(ctx, scope, job.signal, async ({ signal }) => {
		if (!restore.planned.includes(account.id)) {
			// An earlier restore that was stopped may have appended messages that are not known here yet.
			await syncNow(ctx, key, signal);
			await determineItems(ctx, key, target);
		}
		/** Requested in this run: never twice. */
		const appended = new Set<number>();
		for (let syncs = 0; ; ) {
			let missing = await missingItems(ctx, key);
			if (missing.some(({ isRequested }) => isRequested)) {
				await findAppended(ctx, key, missing, signal);
				syncs += 1;
				missing = await missingItems(ctx, key);
			}
			const wanted = missing.filter(({ position, providerId }) => providerId === null && !appended.has(position));
			if (missing.length === 0 || (wanted.length === 0 && syncs >= MAX_SYNCS)) return;
			for (const { position } of wanted) appended.add(position);
			if (wanted.length > 0) await appendAll(ctx, job, { key, restore, signal }, wanted);
		}
	});
}

async function determineItems(ctx: MailContext, key: RestoreKey, { restore, account }: Target): Promise<void> {
	const { ownerId } = key;
	const { backupId, target } = restore;
	const found: Found[] = [];
	for await (const page of classify(ctx, { ownerId, backupId }, account, target === null)) found.push(...page);
	const possible = found.filter(({ finding }) => finding.state !== "missing" || account.capabilities.append);
	await ctx.database.transaction(() => insertItems(ctx, key, possible));
}

interface Appending {
	key: RestoreKey;
	restore: Restore;
	signal: AbortSignal;
}

async function appendAll(
	ctx: MailContext,
	job: RunningJob<unknown>,
	{ key, restore, signal }: Appending,
	wanted: readonly MissingItem[],
): Promise<void> {
	const { ownerId, accountId } = key;
	const { session, provider } = await openSession(ctx, ownerId, accountId);
	try {
		const { writer } = session;
		const { trashId } = await readFolders(ctx, ownerId, { id: accountId, capabilities: provider.capabilities });
		if (trashId === null || writer.append === undefined)
			throw conflict("not-supported", "This mailbox doesn't accept emails from a backup.");
		const append = writer.append.bind(writer);
		let done = 0;
		for await (const { entry, raw } of messagesIn(await fileOf(ctx, ownerId, restore.backupId), wanted)) {
			signal.throwIfAborted();
			job.progress({ done: done++, total: wanted.length, note: "Adding the emails" });
			if (raw === null) {
				await recordAppend(ctx, key, entry.position, { reason: DAMAGED });
				continue;
			}
			await recordAppend(ctx, key, entry.position, { requested: true });
			const onWait = (seconds: number) =>
				job.progress({ note: `Rate limited by the mail server. Waiting ${seconds} s` });
			try {
				const { id } = await withRetry({ signal, onWait }, () => append(messageOf(entry, raw, trashId)));
				await recordAppend(ctx, key, entry.position, { providerId: id });
			} catch (cause) {
				signal.throwIfAborted();
				// Throws what may pass: the job is retried, and looks for the message first.
				const reason = await rejectionMessage(ctx, { ownerId, accountId }, cause, job.attempt >= 5);
				await recordAppend(ctx, key, entry.position, { reason });
			}
		}
	} finally {
		await session.close();
	}
}

async function fileOf(ctx: MailContext, ownerId: string, backupId: string): Promise<ReadableStream<Uint8Array>> {
	const file = await ctx.database.one<{ size: number }>(
		"select size_bytes as size from artifacts_v1 where owner_id = $1 and id = $2 and ready_at is not null",
		[ownerId, backupId],
	);
	if (file === undefined) throw conflict("backup-expired", "The backup's file was deleted.");
	return readArtifact(ctx.config, backupId, 0, file.size - 1);
}

const messageOf = (item: MissingItem, raw: Uint8Array, folderId: string): AppendedMessage => ({
	folderId,
	raw,
	flags: flagsOf(item),
	labels: item.labels,
	receivedAt: item.receivedAt.getTime(),
	isSent: item.folderRole === "sent",
});

/** @throws AppError when the sync failed: without it, no one knows what is in the mailbox */
async function syncNow(ctx: MailContext, { ownerId, accountId }: RestoreKey, signal: AbortSignal): Promise<void> {
	const { id } = await enqueueFreshSync(ctx, { ownerId, accountId }, "user");
	const sync = await waitForJob(ctx.jobs, { ownerId, signal }, id, Number.POSITIVE_INFINITY);
	if (sync?.state !== "done") throw conflict("sync-failed", sync?.error ?? "The mailbox couldn't be synced.");
}

/** Syncs the mailbox and matches what was requested with what is there; some messages only their bytes identify. */
async function findAppended(
	ctx: MailContext,
	key: RestoreKey,
	missing: readonly MissingItem[],
	signal: AbortSignal,
): Promise<void> {
	await syncNow(ctx, key, signal);
	const isAnonymous = ({ isRequested, providerId, messageId }: MissingItem): boolean =>
		isRequested && providerId === null && messageId === null;
	if (missing.some(isAnonymous)) await fetchNow(ctx, key, await anonymousInTrash(ctx, key), signal);
	await matchAppended(ctx, key);
}
