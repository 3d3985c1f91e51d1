import { AppError } from "#kernel/errors.ts";
import { mailBounced, mailReplied, mailSent, on, onNewMail, type Subscription } from "#kernel/events.ts";
import { openEmail } from "#kernel/messages.ts";
import type { MailContext } from "#kernel/module.ts";
import { hasUnsubscribed, ownAddresses, suppress } from "#kernel/send.ts";
import { ownWords } from "#kernel/summaries.ts";
import { newId } from "#shared/ids.ts";
import { addressKey } from "#shared/mail/address-key.ts";
import { preciseStatus } from "#shared/mail/enhanced-status.ts";
import type { Incoming as Decision } from "#shared/mail/incoming.ts";
import { wishesNoMail } from "#shared/mail/opt-out.ts";
import { tool } from "../tool.ts";
import { pauseAtBounces } from "./bounce-limit.ts";
import { finishIfDone } from "./finish.ts";
import { recordMessageResults } from "./message-results.ts";
import { proposeNextStep } from "./next-step/propose.ts";
import { type CampaignRow, endSequence, RECIPIENT, type RecipientRow, readCampaign, recordEvent } from "./rows.ts";
import { addWorkingDays } from "./sending-times.ts";
import { proposeTone } from "./set-tone.ts";
import { emitReply } from "./webhooks.ts";

/** What came back: replies, automatic replies, delivery reports. Each message is applied once. */

/** Without a date of return, the next message waits so many working days. */
const AWAY_DAYS = 5;
/** Temporary failures after which the address counts as bounced. */
const SOFT_BOUNCES = 2;
const DAY_MS = 86_400_000;
/** States in which a reply still changes something. */
const ANSWERABLE = ["waiting", "sending", "uncertain", "finished", "stopped"];

/** A received message. */
interface Incoming {
	emailId: string;
	from: string;
	/** Null: a person's. */
	program: Pick<Decision, "kind" | "until"> | null;
	preview: string;
	/** What its sender wrote; as much of it as the preview has, where the rest cannot be read now. */
	text: string;
	receivedAt: Date;
	/** It asks for no more mail. */
	isUnsubscribe: boolean;
}

/** Follows what the kernel reports about messages of campaigns. */
export const outgoingSignals: Subscription<MailContext> = {
	name: `${tool.id}.signals`,
	handlers: [
		on(mailSent, async (ctx: MailContext, events, { ownerId }) => {
			const outgoingIds = events.map(({ payload }) => payload.outgoingId);
			await recordMessageResults(ctx, ownerId, outgoingIds);
		}),
		on(mailReplied, async (ctx: MailContext, events, { ownerId }) => {
			for (const { payload } of events) {
				const found = await recipientOf(ctx, ownerId, payload.outgoingId);
				const incoming = await readIncoming(ctx, ownerId, payload.emailId);
				if (found === null || incoming === null) continue;
				await recordMessageResults(ctx, ownerId, [payload.outgoingId]);
				await applyReply(ctx, ownerId, found.id, incoming);
			}
		}),
		on(mailBounced, async (ctx: MailContext, events, { ownerId }) => {
			for (const { payload } of events)
				for (const report of payload.recipients) await applyReport(ctx, ownerId, { ...payload, report });
		}),
	],
};

/** Replies that refer to no message are recognized by their sender. */
export const newMailSignals: Subscription<MailContext> = onNewMail(`${tool.id}.senders`, async (ctx, mail) => {
	const rows = await ctx.database.query<{ emailId: string; recipientId: string }>(
		`select m.id as "emailId", r.id as "recipientId" from mail_messages_v1 m
		join campaign_recipients r on r.owner_id = m.owner_id and lower(r.email) = lower(m.sender_email)
		where m.owner_id = $1 and m.account_id = $2 and m.id = any($3::uuid[]) and coalesce(m.list_key, '') = ''
			and m.folder_role not in ('sent', 'drafts', 'trash') and not lower(m.sender_email) = any($5::text[]) and r.state = any($4::text[])
			and exists (select 1 from campaign_messages s
				where s.owner_id = r.owner_id and s.recipient_id = r.id and s.handed_over_at <= m.received_date)`,
		[mail.ownerId, mail.accountId, mail.ids, ANSWERABLE, [...(await ownAddresses(ctx, mail.ownerId))]],
	);
	for (const { emailId, recipientId } of rows) {
		mail.signal.throwIfAborted();
		const incoming = await readIncoming(ctx, mail.ownerId, emailId);
		if (incoming !== null) await applyReply(ctx, mail.ownerId, recipientId, incoming);
	}
});

async function recipientOf(ctx: MailContext, ownerId: string, outgoingId: string) {
	const row = await ctx.database.one<{ id: string; campaignId: string; step: number }>(
		`select recipient_id as id, campaign_id as "campaignId", step from campaign_messages
		where owner_id = $1 and outgoing_id = $2`,
		[ownerId, outgoingId],
	);
	return row ?? null;
}

