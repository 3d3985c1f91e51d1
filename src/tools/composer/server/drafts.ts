import { badRequest, conflict } from "#kernel/errors.ts";
import type { StoredEmail } from "#kernel/messages.ts";
import type { MailContext } from "#kernel/module.ts";
import { requireProgress } from "#kernel/progress.ts";
import { listSenders, ownAddresses, type Sender } from "#kernel/send.ts";
import { readSettings } from "#kernel/settings.ts";
import { newId } from "#shared/ids.ts";
import type { DraftAddress, DraftContent, DraftKind, ReplyTarget, SaverId } from "../contract.ts";
import { composerSettings } from "../settings.ts";
import { alreadySent, removeAttachments } from "./attachments.ts";
import { copyAttachments } from "./copy-attachments.ts";
import { damaged, isDamaged } from "./damaged.ts";
import { listAddressOf, readOriginal, threadOf } from "./original.ts";
import { suppressedAmong } from "./present.ts";
import { requestCopy } from "./provider-copy.ts";
import { recipientsOf, subjectOf } from "./reply.ts";
import {
	changeDraft,
	countDrafts,
	type DraftChange,
	type DraftKey,
	type DraftRecipients,
	deleteDraft,
	insertDraft,
	listEnded,
	lockDraft,
} from "./store.ts";

/** Of a user. */
const MAX_DRAFTS = 1_000;
/** How long discarded drafts can be restored, and sent ones be looked up. */
const ENDED_MS = 24 * 3_600_000;
const CHUNK = 200;

export type ContentChange = Partial<DraftContent>;

/**
 * Creates a draft. What of a reply or forward is not given comes from the message: the mailbox that has it, even if that
 * cannot send, recipients, subject, its place in the conversation, and the files of a forwarded one.
 * @returns its id
 * @throws AppError 400 `email-needed`, 404 when there is no such message, 409 `too-many-drafts`, `no-list-address`
 */
export async function createDraft(
	ctx: MailContext,
	ownerId: string,
	{
		kind,
		emailId,
		replyTo,
		...given
	}: ContentChange & { kind: DraftKind; emailId?: string | undefined; replyTo?: ReplyTarget | undefined },
): Promise<string> {
	await requireRoomForDraft(ctx, ownerId);
	if (kind !== "new" && emailId === undefined)
		throw badRequest("email-needed", "Name the message that is answered or forwarded.");
	const original = emailId === undefined ? null : await readOriginal(ctx, ownerId, emailId);
	const senders = await listSenders(ctx, ownerId);
	const own = await ownAddresses(ctx, ownerId);
	const from = { name: original?.senderName ?? "", email: original?.senderEmail ?? "" };
	const answered = original && recipientsOf(kind, { ...original, from }, own);
	if (answered && kind === "reply" && replyTo !== undefined)
		answered.to = await chosenRecipients(ctx, ownerId, { original, from, replyTo });
	const thread = original === null || kind === "forward" ? null : await threadOf(ctx, ownerId, original);
	const id = newId(ctx.now());
	const draft = {
		...{ ownerId, id, kind, email_id: emailId ?? null, problem: null },
		sender_id: given.accountId ?? original?.accountId ?? (await defaultSender(ctx, ownerId, senders)),
		in_reply_to: thread?.inReplyTo ?? null,
		message_references: thread?.references ?? [],
		recipients: {
			to: given.to ?? answered?.to ?? [],
			cc: given.cc ?? answered?.cc ?? [],
			bcc: given.bcc ?? [],
		},
		subject: given.subject ?? subjectOf(kind, original?.subject ?? ""),
		html: given.html ?? null,
		body_text: given.text ?? "",
		quote: given.quote ?? null,
		remind_after_days: given.remindAfterDays ?? null,
	};
	await insertDraft(ctx.database, draft, new Date(ctx.now()));
	const source = { quote: draft.quote, isForward: kind === "forward" };
	if (original !== null) await copyAttachments(ctx, { ownerId, id }, { original, ...source });
	return id;
}

/** The mailbox of a new message that names none; the demo's only if no other can send. Null: none can. */
async function defaultSender(ctx: MailContext, ownerId: string, senders: readonly Sender[]): Promise<string | null> {
	const { defaultAccountId } = await readSettings(ctx.database, { ownerId }, composerSettings);
	const able = senders.filter(({ obstacle }) => obstacle === null);
	const chosen = able.find(({ accountId }) => accountId === defaultAccountId) ?? able.find(({ isLocal }) => !isLocal);
	return (chosen ?? able[0])?.accountId ?? null;
}

