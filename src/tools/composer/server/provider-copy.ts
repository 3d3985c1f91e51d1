import { z } from "zod";
import { withAccountLock } from "#kernel/database.ts";
import { AppError } from "#kernel/errors.ts";
import { enqueueFreshSync } from "#kernel/mail.ts";
import { withSession } from "#kernel/mailbox.ts";
import type { MailContext } from "#kernel/module.ts";
import { type ScheduledTask, scheduleOnce } from "#kernel/schedule.ts";
import { composeDraft } from "#kernel/send.ts";
import { readSettings } from "#kernel/settings.ts";
import { brand } from "#shared/brand.ts";
import { senderSettings } from "../settings.ts";
import { tool } from "../tool.ts";
import { type AttachmentRow, bytesOf, listAttachments, loadAttachments } from "./attachments.ts";
import { isDamaged } from "./damaged.ts";
import { contentOf } from "./message.ts";
import { type DraftCopy, type DraftKey, type DraftRow, findDraft, recordCopy } from "./store.ts";

/**
 * The copy of a draft in the Drafts folder of its mailbox, so that other mail programs show it. It follows the draft a
 * few seconds later: a task compares what should be there with what is recorded, so it may run at any time and repeatedly.
 */

/** Milliseconds of calm after a change, and as many more for each megabyte to upload. */
const CALM_MS = 5_000;
const CALM_PER_MB_MS = 2_000;
const NO_COPY: DraftCopy = { copy_mailbox_id: null, copy_id: null, copy_state: null, copy_problem: null };

const input = z.object({ draftId: z.uuid() });

/** Saves, replaces or removes the copy of a draft. */
export const copyTask: ScheduledTask<MailContext, z.infer<typeof input>> = {
	name: `${tool.id}.copy`,
	input,
	run: (ctx, { ownerId, input: { draftId }, signal }) => updateCopy(ctx, { ownerId, id: draftId }, signal),
};

/**
 * Message-ID of a draft's copies, without angle brackets. It differs from that of the message that is sent: Outlook looks
 * for an interrupted message in Drafts by its Message-ID.
 */
function copyMessageId(draftId: string): string {
	return `draft.${draftId}@${brand.slug}`;
}

/** The draft with this Message-ID; null: it is not that of a copy. */
export function draftOfCopy(messageId: string | null): string | null {
	const found = /^draft\.([0-9a-f-]{36})@(.+)$/.exec(messageId ?? "");
	return found?.[2] === brand.slug ? (found[1] ?? null) : null;
}

/** What a copy shows: attachments do not change the draft's version. */
export function copyStateOf({ version }: { version: number }, rows: readonly AttachmentRow[]): string {
	return `${version}/${rows.map(({ position }) => position).join(",")}`;
}

/** Has the copy follow a change of the draft. @param isUrgent the draft was sent or discarded */
export async function requestCopy(ctx: MailContext, { ownerId, id }: DraftKey, isUrgent = false): Promise<void> {
	const bytes = isUrgent ? 0 : bytesOf(await listAttachments(ctx.database, { ownerId, id }));
	const delay = isUrgent ? 0 : CALM_MS + (bytes / 1_000_000) * CALM_PER_MB_MS;
	const runAt = new Date(ctx.now() + delay);
	await scheduleOnce(ctx, copyTask, { ownerId, key: id, input: { draftId: id }, runAt });
}

/** The same after files were added or removed. */
export async function requestCopyOfFiles(ctx: MailContext, key: DraftKey): Promise<void> {
	await ctx.database.transaction(() => requestCopy(ctx, key));
}

async function updateCopy(ctx: MailContext, key: DraftKey, signal: AbortSignal): Promise<void> {
	const row = await findDraft(ctx.database, key);
	// The copy of one that is damaged may be all that is left of it.
	if (row === null || (row.state !== "discarded" && isDamaged(row))) return;
	const wanted = await wantedMailbox(ctx, key, row);
	const { copy_mailbox_id: before } = row;
	if (before !== null && before !== wanted) await removeCopy(ctx, key, before, signal);
	if (wanted !== null) await saveCopy(ctx, key, wanted, signal);
}

