import { getDomain } from "tldts";
import type { NewMail } from "#kernel/events.ts";
import type { MailContext } from "#kernel/module.ts";
import { domainOf } from "#shared/mail/addresses.ts";
import { outcome } from "./outcome.ts";

/** Lists may reply to an unsubscribe email: how long to watch for replies from the address it was sent to. */
const REPLY_DAYS = 7;

/** Subjects of confirmation requests by list managers (Mailman, ezmlm, mlmmj, LISTSERV), in several languages. */
const CONFIRMATION_REQUEST =
	/^\s*(?:re:\s*)?(?:\[[^\]]*\]\s*)?(?:confirm\b|please confirm|command confirmation|confirmation (?:request|required|needed)|bitte bestätig|veuillez confirmer|confirmez|confirma\b|confirme\b|conferma\b|bevestig|potwierd|bekräfta|bekræft)/iu;

/** Subjects that confirm the removal. */
const REMOVAL_CONFIRMATION =
	/\b(?:(?:been|successfully|are now|now) (?:unsubscribed|removed)|unsubscribe[d]? (?:confirmation|successful(?:ly)?)|unsubscription (?:confirmed|successful)|goodbye from)\b|\b(?:abgemeldet|ausgetragen|désinscri(?:t|te|ption (?:confirmée|réussie))|desuscrit[oa]|cancellazione confermata|uitgeschreven|wypisan[ya])\b/iu;

interface Candidate {
	id: string;
	subject: string;
	sender_email: string;
	attempt_id: string;
	address: string;
}

/** Finds replies of lists among new mail and records them on the attempts. */
export async function recordReplies(
	{ database, now }: Pick<MailContext, "database" | "now">,
	mail: NewMail,
): Promise<void> {
	const candidates = await database.query<Candidate>(
		`select e.id, e.subject, e.sender_email, a.id as attempt_id, a.address
		from unsubscribe_attempts a join mail_messages_v1 e on e.owner_id = a.owner_id and e.account_id = a.account_id
		where a.owner_id = $1 and a.account_id = $2 and e.id = any($3::uuid[]) and a.method = 'mailto' and a.state = 'requested'
			and e.folder_role not in ('sent', 'drafts') and e.received_date >= a.requested_at - interval '1 minute'
			and e.received_date < a.requested_at + interval '${REPLY_DAYS} days'
		order by e.received_date`,
		[mail.ownerId, mail.accountId, mail.ids],
	);
	for (const { id, subject, sender_email: sender, attempt_id: attemptId, address } of candidates) {
		if (organizationOf(sender) !== organizationOf(address)) continue;
		const result = CONFIRMATION_REQUEST.test(subject)
			? NEEDS_CONFIRMATION
			: REMOVAL_CONFIRMATION.test(subject)
				? CONFIRMED
				: null;
		if (result === null) continue;
		await database.exec(
			`update unsubscribe_attempts set state = $4, reason = $5, explanation = $6, response_text = $7, responded_at = $8, email_id = $9
			where owner_id = $1 and account_id = $2 and id = $3 and state = 'requested'`,
			[
				...[mail.ownerId, mail.accountId, attemptId],
				...[result.state, result.reason, result.explanation, subject.slice(0, 300), new Date(now()), id],
			],
		);
	}
}

const NEEDS_CONFIRMATION = outcome("needs_action", "confirmation-requested");
const CONFIRMED = outcome("confirmed", "confirmed-by-reply");

function organizationOf(email: string): string {
	const domain = domainOf(email);
	return getDomain(domain, { allowPrivateDomains: true }) ?? domain;
}
