import { notFound } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { findSuppressed, readOutgoing } from "#kernel/send.ts";
import type { Draft, DraftState, DraftSummary } from "../contract.ts";
import { listAttachments, presentAttachment } from "./attachments.ts";
import { damaged, isDamaged } from "./damaged.ts";
import {
	countSection,
	type DraftKey,
	type DraftListOptions,
	type DraftRecipients,
	type DraftRow,
	listDelayed,
	listRows,
	readDraft,
} from "./store.ts";

/** Characters of the text in lists. */
const PREVIEW = 160;

type Outgoing = Awaited<ReturnType<typeof readOutgoing>>;

/** A complete draft. @throws AppError 404 also of one that was discarded, 409 `draft-damaged` */
export async function presentDraft(ctx: MailContext, key: DraftKey): Promise<Draft> {
	const row = await readDraft(ctx.database, key);
	if (row.state === "discarded") throw notFound("The draft");
	if (isDamaged(row)) throw damaged();
	const attachments = (await listAttachments(ctx.database, key)).map(presentAttachment);
	return {
		...(await summaryOf(ctx, key.ownerId, row)),
		hasAttachments: attachments.some(({ isInline }) => !isInline),
		html: row.html,
		text: row.body_text,
		quote: row.quote,
		remindAfterDays: row.remind_after_days,
		attachments,
		suppressed: await suppressedAmong(ctx, key.ownerId, row.recipients),
	};
}

/** Drafts, and messages that are on their way or did not reach everybody. @throws AppError 400 `bad-cursor` */
export async function presentDrafts(
	ctx: MailContext,
	ownerId: string,
	options: DraftListOptions,
): Promise<{ items: DraftSummary[]; total: number; nextCursor: string | null }> {
	const { rows, ...page } = await listRows(ctx.database, ownerId, options);
	const withFiles = await ctx.database.query<{ id: string }>(
		`select distinct draft_id as id from draft_attachments where owner_id = $1 and draft_id = any($2::uuid[]) and content_id is null`,
		[ownerId, rows.map(({ id }) => id)],
	);
	const attached = new Set(withFiles.map(({ id }) => id));
	const items: DraftSummary[] = [];
	for (const row of rows) items.push({ ...(await summaryOf(ctx, ownerId, row)), hasAttachments: attached.has(row.id) });
	return { ...page, items };
}

/** Messages that are on their way for longer are named. */
const DELAYED_MS = 5 * 60_000;
const MAX_DELAYED = 20;

/** What has not left. @param limit of the messages that are named */
export async function presentOutbox(
	ctx: MailContext,
	ownerId: string,
	limit = MAX_DELAYED,
): Promise<{ waiting: number; attention: number; delayed: DraftSummary[] }> {
	const before = new Date(ctx.now() - DELAYED_MS);
	const [rows, waiting, attention] = await Promise.all([
		listDelayed(ctx.database, ownerId, { before, limit }),
		countSection(ctx.database, ownerId, "sending"),
		countSection(ctx.database, ownerId, "attention"),
	]);
	return { waiting, attention, delayed: await Promise.all(rows.map((row) => summaryOf(ctx, ownerId, row))) };
}

/** Recipients on the suppression list. */
export async function suppressedAmong(
	ctx: Pick<MailContext, "database">,
	ownerId: string,
	{ to, cc, bcc }: DraftRecipients,
): Promise<string[]> {
	const addresses = [...to, ...cc, ...bcc].map(({ email }) => email);
	return addresses.length === 0 ? [] : [...(await findSuppressed(ctx.database, ownerId, addresses)).keys()];
}

async function summaryOf(ctx: MailContext, ownerId: string, row: DraftRow): Promise<DraftSummary> {
	const outgoing = await outgoingOf(ctx, ownerId, row);
	return {
		id: row.id,
		kind: row.kind,
		accountId: row.sender_id,
		emailId: row.email_id,
		...(isDamaged(row) ? { to: [], cc: [], bcc: [] } : row.recipients),
		subject: row.subject,
		preview: row.body_text
			.slice(0, PREVIEW * 2)
			.replace(/\s+/g, " ")
			.trim()
			.slice(0, PREVIEW),
		hasAttachments: false,
		state: stateOf(row, outgoing),
		sendAt: row.send_at?.toISOString() ?? null,
		problem: row.problem ?? problemOf(row, outgoing) ?? (await whyNeverSent(ctx, ownerId, row)),
		waiting: outgoing?.waiting ?? null,
		nextTryAt: outgoing?.nextTryAt ?? null,
		recipients: outgoing?.recipients ?? [],
		outgoingId: row.outgoing_id,
		copyProblem: row.copy_problem,
		isDamaged: isDamaged(row),
		version: row.version,
		updatedAt: row.updated_at.toISOString(),
	};
}

/** Why a message did not reach everybody, or may not have. */
export function problemOf({ state }: Pick<DraftRow, "state">, outgoing: Outgoing | null): string | null {
	if (outgoing !== null) return outgoing.explanation;
	if (state !== "sent") return null;
	return "The mailbox it was sent from was removed before everybody got it. Ask whether it arrived before you send it again.";
}

/** Why a scheduled message cannot leave when it is due. */
async function whyNeverSent(
	ctx: MailContext,
	ownerId: string,
	{ state, sender_id: id }: DraftRow,
): Promise<string | null> {
	if (state !== "scheduled") return null;
	const mailboxes = await ctx.database.query("select id from mail_accounts_v1 where owner_id = $1 and id = $2", [
		ownerId,
		id,
	]);
	return mailboxes.length > 0
		? null
		: "This message won't be sent: its mailbox was removed. Choose another mailbox to send from.";
}

/** Null: it was not handed over, or its mailbox was deleted since. */
export async function outgoingOf(
	ctx: MailContext,
	ownerId: string,
	{ outgoing_id: id }: Pick<DraftRow, "outgoing_id">,
): Promise<Outgoing | null> {
	if (id === null) return null;
	try {
		return await readOutgoing(ctx.database, ownerId, id);
	} catch {
		return null;
	}
}

function stateOf({ state }: DraftRow, outgoing: Outgoing | null): DraftState {
	if (state === "scheduled") return "scheduled";
	if (state !== "sent") return "editing";
	if (outgoing === null) return "failed";
	return outgoing.state === "queued" ? "sending" : outgoing.state;
}