/** The mailbox that should have a copy; null: none, because nothing was written, or the draft was sent or discarded. */
async function wantedMailbox(ctx: MailContext, key: DraftKey, row: DraftRow): Promise<string | null> {
	if (row.state !== "editing" && row.state !== "scheduled") return null;
	const own = row.body_text.split(/^-- ?$/m, 1)[0] ?? "";
	const { to, cc, bcc } = row.recipients;
	const isAddressed = row.kind === "new" && (to.length + cc.length + bcc.length > 0 || row.subject.trim() !== "");
	if (own.trim() !== "" || isAddressed) return row.sender_id;
	return (await listAttachments(ctx.database, key)).length > 0 ? row.sender_id : null;
}

async function saveCopy(ctx: MailContext, key: DraftKey, accountId: string, signal: AbortSignal): Promise<void> {
	const account = { ownerId: key.ownerId, accountId };
	const isSaved = await withAccountLock(ctx, { ...account, scope: "drafts" }, signal, async (lock) => {
		const row = await findDraft(ctx.database, key);
		if (row === null || (await wantedMailbox(ctx, key, row)) !== accountId) return false;
		const isThere = row.copy_mailbox_id === accountId;
		const rows = await listAttachments(ctx.database, key);
		const state = copyStateOf(row, rows);
		if (isThere && row.copy_state === state) return false;
		const before = { ...NO_COPY, copy_mailbox_id: accountId, copy_id: isThere ? row.copy_id : null };
		try {
			const reference = { messageId: copyMessageId(key.id), id: before.copy_id };
			const id = await withSession(
				ctx,
				account,
				async (session) => {
					if (session.drafts === undefined) throw notKept();
					const raw = await messageOf(ctx, key, row, rows);
					// Recorded before, so that a copy whose id was lost in a crash is removed in the end.
					await recordCopy(ctx.database, key, before);
					lock.signal.throwIfAborted();
					return (await session.drafts.save(raw, reference)).id;
				},
				false,
			);
			await ctx.database.transaction(() => lock.verify());
			await recordCopy(ctx.database, key, { ...before, copy_id: id, copy_state: state });
			return true;
		} catch (cause) {
			if (!(cause instanceof AppError)) throw cause;
			const isNone = cause.code === NOT_KEPT;
			await recordCopy(ctx.database, key, { ...(isNone ? NO_COPY : before), copy_problem: cause.message });
			return false;
		}
	});
	if (isSaved) await enqueueFreshSync(ctx, account, "push");
}

async function removeCopy(ctx: MailContext, key: DraftKey, accountId: string, signal: AbortSignal): Promise<void> {
	const account = { ownerId: key.ownerId, accountId };
	const isRemoved = await withAccountLock(ctx, { ...account, scope: "drafts" }, signal, async (lock) => {
		const row = await findDraft(ctx.database, key);
		if (row === null || row.copy_mailbox_id !== accountId || (await wantedMailbox(ctx, key, row)) === accountId)
			return false;
		const reference = { messageId: copyMessageId(key.id), id: row.copy_id };
		const isReached = await withSession(ctx, account, async (session) => session.drafts?.remove(reference), false).then(
			() => true,
			(cause: unknown) => {
				// The mailbox was deleted or disconnected: its copy is out of reach.
				if (!(cause instanceof AppError)) throw cause;
				return false;
			},
		);
		await ctx.database.transaction(() => lock.verify());
		await recordCopy(ctx.database, key, NO_COPY);
		return isReached;
	});
	if (isRemoved) await enqueueFreshSync(ctx, account, "push");
}

const NOT_KEPT = "drafts-not-kept";

function notKept(): AppError {
	return new AppError(409, NOT_KEPT, "This mailbox was imported from a file, so its drafts are saved only here.");
}

async function messageOf(
	ctx: MailContext,
	key: DraftKey,
	row: DraftRow,
	rows: readonly AttachmentRow[],
): Promise<Buffer> {
	const message = contentOf(row, rows, await loadAttachments(ctx, rows));
	const scope = { ownerId: key.ownerId, accountId: row.sender_id ?? "" };
	const { fromName } = await readSettings(ctx.database, scope, senderSettings);
	return composeDraft(ctx, {
		...{ ...scope, fromName, message, messageId: copyMessageId(key.id) },
		recipients: row.recipients,
		thread: {
			...(row.in_reply_to !== null && { inReplyTo: row.in_reply_to }),
			...(row.message_references.length > 0 && { references: row.message_references }),
		},
	});
}