async function readIncoming(ctx: MailContext, ownerId: string, emailId: string): Promise<Incoming | null> {
	const row = await ctx.database.one<{
		subject: string;
		from: string;
		preview: string;
		program: Decision | null;
		receivedAt: Date;
	}>(
		`select subject, sender_email as "from", body_preview as preview, incoming as program, received_date as "receivedAt"
		from mail_messages_v1 where owner_id = $1 and id = $2`,
		[ownerId, emailId],
	);
	if (row === undefined) return null;
	const { subject, ...incoming } = row;
	const text = row.program === null ? await wordsOf(ctx, ownerId, emailId) : "";
	// Of an answer that refers to a sent message, the kernel has read the whole text.
	const isUnsubscribe = wishesNoMail({ subject, text: row.preview, sentSubject: null });
	return { ...incoming, emailId, isUnsubscribe, text: text ?? row.preview };
}

/** Null: the body cannot be read now; what is stored of it decides. */
async function wordsOf(ctx: MailContext, ownerId: string, emailId: string): Promise<string | null> {
	try {
		return ownWords(await openEmail(ctx, ownerId, emailId));
	} catch (cause) {
		if (cause instanceof AppError) return null;
		throw cause;
	}
}

/** A message from a recipient, or an answer to a message of the campaign. */
async function applyReply(ctx: MailContext, ownerId: string, recipientId: string, incoming: Incoming): Promise<void> {
	const { database } = ctx;
	const now = new Date(ctx.now());
	const isOptOut =
		incoming.program === null && (incoming.isUnsubscribe || (await hasUnsubscribed(database, ownerId, incoming.from)));
	const campaignId = await database.transaction(async () => {
		const recipient = await lockRecipient(ctx, ownerId, recipientId);
		if (recipient === null) return null;
		const campaign = await readCampaign(database, ownerId, recipient.campaignId, {});
		const about = { ownerId, campaignId: campaign.id, recipientId, id: newId(now.getTime()) };
		const event = { ...about, emailId: incoming.emailId, detail: incoming.preview, at: incoming.receivedAt };
		if (incoming.program !== null) {
			await applyAutomatic(ctx, { event, recipient, campaign, program: incoming.program });
			return null;
		}
		const kind = isOptOut ? "unsubscribed" : "replied";
		const step = await lastStep(ctx, ownerId, recipient);
		const isNew = await recordEvent(database, { ...event, step, kind });
		if (isNew && kind === "replied") {
			const { emailId, receivedAt, text } = incoming;
			await emitReply(ctx, { ownerId, recipientId, step, emailId, receivedAt });
			await proposeTone(ctx, { ownerId, recipientId, step, emailId, text, receivedAt });
			await proposeNextStep(ctx, { ownerId, recipientId, from: incoming.from, text, receivedAt });
		}
		// The kernel may read the wish only after the sender was recognized.
		const isOpen = ANSWERABLE.includes(recipient.state) || (isOptOut && recipient.state === "replied");
		if (!isNew || !isOpen) return null;
		await endSequence(database, { ownerId, id: recipientId, state: kind, now });
		if (isOptOut) {
			const entry = { target: recipient.email, source: "unsubscribe" as const, reason: "Asked by email" };
			await suppress(database, ownerId, entry, { now });
		} else if (campaign.stopsOrganization) await stopColleagues(ctx, ownerId, recipient);
		return campaign.id;
	});
	if (campaignId !== null) await finishIfDone(ctx, ownerId, campaignId);
}

/** The last message that the recipient got: steps may have been skipped. */
async function lastStep({ database }: MailContext, ownerId: string, { id, nextStep }: RecipientRow): Promise<number> {
	const row = await database.one<{ step: number | null }>(
		"select max(step) as step from campaign_messages where owner_id = $1 and recipient_id = $2 and step < $3",
		[ownerId, id, Math.max(1, nextStep)],
	);
	return row?.step ?? 0;
}

async function lockRecipient(ctx: MailContext, ownerId: string, id: string) {
	const row = await ctx.database.one<RecipientRow>(
		`select ${RECIPIENT} from campaign_recipients r where r.owner_id = $1 and r.id = $2 for update`,
		[ownerId, id],
	);
	return row ?? null;
}

interface Automatic {
	event: {
		ownerId: string;
		campaignId: string;
		recipientId: string;
		id: string;
		emailId: string;
		detail: string;
		at: Date;
	};
	recipient: RecipientRow;
	campaign: CampaignRow;
	program: Pick<Decision, "kind" | "until">;
}

