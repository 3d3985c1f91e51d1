import { prolongPlan, readOperation, recordReplacement, withRetry } from "#kernel/changes.ts";
import { AppError } from "#kernel/errors.ts";
import { flagsOfRow } from "#kernel/mail.ts";
import { type AppendedMessage, openSession, rejectionMessage } from "#kernel/mailbox.ts";
import { runOnMessage } from "#kernel/messages.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Task } from "#kernel/parse.ts";
import type { RunningJob } from "#kernel/work.ts";
import { type PlannedMessage, plannedWithBodies } from "../planned.ts";
import type { RewriteInput } from "./rewrite.task.ts";

const rewriteTask: Task<RewriteInput, Uint8Array | null> = {
	url: new URL("./rewrite.task.ts", import.meta.url),
	timeoutMs: 15_000,
	maxResultBytes: 128 * 1024 * 1024,
	isBackground: true,
	isTransient: true,
};

/**
 * Puts a copy without attachments of each message of the plan into its mailbox's trash. Messages without attachments, and
 * mailboxes that accept no copies, are skipped.
 * @returns the mailboxes with copies
 */
export async function makeCopies(
	ctx: MailContext,
	job: RunningJob<unknown>,
	operationId: string,
): Promise<ReadonlySet<string>> {
	const { ownerId, signal } = job;
	const { item_count: total } = await readOperation(ctx.database, ownerId, operationId);
	const known = await recordedReplacements(ctx, ownerId, operationId);
	const accounts = new Set(known.values());
	const outOfReach = new Set<string>();
	let done = 0;
	for (let after: PlannedMessage | null = null; ; ) {
		job.progress({ done, total, note: "Writing emails without their attachments" });
		await prolongPlan(ctx, ownerId, operationId);
		const page = await plannedWithBodies(ctx, { ownerId, operationId, signal }, outOfReach, after);
		for (const accountId of new Set(page.map((message) => message.account_id))) {
			const own = page.filter((message) => message.account_id === accountId && !known.has(message.id));
			if (await copyInto(ctx, job, { operationId, accountId }, own)) accounts.add(accountId);
		}
		done += page.length;
		after = page.at(-1) ?? null;
		if (after === null) return accounts;
	}
}

/** Originals that already have copies, with their mailboxes. */
async function recordedReplacements(
	ctx: MailContext,
	ownerId: string,
	operationId: string,
): Promise<Map<string, string>> {
	const rows = await ctx.database.query<{ id: string; account: string }>(
		"select email_id as id, account_id as account from mail_operation_replacements_v1 where owner_id = $1 and operation_id = $2",
		[ownerId, operationId],
	);
	return new Map(rows.map(({ id, account }) => [id, account]));
}

/** @returns whether there are copies now */
async function copyInto(
	ctx: MailContext,
	job: RunningJob<unknown>,
	{ operationId, accountId }: { operationId: string; accountId: string },
	messages: readonly PlannedMessage[],
): Promise<boolean> {
	const { ownerId, signal } = job;
	if (messages.length === 0) return false;
	const trash = await ctx.database.one<{ id: string }>(
		"select id from mail_folders_v1 where owner_id = $1 and account_id = $2 and role = 'trash' limit 1",
		[ownerId, accountId],
	);
	const { session } = await openSession(ctx, ownerId, accountId);
	try {
		if (trash === undefined || session.writer.append === undefined) return false;
		let any = false;
		for (const message of messages) {
			signal.throwIfAborted();
			const copy = await copyOf(ctx, ownerId, message, trash.id);
			if (copy === null) continue;
			const onWait = (seconds: number) =>
				job.progress({ note: `Rate limited by the mail server. Waiting ${seconds} s` });
			const put = () => withRetry({ signal, onWait }, async () => session.writer.append?.(copy));
			const key = { ownerId, accountId };
			const added = await put().catch(async (cause: unknown) => {
				const why = await rejectionMessage(ctx, key, cause, job.attempt >= 5);
				ctx.log.info(
					{ event: "detach.copy_rejected", email: message.id, why },
					"a mailbox rejected a copy of a message",
				);
				return undefined;
			});
			// A provider that deduplicates the copy with the original has stored none.
			if (added?.id == null || added.id === message.provider_id) continue;
			const replacement = {
				accountId,
				emailId: message.id,
				replacementProviderId: added.id,
				replacementBytes: copy.raw.length,
			};
			await recordReplacement(ctx.database, ownerId, operationId, replacement);
			any = true;
		}
		return any;
	} finally {
		await session.close();
	}
}

async function copyOf(
	ctx: Pick<MailContext, "blobs" | "now" | "parsePool">,
	ownerId: string,
	message: PlannedMessage,
	folderId: string,
): Promise<AppendedMessage | null> {
	const raw = await withoutFiles(ctx, ownerId, message);
	if (raw === null) return null;
	return {
		folderId,
		raw,
		flags: flagsOfRow(message),
		labels: message.labels,
		receivedAt: message.received_date.getTime(),
		isSent: message.folder_role === "sent",
	};
}

/** Null when there is nothing to remove, or when its bytes are not stored or too complex to edit safely. */
async function withoutFiles(
	ctx: Pick<MailContext, "blobs" | "now" | "parsePool">,
	ownerId: string,
	{ id, account_id: accountId, raw_sha256: rawSha256 }: PlannedMessage,
): Promise<Uint8Array | null> {
	if (rawSha256 === null) return null;
	try {
		const input = { sha256: rawSha256, at: ctx.now() };
		return await runOnMessage(ctx, ownerId, { id, accountId, rawSha256 }, { task: rewriteTask, input });
	} catch (cause) {
		if (cause instanceof AppError && (cause.status === 404 || cause.code === "message-too-complex")) return null;
		throw cause;
	}
}
