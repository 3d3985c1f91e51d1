import { buffer } from "node:stream/consumers";
import { isHardBounce } from "#shared/mail/enhanced-status.ts";
import { wishesNoMail } from "#shared/mail/opt-out.ts";
import { publish } from "../../platform/event-streams/publish.ts";
import type { MailContext } from "../context/context.ts";
import type { NewMail } from "../events/new-mail.ts";
import { mailBounced, mailReplied } from "../events/streams.ts";
import { markSent } from "./resolve.ts";
import { type Response, readResponse } from "./responses.ts";
import { ownAddresses } from "./senders.ts";
import { type OutgoingKey, type OutgoingRow, readRow } from "./store.ts";
import { suppress } from "./suppressions.ts";
import { emitBounced } from "./webhooks.ts";

/** How long responses to a sent message are looked for. */
const RESPONSE_DAYS = 90;
/** Without a Message-ID, a report is matched by its recipient for so long. */
const REPORT_DAYS = 7;
/** Delivery reports return a large message after their own parts. */
const MAX_BYTES = 256 * 1024;

interface Candidate {
	id: string;
	raw_sha256: string;
	folder_role: string;
	message_id: string | null;
	sender_email: string;
}

type ResponseKind = "reply" | "auto_reply" | "bounce" | "delay" | "complaint";

/** Recognizes replies to sent messages, automatic replies and delivery reports among new mail. */
export async function recognizeResponses(ctx: MailContext, mail: NewMail): Promise<void> {
	const { ownerId, accountId } = mail;
	if (!(await hasSentLately(ctx, mail))) return;
	await learnMessageIds(ctx, mail);
	const candidates = await ctx.database.query<Candidate>(
		`select id, raw_sha256, folder_role, message_id, sender_email from emails
		where owner_id = $1 and account_id = $2 and id = any($3::uuid[]) and raw_sha256 is not null and folder_role <> 'drafts'
		order by received_date, id`,
		[ownerId, accountId, mail.ids],
	);
	const own = await ownAddresses(ctx, ownerId);
	for (const candidate of candidates) {
		mail.signal.throwIfAborted();
		if (candidate.folder_role === "sent") await confirmCopy(ctx, mail, candidate);
		else await recognize(ctx, mail, candidate, own);
	}
}

async function hasSentLately(ctx: MailContext, { ownerId, accountId }: NewMail): Promise<boolean> {
	const since = new Date(ctx.now() - RESPONSE_DAYS * 86_400_000);
	const rows = await ctx.database.query(
		"select 1 from outgoing_messages where owner_id = $1 and account_id = $2 and created_at > $3 limit 1",
		[ownerId, accountId, since],
	);
	return rows.length > 0;
}

/** The copy in Sent shows the Message-ID that the provider has given the message. */
async function learnMessageIds(ctx: MailContext, { ownerId, accountId, ids }: NewMail): Promise<void> {
	await ctx.database.exec(
		`update outgoing_messages o set sent_message_id = e.message_id
		from emails e
		where e.owner_id = $1 and e.account_id = $2 and e.id = any($3::uuid[]) and e.message_id is not null
			and o.owner_id = e.owner_id and o.account_id = e.account_id and o.provider_id = e.provider_id
			and e.message_id <> coalesce(o.sent_message_id, o.message_id)`,
		[ownerId, accountId, ids],
	);
}

/** A copy in Sent proves that an uncertain message was sent. */
async function confirmCopy(ctx: MailContext, { ownerId, accountId }: NewMail, copy: Candidate): Promise<void> {
	if (copy.message_id === null) return;
	const id = await findOutgoing(ctx, ownerId, accountId, [copy.message_id]);
	if (id !== null) await confirm(ctx, { ownerId, accountId, id });
}

async function recognize(
	ctx: MailContext,
	{ ownerId, accountId }: NewMail,
	candidate: Candidate,
	own: ReadonlySet<string>,
): Promise<void> {
	const blob = await ctx.blobs.open(accountId, candidate.raw_sha256, { start: 0, end: MAX_BYTES });
	if (blob === null) return;
	const response = readResponse((await buffer(blob.body)).toString("latin1"), { own, now: ctx.now() });
	const kind = kindOf(response);
	const id = kind === null ? null : await outgoingOf(ctx, ownerId, accountId, response);
	if (kind === null || id === null) return;
	const key = { ownerId, accountId, id };
	// A reply or a report proves that an uncertain message was sent.
	await confirm(ctx, key);
	await ctx.database.transaction(async () => {
		const isNew = await recordResponse(ctx, key, { emailId: candidate.id, kind });
		if (!isNew) return;
		await applyResponse(ctx, key, { response, kind, sender: candidate.sender_email });
		await publishResponse(ctx, key, { response, kind, candidate });
	});
}

/** Null: it says nothing about the sent message, as a receipt, an answer to an invitation or the user's own copy. */
function kindOf({ report, incoming: { kind } }: Response): ResponseKind | null {
	if (kind === "person") return "reply";
	if (kind === "absence" || kind === "automatic") return "auto_reply";
	if (kind !== "report" || report === null) return null;
	return report.kind === "delivered" ? null : report.kind;
}