/** An absence moves the next message to the working day after it; what else programs write changes nothing. */
async function applyAutomatic(ctx: MailContext, { event, recipient, campaign, program }: Automatic): Promise<void> {
	const { ownerId } = event;
	if (program.kind !== "absence" && program.kind !== "automatic") return;
	const now = ctx.now();
	const away = program.kind === "absence";
	const named = program.until === null || Date.parse(program.until) < now - DAY_MS ? null : Date.parse(program.until);
	const isNew = await recordEvent(ctx.database, { ...event, kind: away ? "away" : "auto_replied" });
	if (!isNew || !away) return;
	const zone = recipient.timeZone ?? campaign.timeZone;
	// Noon, so that the day is the same in nearly all zones.
	const until = named === null ? addWorkingDays(now, AWAY_DAYS, zone) : named + 12 * 3_600_000;
	const resumes = new Date(named === null ? until : addWorkingDays(until, 1, zone));
	await ctx.database.exec(
		`update campaign_recipients set next_at = greatest(next_at, $3), away_until = $4, changed_at = $5
		where owner_id = $1 and id = $2 and state = 'waiting' and next_at is not null`,
		[ownerId, recipient.id, resumes, new Date(until), new Date(now)],
	);
}

/** Others of the same organization in the campaign get nothing further. */
async function stopColleagues(
	ctx: MailContext,
	ownerId: string,
	{ id, campaignId, organization, email }: RecipientRow,
): Promise<void> {
	if (organization === "") return;
	const now = new Date(ctx.now());
	const reason = `${email} replied`;
	const rows = await ctx.database.query<{ id: string }>(
		`update campaign_recipients set state = 'stopped', reason = $5, next_at = null, away_until = null, changed_at = $6
		where owner_id = $1 and campaign_id = $2 and organization = $3 and id <> $4 and state = 'waiting' returning id`,
		[ownerId, campaignId, organization, id, reason, now],
	);
	for (const row of rows) {
		const event = { ownerId, campaignId, recipientId: row.id, id: newId(now.getTime()), detail: reason, at: now };
		await recordEvent(ctx.database, { ...event, kind: "stopped" });
	}
}

interface Report {
	outgoingId: string;
	emailId: string;
	report: {
		address: string;
		action: "failed" | "delayed" | "delivered";
		status: string | null;
		diagnostic: string | null;
	};
}

/** A delivery report: an address that does not work ends the sequence, a full mailbox only the second time. */
async function applyReport(ctx: MailContext, ownerId: string, { outgoingId, emailId, report }: Report): Promise<void> {
	if (report.action === "delivered") return;
	const message = await recipientOf(ctx, ownerId, outgoingId);
	if (message === null) return;
	await recordMessageResults(ctx, ownerId, [outgoingId]);
	const { database } = ctx;
	const now = new Date(ctx.now());
	const ended = await database.transaction(async () => {
		const recipient = await lockRecipient(ctx, ownerId, message.id);
		// What they forward their mail to is not the address that was written to.
		if (recipient === null || addressKey(recipient.email) !== addressKey(report.address)) return false;
		const isSoft = report.action === "failed" && isTemporary(report);
		const kind = report.action === "delayed" ? "delayed" : isSoft ? "soft_bounced" : "bounced";
		const detail = [report.status, report.diagnostic].filter((part) => part !== null).join(" ") || null;
		const event = { ownerId, campaignId: message.campaignId, recipientId: message.id, id: newId(now.getTime()) };
		const isNew = await recordEvent(database, { ...event, kind, step: message.step, emailId, detail, at: now });
		if (!isNew || kind === "delayed") return false;
		await database.exec("update campaign_messages set state = 'bounced' where owner_id = $1 and outgoing_id = $2", [
			ownerId,
			outgoingId,
		]);
		if (isSoft && (await softBounces(ctx, ownerId, message.id)) < SOFT_BOUNCES) return false;
		if (!ANSWERABLE.includes(recipient.state)) return false;
		await endSequence(database, { ownerId, id: message.id, state: "bounced", reason: detail, now });
		return true;
	});
	if (!ended) return;
	await pauseAtBounces(ctx, { ownerId, campaignId: message.campaignId });
	await finishIfDone(ctx, ownerId, message.campaignId);
}

/** A full mailbox, and what code or words of the report call temporary (RFC 3463 §2). */
function isTemporary({ status, diagnostic }: Report["report"]): boolean {
	const precise = preciseStatus(status, diagnostic ?? "");
	return precise !== null && (precise.startsWith("4.") || precise === "5.2.2");
}

async function softBounces(ctx: MailContext, ownerId: string, recipientId: string): Promise<number> {
	const row = await ctx.database.one<{ count: number }>(
		`select count(*)::int as count from campaign_events
		where owner_id = $1 and recipient_id = $2 and kind = 'soft_bounced'`,
		[ownerId, recipientId],
	);
	return row?.count ?? 0;
}