/** Of a message from a mailing list, whose Reply-To may name either: who the user chose. @throws AppError 409 `no-list-address` */
async function chosenRecipients(
	ctx: MailContext,
	ownerId: string,
	{ original, from, replyTo }: { original: StoredEmail; from: DraftAddress; replyTo: ReplyTarget },
): Promise<DraftAddress[]> {
	if (replyTo === "sender") return [from];
	const email = await listAddressOf(ctx, ownerId, original);
	if (email === null) throw conflict("no-list-address", "This email names no address of its mailing list.");
	return [{ name: "", email }];
}

/** @throws AppError 409 `too-many-drafts` */
export async function requireRoomForDraft(ctx: MailContext, ownerId: string, most = MAX_DRAFTS): Promise<void> {
	if ((await countDrafts(ctx.database, ownerId)) >= most)
		throw conflict("too-many-drafts", `You have ${most} drafts. Discard some of them first.`);
}

/**
 * Saves what was changed. A window that saves again, because it did not hear that it had, is in no conflict with itself.
 * @throws AppError 404, 409 `already-sent`, `draft-damaged`, `draft-changed` when another window saved it meanwhile
 */
export async function saveDraft(
	ctx: MailContext,
	key: DraftKey,
	{ version, saver, ...change }: ContentChange & { version?: number | undefined; saver?: SaverId | undefined },
): Promise<{ version: number; updatedAt: string; suppressed: string[] }> {
	const now = new Date(ctx.now());
	const saved = await ctx.database.transaction(async () => {
		const row = await lockDraft(ctx.database, key);
		if (isDamaged(row)) throw damaged();
		const isLast = saver !== undefined && row.saver_id === saver.id;
		if (isLast && saver.sequence <= (row.saver_sequence ?? 0)) return row;
		requireCurrent(row, isLast ? undefined : version);
		const columns: DraftChange = {
			...{ ...columnsOf(row, change), problem: null },
			...{ saver_id: saver?.id ?? null, saver_sequence: saver?.sequence ?? null },
		};
		const newVersion = await changeDraft(ctx.database, key, columns, now);
		await requestCopy(ctx, key);
		return { version: newVersion, recipients: columns.recipients ?? row.recipients };
	});
	const suppressed = await suppressedAmong(ctx, key.ownerId, saved.recipients);
	return { version: saved.version, updatedAt: now.toISOString(), suppressed };
}

/** What changed, as columns. */
export function columnsOf({ recipients }: { recipients: DraftRecipients }, change: ContentChange) {
	const { to = recipients.to, cc = recipients.cc, bcc = recipients.bcc } = change;
	return {
		recipients: { to, cc, bcc },
		...(change.accountId !== undefined && { sender_id: change.accountId }),
		...(change.subject !== undefined && { subject: change.subject }),
		...(change.html !== undefined && { html: change.html }),
		...(change.text !== undefined && { body_text: change.text }),
		...(change.quote !== undefined && { quote: change.quote }),
		...(change.remindAfterDays !== undefined && { remind_after_days: change.remindAfterDays }),
	};
}

/** @throws AppError 409 `already-sent`, 409 `draft-changed` */
export function requireCurrent(row: { state: string; version: number }, version: number | undefined): void {
	if (row.state !== "editing") throw alreadySent();
	if (version !== undefined && version !== row.version)
		throw conflict("draft-changed", "This draft was changed in another window.");
}

/** Discards a draft, or removes a message that did not reach everybody from the outbox. @throws AppError 404, 409 `already-sent` */
export async function discardDraft(ctx: MailContext, key: DraftKey): Promise<void> {
	await ctx.database.transaction(async () => {
		const row = await lockDraft(ctx.database, key);
		// A damaged one cannot be reopened before.
		if (row.state === "scheduled" && !isDamaged(row)) throw alreadySent();
		const isSent = row.state === "sent";
		const now = new Date(ctx.now());
		await changeDraft(ctx.database, key, isSent ? { finished_at: now } : { state: "discarded" }, now);
		await requestCopy(ctx, key, true);
	});
}

/** @throws AppError 404 */
export async function restoreDraft(ctx: MailContext, key: DraftKey): Promise<void> {
	await ctx.database.transaction(async () => {
		const { state } = await lockDraft(ctx.database, key);
		if (state !== "discarded") return;
		await changeDraft(ctx.database, key, { state: "editing" }, new Date(ctx.now()));
		await requestCopy(ctx, key);
	});
}

/** Deletes drafts that were discarded or sent a day ago. */
export async function maintainDrafts(ctx: MailContext, limit = CHUNK): Promise<void> {
	const before = new Date(ctx.now() - ENDED_MS);
	const progress = requireProgress("Deleting old drafts");
	for (;;) {
		const ended = await listEnded(ctx.database, before, limit);
		progress(ended.map(({ id }) => id).join());
		for (const key of ended) {
			await removeAttachments(ctx, key);
			await deleteDraft(ctx.database, key);
		}
		if (ended.length < limit) return;
	}
}