/** The message that is answered, by Message-ID, envelope id, or, for reports that name neither, by its recipient. */
async function outgoingOf(
	ctx: MailContext,
	ownerId: string,
	accountId: string,
	{ references, report }: Response,
): Promise<string | null> {
	const reported = report === null ? [] : [report.originalMessageId, report.envelopeId].filter((id) => id !== null);
	const found = await findOutgoing(ctx, ownerId, accountId, [...reported, ...references]);
	if (found !== null || report === null || report.originalMessageId !== null) return found;
	const since = new Date(ctx.now() - REPORT_DAYS * 86_400_000);
	const row = await ctx.database.one<{ outgoing_id: string }>(
		`select outgoing_id from outgoing_recipients
		where owner_id = $1 and account_id = $2 and address = any($3::text[]) and state = 'accepted' and updated_at > $4
		order by updated_at desc limit 1`,
		[ownerId, accountId, report.recipients.map(({ address }) => address), since],
	);
	return row?.outgoing_id ?? null;
}

/** @param messageIds in order of preference */
async function findOutgoing(
	ctx: MailContext,
	ownerId: string,
	accountId: string,
	messageIds: readonly string[],
): Promise<string | null> {
	if (messageIds.length === 0) return null;
	const rows = await ctx.database.query<{ id: string; message_id: string; sent_message_id: string | null }>(
		`select id, message_id, sent_message_id from outgoing_messages
		where owner_id = $1 and account_id = $2 and (message_id = any($3::text[]) or sent_message_id = any($3::text[]))`,
		[ownerId, accountId, messageIds],
	);
	const rank = ({ message_id, sent_message_id }: (typeof rows)[number]): number =>
		messageIds.findIndex((id) => id === message_id || id === sent_message_id);
	return rows.sort((a, b) => rank(a) - rank(b))[0]?.id ?? null;
}

async function confirm(ctx: MailContext, key: OutgoingKey): Promise<void> {
	const row: OutgoingRow | null = await readRow(ctx.database, key);
	if (row?.state === "uncertain") await markSent(ctx, key, row, null);
}

async function recordResponse(
	ctx: MailContext,
	{ ownerId, accountId, id }: OutgoingKey,
	{ emailId, kind }: { emailId: string; kind: ResponseKind },
): Promise<boolean> {
	const rows = await ctx.database.query(
		`insert into outgoing_responses (owner_id, account_id, email_id, outgoing_id, kind, responded_at)
		values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning email_id`,
		[ownerId, accountId, emailId, id, kind, new Date(ctx.now())],
	);
	return rows.length > 0;
}

async function applyResponse(
	ctx: MailContext,
	{ ownerId, accountId, id }: OutgoingKey,
	{ response: { report, subject, text }, kind, sender }: { response: Response; kind: ResponseKind; sender: string },
): Promise<void> {
	const now = new Date(ctx.now());
	const sent = await readRow(ctx.database, { ownerId, accountId, id });
	const isBulk = sent?.priority === "bulk";
	if (kind === "reply" && wishesNoMail({ subject, text, sentSubject: sent?.subject ?? null }))
		await suppress(ctx.database, ownerId, { target: sender, source: "unsubscribe", reason: "Asked by email" }, { now });
	for (const { address, action, status, diagnostic } of report?.recipients ?? []) {
		if (kind === "complaint")
			await suppress(ctx.database, ownerId, { target: address, source: "complaint", reason: diagnostic }, { now });
		if (kind !== "bounce" || action !== "failed") continue;
		const rows = await ctx.database.query(
			`update outgoing_recipients set state = 'bounced', status = $5, reply = $6, updated_at = $7
			where owner_id = $1 and account_id = $2 and outgoing_id = $3 and address = $4 returning address`,
			[ownerId, accountId, id, address, status, diagnostic, now],
		);
		// Forwarded mail bounces for addresses that no one wrote to.
		if (rows.length > 0 && isBulk && isHardBounce(status, diagnostic ?? ""))
			await suppress(ctx.database, ownerId, { target: address, source: "bounce", reason: diagnostic }, { now });
	}
}

async function publishResponse(
	ctx: MailContext,
	key: OutgoingKey,
	{
		response: { report },
		kind,
		candidate: { id: emailId, sender_email: from },
	}: { response: Response; kind: ResponseKind; candidate: Candidate },
): Promise<void> {
	const { ownerId, accountId, id: outgoingId } = key;
	const row = await readRow(ctx.database, key);
	if (row === null) return;
	const scope = { ownerId, orderingKey: accountId };
	const about = { accountId, outgoingId, messageId: row.sent_message_id ?? row.message_id, emailId };
	if (kind === "reply" || kind === "auto_reply")
		await publish(ctx.database, mailReplied, scope, { ...about, from, isAutomatic: kind === "auto_reply" });
	else if (kind !== "complaint") {
		const recipients = report?.recipients ?? [];
		await publish(ctx.database, mailBounced, scope, { ...about, recipients });
		const failed = recipients.filter(({ action }) => kind === "bounce" && action === "failed");
		await emitBounced({ database: ctx.database, key, row, now: new Date(ctx.now()) }, failed);
	}
}
