import { z } from "zod";
import { AppError, badRequest, conflict } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { cancelSchedule, type ScheduledTask, scheduleOnce } from "#kernel/schedule.ts";
import { findSuppressed, listSenders, type Sender, sendMail, withdrawOutgoing } from "#kernel/send.ts";
import { readSettings } from "#kernel/settings.ts";
import { addressKey } from "#shared/mail/address-key.ts";
import { isOneAddress } from "#shared/mail/addresses.ts";
import { MAX_RECIPIENTS } from "../limits.ts";
import { composerSettings, senderSettings } from "../settings.ts";
import { tool } from "../tool.ts";
import { alreadySent, bytesOf, listAttachments, loadAttachments } from "./attachments.ts";
import { damaged, isDamaged } from "./damaged.ts";
import { requireCurrent } from "./drafts.ts";
import { contentOf } from "./message.ts";
import { readOriginal } from "./original.ts";
import { outgoingOf, problemOf } from "./present.ts";
import { requestCopy } from "./provider-copy.ts";
import { changeDraft, type DraftKey, type DraftRecipients, type DraftRow, lockDraft, readDraft } from "./store.ts";

const YEAR_MS = 366 * 24 * 3_600_000;
/** Base64 with line breaks (RFC 2045). */
const ENCODED = 78 / 57;
/** Header, boundaries and text parts. */
const OVERHEAD_BYTES = 20_000;

const input = z.object({
	draftId: z.uuid(),
	/** The user's name: From of a mailbox without a display name of its own. */
	userName: z.string(),
});

/** Sends a draft when its time has come. */
export const sendTask: ScheduledTask<MailContext, z.infer<typeof input>> = {
	name: `${tool.id}.send`,
	input,
	run: (ctx, { ownerId, input: { draftId, userName } }) => sendDue(ctx, { ownerId, id: draftId }, userName),
};

interface SendOptions {
	/** ISO 8601 */
	sendAt?: string | undefined;
	/** The version that the user saw; absent: whatever is stored. */
	version?: number | undefined;
	userName: string;
	/** Most recipients of a message. */
	maxRecipients?: number;
}

/**
 * Sends a draft at a time; without one, after the time in which the user can undo it.
 * @throws AppError 400 `no-recipients`, `bad-recipient`, `too-many-recipients`, `too-far-ahead`; 404; 409 `cannot-send`,
 * `all-suppressed`, `message-too-large`, `already-sent`, `draft-changed`, `draft-damaged`
 */
export async function sendDraft(
	ctx: MailContext,
	key: DraftKey,
	{ sendAt, version, userName, maxRecipients = MAX_RECIPIENTS }: SendOptions,
): Promise<void> {
	const { ownerId, id } = key;
	const { undoSeconds } = await readSettings(ctx.database, { ownerId }, composerSettings);
	const now = ctx.now();
	const runAt = new Date(Math.max(sendAt === undefined ? 0 : Date.parse(sendAt), now + undoSeconds * 1000));
	if (runAt.getTime() > now + YEAR_MS) throw badRequest("too-far-ahead", "Choose a time within the next year.");
	await requireSendable(ctx, key, maxRecipients);
	await ctx.database.transaction(async () => {
		requireCurrent(await lockDraft(ctx.database, key), version);
		await changeDraft(ctx.database, key, { state: "scheduled", send_at: runAt, problem: null }, new Date(now));
		await scheduleOnce(ctx, sendTask, { ownerId, key: id, input: { draftId: id, userName }, runAt });
	});
	if (runAt.getTime() <= ctx.now()) await sendDue(ctx, key, userName);
}

/** Checks what can be checked before it is too late to change it. */
async function requireSendable(ctx: MailContext, key: DraftKey, maxRecipients: number): Promise<void> {
	const row = await readDraft(ctx.database, key);
	if (isDamaged(row)) throw damaged();
	const sender = (await listSenders(ctx, key.ownerId)).find(({ accountId }) => accountId === row.sender_id);
	if (sender === undefined) throw conflict("cannot-send", "Choose a mailbox to send from.");
	if (sender.obstacle !== null) throw conflict("cannot-send", sender.obstacle);
	const addresses = addressesOf(row.recipients);
	if (addresses.length === 0) throw badRequest("no-recipients", "Add at least one recipient.");
	const bad = addresses.find((address) => !isOneAddress(address));
	if (bad !== undefined) throw badRequest("bad-recipient", `“${bad}” is not an email address.`);
	const { size } = new Set(addresses.map(addressKey));
	if (size > maxRecipients)
		throw badRequest(
			"too-many-recipients",
			`This message has ${size} recipients, and a message can go to ${maxRecipients}. Remove some, or send several messages.`,
		);
	await requireOwnMail(ctx, key.ownerId, { sender, emailId: row.email_id });
	const suppressed = await findSuppressed(ctx.database, key.ownerId, addresses);
	if (addresses.every((address) => suppressed.has(address)))
		throw conflict("all-suppressed", "All recipients are on your suppression list, so nobody would get this message.");
	const bytes = bytesOf(await listAttachments(ctx.database, key)) * ENCODED + OVERHEAD_BYTES;
	if (sender.maxMessageBytes !== null && bytes > sender.maxMessageBytes)
		throw conflict(
			"message-too-large",
			`${sender.name} sends messages of up to ${megabytes(sender.maxMessageBytes)} MB, and this one has ${megabytes(bytes)} MB. ` +
				"Remove an attachment, or send from another mailbox.",
		);
}

