import { createHash } from "node:crypto";
import { badRequest, conflict } from "#kernel/errors.ts";
import { fetchMissing, readCalendar, readStored, type StoredEmail } from "#kernel/messages.ts";
import type { MailContext } from "#kernel/module.ts";
import { listSenders, type Sender, sendMail } from "#kernel/send.ts";
import { softwareName } from "#shared/brand.ts";
import { writeAnswer } from "#shared/calendar/answer.ts";
import type { Invitation } from "#shared/calendar/invitation.ts";
import type { Answer } from "#shared/calendar/status.ts";
import type { InvitationView } from "../contract.ts";
import { tool } from "../tool.ts";
import { readAnswer, saveAnswer } from "./store.ts";

/** The event that a message is about; null: none that can be read. @throws AppError as `readStored`, `fetchMissing` and `readCalendar` do */
export async function presentInvitation(ctx: MailContext, ownerId: string, id: string): Promise<InvitationView | null> {
	const message = await fetchMissing(ctx, ownerId, await readStored(ctx.database, ownerId, id));
	const invitation = await readCalendar(ctx, ownerId, message);
	return invitation && present(ctx, ownerId, message, invitation);
}

/** Attendees in a reply. */
const MAX_ATTENDEES = 500;

async function present(
	ctx: MailContext,
	ownerId: string,
	message: StoredEmail,
	invitation: Invitation,
): Promise<InvitationView> {
	const { method, summary, location, start, end, recurrence, organizer, attendees } = invitation;
	const sender = await senderOf(ctx, ownerId, message, invitation);
	const isQuestion = method === "request" && organizer !== null && message.folder !== "sent";
	const given = isQuestion ? await readAnswer(ctx.database, ownerId, keyOf(invitation)) : null;
	const answer = given !== null && given.sequence >= invitation.sequence ? given : null;
	return {
		...{ method, summary, location, start, end, recurrence, organizer },
		attendees: attendees.slice(0, MAX_ATTENDEES),
		attendeeCount: attendees.length,
		attendee: isQuestion ? (sender?.email ?? null) : null,
		obstacle: isQuestion && sender !== null ? sender.obstacle : null,
		answer: answer?.answer ?? null,
		answeredAt: answer?.answered_at.toISOString() ?? null,
	};
}

/** The mailbox that was invited, and answers; else, for an invitation through a list, the one with the message. */
async function senderOf(
	ctx: MailContext,
	ownerId: string,
	{ accountId }: StoredEmail,
	{ attendees }: Invitation,
): Promise<Sender | null> {
	const senders = await listSenders(ctx, ownerId);
	const invited = new Set(attendees.map(({ email }) => email.toLowerCase()));
	const isInvited = ({ email }: Sender) => email !== null && invited.has(email.toLowerCase());
	const own = senders.find((one) => one.accountId === accountId);
	if (own !== undefined && isInvited(own)) return own;
	return senders.find((one) => isInvited(one) && one.obstacle === null) ?? own ?? null;
}

/** The event, or one date of a series. */
function keyOf({ uid, answered }: Invitation): string {
	const date = answered.find((line) => line.startsWith("RECURRENCE-ID")) ?? "";
	return createHash("sha256").update(`${uid}\n${date}`).digest("base64url");
}

const WORDS: Record<Answer, { subject: string; sentence: string }> = {
	accepted: { subject: "Accepted", sentence: "has accepted this invitation" },
	tentative: { subject: "Tentative", sentence: "has tentatively accepted this invitation" },
	declined: { subject: "Declined", sentence: "has declined this invitation" },
};

/**
 * Sends an answer to the organizer (RFC 6047), and remembers it. A later answer replaces it.
 * @throws AppError 400 `no-invitation`, 404, 409 `cannot-send`, 422 `message-too-complex`
 */
export async function answerInvitation(
	ctx: MailContext,
	{ ownerId, id, answer, userName }: { ownerId: string; id: string; answer: Answer; userName: string },
): Promise<InvitationView> {
	const message = await fetchMissing(ctx, ownerId, await readStored(ctx.database, ownerId, id));
	const invitation = await readCalendar(ctx, ownerId, message);
	const organizer = invitation?.organizer ?? null;
	if (invitation === null || organizer === null || invitation.method !== "request")
		throw badRequest("no-invitation", "This message has no invitation that can be answered.");
	const sender = await senderOf(ctx, ownerId, message, invitation);
	if (sender === null || sender.email === null || sender.obstacle !== null)
		throw conflict("cannot-send", sender?.obstacle ?? "Connect a mailbox to answer invitations.");
	const attendee = invitation.attendees.find(({ email }) => email.toLowerCase() === sender.email?.toLowerCase());
	// Never the invitation's: its sender would choose what the user calls themselves.
	const name = userName;
	const now = new Date(ctx.now());
	const key = keyOf(invitation);
	const calendar = writeAnswer(invitation, {
		...{ answer, now, product: softwareName },
		attendee: { name, email: attendee?.email ?? sender.email },
	});
	const { subject, sentence } = WORDS[answer];
	await ctx.database.transaction(async () => {
		const attempt = await saveAnswer(ctx.database, {
			...{ ownerId, event_key: key, sequence: invitation.sequence, email_id: id, answer, answered_at: now },
			attendee: sender.email ?? "",
		});
		await sendMail(ctx, {
			...{ ownerId, accountId: sender.accountId, priority: "interactive", to: [organizer] },
			idempotencyKey: `${tool.id}/invitation/${key}/${attempt}`,
			...(name !== "" && { fromName: name }),
			message: {
				subject: `${subject}: ${invitation.summary}`,
				text: `${name || sender.email} ${sentence}: ${invitation.summary}\n`,
				alternatives: [{ contentType: "text/calendar; method=REPLY; charset=UTF-8", content: calendar }],
			},
			...(message.messageId !== null && { thread: { inReplyTo: message.messageId } }),
		});
	});
	return present(ctx, ownerId, message, invitation);
}
