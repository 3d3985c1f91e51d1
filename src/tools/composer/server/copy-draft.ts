import { AppError } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { newId } from "#shared/ids.ts";
import { type AttachmentRow, attachFile, listAttachments, openFile } from "./attachments.ts";
import { damaged, isDamaged } from "./damaged.ts";
import { type ContentChange, columnsOf, requireRoomForDraft } from "./drafts.ts";
import { changeDraft, type DraftKey, insertDraft, readDraft } from "./store.ts";

/**
 * Saves changes of a draft as a draft of its own, because another window changed, sent or discarded the draft meanwhile.
 * It has the files of the draft, and answers the same message.
 * @returns its id
 * @throws AppError 404; 409 `draft-damaged`, `too-many-drafts`
 */
export async function copyDraft(ctx: MailContext, source: DraftKey, change: ContentChange): Promise<string> {
	const { ownerId } = source;
	const row = await readDraft(ctx.database, source);
	if (isDamaged(row)) throw damaged();
	await requireRoomForDraft(ctx, ownerId);
	const key = { ownerId, id: newId(ctx.now()) };
	const { kind, email_id, in_reply_to, message_references, sender_id, subject, html, body_text, quote } = row;
	const kept = { kind, email_id, in_reply_to, message_references, sender_id, subject, html, body_text, quote };
	const { remind_after_days } = row;
	await insertDraft(
		ctx.database,
		{ ...key, ...kept, remind_after_days, problem: null, ...columnsOf(row, change) },
		new Date(ctx.now()),
	);
	await copyFiles(ctx, { source, key });
	return key.id;
}

/** What is no longer stored is left out: the original says so where it is shown. */
async function copyFiles(ctx: MailContext, { source, key }: { source: DraftKey; key: DraftKey }): Promise<void> {
	const urls = new Map<string, string>();
	for (const file of await listAttachments(ctx.database, source)) {
		const added = await copyFile(ctx, key, file);
		if (added !== null) urls.set(urlOf(source, file), urlOf(key, added));
	}
	const { html } = await readDraft(ctx.database, key);
	if (html === null || urls.size === 0) return;
	const shown = html.replace(/\/api\/v1\/drafts\/[0-9a-f-]{36}\/attachments\/\d+/g, (url) => urls.get(url) ?? url);
	await ctx.database.transaction(() => changeDraft(ctx.database, key, { html: shown }, new Date(ctx.now())));
}

async function copyFile(ctx: MailContext, key: DraftKey, file: AttachmentRow): Promise<AttachmentRow | null> {
	const { filename, content_type: contentType, content_id: contentId } = file;
	try {
		const body = await openFile(ctx, file);
		const { signal } = new AbortController();
		return await attachFile(ctx, key, { filename, contentType, contentId, body, signal });
	} catch (cause) {
		if (cause instanceof AppError) return null;
		throw cause;
	}
}

function urlOf({ id }: DraftKey, { position }: AttachmentRow): string {
	return `/api/v1/drafts/${id}/attachments/${position}`;
}
