import { conflict } from "#kernel/errors.ts";
import { runOnMessage, type StoredEmail } from "#kernel/messages.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Task } from "#kernel/parse.ts";
import { newId } from "#shared/ids.ts";
import { listAttachments } from "./attachments.ts";
import { copyAttachments } from "./copy-attachments.ts";
import type { DraftBody } from "./draft-content.task.ts";
import { requireRoomForDraft, restoreDraft } from "./drafts.ts";
import { readOriginal, referencesOf } from "./original.ts";
import { copyStateOf, draftOfCopy } from "./provider-copy.ts";
import { changeDraft, type DraftKey, findByCopy, findDraft, insertDraft, readDraft, recordOpened } from "./store.ts";

const bodyTask: Task<number, DraftBody | null> = { url: new URL("./draft-content.task.ts", import.meta.url) };

/** Characters of either form of the text. */
const MAX_LENGTH = 250_000;

/**
 * The draft of a message in a Drafts folder: the one that it is a copy of, or one that continues what another mail
 * program saved. That one is replaced by a copy of the draft once the draft is changed.
 * @returns its id
 * @param longest characters of either form of the text: what saving it would cut is not opened
 * @throws AppError 404; 409 `not-a-draft`, `already-sent`, `too-many-drafts`, `draft-too-long`
 */
export async function openMailboxDraft(
	ctx: MailContext,
	ownerId: string,
	emailId: string,
	longest = MAX_LENGTH,
): Promise<string> {
	const email = await readOriginal(ctx, ownerId, emailId);
	if (email.folder !== "drafts") throw conflict("not-a-draft", "This email is not in Drafts, so it can't be edited.");
	const copy = { emailId, mailboxId: email.accountId, providerId: email.providerId };
	const known = draftOfCopy(email.messageId) ?? (await findByCopy(ctx.database, ownerId, copy));
	const row = known === null ? null : await findDraft(ctx.database, { ownerId, id: known });
	if (row === null) return continueDraft(ctx, ownerId, { email, longest });
	if (row.state === "sent") throw conflict("already-sent", "This message is already being sent.");
	if (row.state === "discarded") await restoreDraft(ctx, { ownerId, id: row.id });
	return row.id;
}

async function continueDraft(
	ctx: MailContext,
	ownerId: string,
	{ email, longest }: { email: StoredEmail; longest: number },
): Promise<string> {
	await requireRoomForDraft(ctx, ownerId);
	const { accountId, rawSha256, inReplyTo, to, cc, bcc, subject, providerId } = email;
	const stored = rawSha256 === null ? null : { id: email.id, accountId, rawSha256 };
	const body =
		stored === null
			? { html: null, text: "" }
			: await runOnMessage(ctx, ownerId, stored, { task: bodyTask, input: longest });
	if (body === null)
		throw conflict("draft-too-long", "This draft is too long to be edited here. Open it where it was written.");
	const key = { ownerId, id: newId(ctx.now()) };
	const draft = {
		...{ ...key, kind: "new" as const, email_id: null, problem: null, sender_id: accountId, subject },
		...{ in_reply_to: inReplyTo, message_references: (await referencesOf(ctx, ownerId, email)) ?? [] },
		...{ recipients: { to, cc, bcc }, html: body.html, body_text: body.text, quote: null, remind_after_days: null },
	};
	await insertDraft(ctx.database, draft, new Date(ctx.now()));
	await copyAttachments(ctx, key, { original: email, quote: body, isForward: true });
	await showImages(ctx, key, body.html);
	const state = copyStateOf(await readDraft(ctx.database, key), await listAttachments(ctx.database, key));
	await recordOpened(ctx.database, key, { emailId: email.id, mailboxId: accountId, providerId, state });
	return key.id;
}

/** The editor shows images of the text by the URLs of the draft's attachments. */
async function showImages(ctx: MailContext, key: DraftKey, html: string | null): Promise<void> {
	if (html === null) return;
	let shown = html;
	for (const { content_id: contentId, position } of await listAttachments(ctx.database, key))
		if (contentId !== null)
			shown = shown.replaceAll(`cid:${contentId}`, `/api/v1/drafts/${key.id}/attachments/${position}`);
	if (shown === html) return;
	await ctx.database.transaction(() => changeDraft(ctx.database, key, { html: shown }, new Date(ctx.now())));
}
