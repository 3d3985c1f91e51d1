import MailComposer from "nodemailer/lib/mail-composer";
import { AppError } from "#server/errors.ts";
import type { MailContext } from "#server/mail/context/context.ts";
import {
	AuthExpired,
	CannotConnect,
	NotFound,
	RateLimited,
	ReadOnly,
	Unavailable,
	Unsupported,
} from "#server/mail/provider/errors.ts";
import { openSession } from "#server/mail/sessions/session.ts";
import { type Outcome, outcome } from "../attempts/outcome.ts";
import { sentences } from "../attempts/reasons.ts";
import type { UnsubscribeMessage } from "../methods/mailto.ts";

/** Failures whose message is suitable for users. */
const SAYINGS = [AppError, AuthExpired, CannotConnect, NotFound, RateLimited, ReadOnly, Unavailable, Unsupported];

/** The mailbox to send from. */
export interface SentFrom {
	ownerId: string;
	accountId: string;
	email: string;
}

/** The message (RFC 5322), from the user's address. */
export function compose(from: string, { to, subject, body }: UnsubscribeMessage, date: Date): Promise<Buffer> {
	const message = new MailComposer({
		// Objects, so that an address cannot be parsed as several.
		from: { name: "", address: from },
		to: { name: "", address: to },
		subject,
		text: body,
		date,
		disableFileAccess: true,
		disableUrlAccess: true,
	});
	return message.compile().build();
}

/** Sends the unsubscribe message from the user's own mailbox. The mail server's reply is recorded in the attempt log. */
export async function sendUnsubscribeMessage(
	ctx: MailContext,
	{ ownerId, accountId, email }: SentFrom,
	unsubscribeMessage: UnsubscribeMessage,
): Promise<Outcome> {
	const raw = await compose(email, unsubscribeMessage, new Date(ctx.now()));
	try {
		const { session } = await openSession(ctx, ownerId, accountId);
		try {
			await session.send?.(raw);
		} finally {
			await session.close();
		}
		return outcome("requested", "sent");
	} catch (cause) {
		if (!SAYINGS.some((kind) => cause instanceof kind)) throw cause;
		ctx.log.info({ err: cause, account: accountId }, "a mail that leaves a list was not sent");
		return outcome("failed", "not-sent", { explanation: `${sentences["not-sent"]} ${(cause as Error).message}` });
	}
}