/** A mailbox whose messages reach no one answers its own mail only. @throws AppError 409 `cannot-send` */
async function requireOwnMail(
	ctx: MailContext,
	ownerId: string,
	{ sender, emailId }: { sender: Sender; emailId: string | null },
): Promise<void> {
	if (!sender.isLocal || emailId === null) return;
	const original = await readOriginal(ctx, ownerId, emailId).catch((cause) => {
		// It was deleted since.
		if (cause instanceof AppError) return null;
		throw cause;
	});
	if (original !== null && original.accountId !== sender.accountId)
		throw conflict("cannot-send", `What “${sender.name}” sends stays in it. Choose another mailbox to send from.`);
}

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1).replace(/\.0$/, "");

function addressesOf({ to, cc, bcc }: DraftRecipients): string[] {
	return [...to, ...cc, ...bcc].map(({ email }) => email);
}

/**
 * Sends a draft that is due, once. Idempotent: a draft that was reopened or handed over in the meantime,
 * or is to be sent later, is left alone.
 */
async function sendDue(ctx: MailContext, key: DraftKey, userName: string): Promise<void> {
	const row = await readDraft(ctx.database, key).catch((cause) => {
		if (cause instanceof AppError) return null;
		throw cause;
	});
	if (row === null || !isDue(ctx, row)) return;
	try {
		if (isDamaged(row)) throw damaged();
		const rows = await listAttachments(ctx.database, key);
		const message = contentOf(row, rows, await loadAttachments(ctx, rows));
		const scope = { ownerId: key.ownerId, accountId: row.sender_id ?? "" };
		const { fromName: own } = await readSettings(ctx.database, scope, senderSettings);
		const fromName = own || userName;
		await ctx.database.transaction(async () => {
			const current = await lockDraft(ctx.database, key);
			if (!isDue(ctx, current) || current.version !== row.version) return;
			const { id: outgoingId } = await sendMail(ctx, {
				...{ ...scope, priority: "interactive", message },
				idempotencyKey: `${tool.id}/${row.id}/${row.attempt}`,
				...row.recipients,
				...(fromName !== "" && { fromName }),
				thread: {
					...(row.in_reply_to !== null && { inReplyTo: row.in_reply_to }),
					...(row.message_references.length > 0 && { references: row.message_references }),
				},
			});
			const change = { state: "sent" as const, outgoing_id: outgoingId, send_at: null, problem: null };
			await changeDraft(ctx.database, key, change, new Date(ctx.now()));
			await requestCopy(ctx, key, true);
		});
	} catch (cause) {
		if (!(cause instanceof AppError)) throw cause;
		await giveBack(ctx, key, cause.message);
	}
}

function isDue(ctx: MailContext, { state, send_at: sendAt }: DraftRow): boolean {
	return state === "scheduled" && sendAt !== null && sendAt.getTime() <= ctx.now();
}

/** It cannot be sent as it is: the user decides. */
async function giveBack(ctx: MailContext, key: DraftKey, problem: string): Promise<void> {
	await ctx.database.transaction(async () => {
		const { state } = await lockDraft(ctx.database, key);
		const change = { state: "editing" as const, send_at: null, problem };
		if (state === "scheduled") await changeDraft(ctx.database, key, change, new Date(ctx.now()));
	});
}

/**
 * Returns a message to editing: one that has not left, or that failed. One that some recipients got is returned for
 * the others, so that no one gets it twice.
 * @throws AppError 404, 409 `already-sent`
 */
export async function reopenDraft(ctx: MailContext, key: DraftKey): Promise<void> {
	const { ownerId, id } = key;
	const outgoing = await outgoingOf(ctx, ownerId, await readDraft(ctx.database, key));
	await ctx.database.transaction(async () => {
		const row = await lockDraft(ctx.database, key);
		if (row.state === "editing") return;
		const now = new Date(ctx.now());
		if (row.state === "scheduled") {
			await cancelSchedule(ctx, sendTask, { ownerId, key: id });
			await changeDraft(ctx.database, key, { state: "editing", send_at: null }, now);
			return;
		}
		if (row.state !== "sent" || row.finished_at !== null || row.outgoing_id !== (outgoing?.id ?? row.outgoing_id))
			throw row.state === "sent" ? conflict("already-sent", "This message has been sent.") : alreadySent();
		const isOver = outgoing === null || outgoing.state === "failed" || outgoing.state === "partially_sent";
		const accepted = isOver
			? (outgoing?.recipients.filter(({ state }) => state === "accepted").map(({ address }) => address) ?? [])
			: await withdrawOutgoing(ctx.database, ownerId, { id: outgoing.id, now });
		if (accepted === null) throw conflict("already-sent", "This message is on its way or has been sent.");
		const got = new Set(accepted);
		const without = (list: DraftRecipients["to"]) => list.filter(({ email }) => !got.has(addressKey(email)));
		const { to, cc, bcc } = row.recipients;
		const change = {
			...{ state: "editing" as const, outgoing_id: null, attempt: row.attempt + 1 },
			problem: isOver ? problemOf(row, outgoing) : null,
			...(got.size > 0 && { saver_id: null, saver_sequence: null }),
			recipients: { to: without(to), cc: without(cc), bcc: without(bcc) },
		};
		await changeDraft(ctx.database, key, change, now);
		await requestCopy(ctx, key);
	});
}
