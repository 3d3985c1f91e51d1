import type { Database } from "#kernel/database.ts";
import { selectorsIn } from "#kernel/domains.ts";
import { RECEIVED_ROLES } from "#kernel/mail.ts";
import { findSuppressed } from "#kernel/send.ts";
import { outcomeOf } from "./smtp/outcome.ts";

/** What the user's own mail and sending know about an address. */
export interface OwnMail {
	/** Last message from the address, spam and trash aside. */
	lastWrote: Date | null;
	/** How the last message to the address ended, where the address was the problem. */
	bounce: { reason: BounceReason; reply: string | null; at: Date } | null;
	/** On the user's suppression list; the text says why, if known. */
	suppressed: { reason: string | null } | null;
}

export type BounceReason = "mailbox-not-found" | "mailbox-disabled" | "mailbox-full" | "bounced";

/** Reads what is known about addresses. @param addresses in lower case */
export async function readOwnMail(
	database: Database,
	ownerId: string,
	addresses: readonly string[],
): Promise<(address: string) => OwnMail> {
	const [senders, results, suppressed] = await Promise.all([
		database.query<{ address: string; at: Date }>(
			`select e.address, max(s.last_date) as at
			from mail_accounts_v1 a cross join unnest($2::text[]) as e (address)
			join mail_sender_stats_v1 s on s.owner_id = $1 and s.account_id = a.id and s.sender_email = e.address
			where a.owner_id = $1 and s.folder_role = any($3::text[]) group by e.address`,
			[ownerId, addresses, RECEIVED_ROLES],
		),
		database.query<{ address: string; state: string; status: string | null; reply: string | null; at: Date }>(
			`select distinct on (address) address, state, status, reply, updated_at as at from mail_outgoing_recipients_v1
			where owner_id = $1 and address = any($2::text[]) and state in ('accepted', 'bounced', 'rejected')
			order by address, updated_at desc`,
			[ownerId, addresses],
		),
		findSuppressed(database, ownerId, addresses),
	]);
	const wrote = new Map(senders.map(({ address, at }) => [address, at]));
	const ended = new Map(results.map((row) => [row.address, row]));
	return (address) => {
		const last = ended.get(address);
		const reason = last === undefined || last.state === "accepted" ? null : bounceReason(last.status, last.reply);
		return {
			lastWrote: wrote.get(address) ?? null,
			bounce: last === undefined || reason === null ? null : { reason, reply: last.reply, at: last.at },
			suppressed: suppressed.has(address) ? { reason: suppressed.get(address) ?? null } : null,
		};
	};
}

/**
 * What an enhanced status code (RFC 3463) and the server's words say about the address; null: they say something else, such
 * as that the message was refused for its content, or there were too many.
 */
export function bounceReason(status: string | null, reply: string | null): BounceReason | null {
	if (status === null) return null;
	const words = status.startsWith("5") ? outcomeOf({ code: 550, text: `${status} ${reply ?? ""}` }) : null;
	const isCodeAlone = /^5\.(?:1\.(?:1|6|10)|2\.1)$/.test(status);
	if (words === "busy" || (words === "refused" && isCodeAlone)) return null;
	if (words === "mailbox-full") return "mailbox-full";
	if (/^[45]\.2\.2$/.test(status)) return "mailbox-full";
	if (/^5\.2\.1$/.test(status)) return "mailbox-disabled";
	if (/^5\.1\.[16]$/.test(status)) return "mailbox-not-found";
	return /^5\.(?:1\.[02-5]|1\.10|4\.4)$/.test(status) ? "bounced" : null;
}

/** One message of a sender of a domain. */
interface Example {
	accountId: string;
	address: string;
}

/**
 * DKIM selectors of mail that the user received, by the domain that signed. They are only where to look for keys: that
 * a signature was valid is not taken from here.
 */
export async function createSeenSelectors(
	database: Database,
	ownerId: string,
): Promise<(domain: string) => Promise<string[]>> {
	const rows = await database.query<Example & { domain: string }>(
		`select distinct on (split_part(sender_email, '@', 2)) split_part(sender_email, '@', 2) as domain,
			account_id as "accountId", sender_email as address
		from mail_sender_stats_v1 where owner_id = $1 and folder_role = any($2::text[])
		order by split_part(sender_email, '@', 2), last_date desc, account_id, sender_email`,
		[ownerId, RECEIVED_ROLES],
	);
	const examples = new Map(rows.map((row) => [row.domain, row]));
	return async (domain) => {
		const example = examples.get(domain);
		if (example === undefined) return [];
		const [row] = await database.query<{ results: string | null }>(
			`select headers ->> 'authentication-results' as results from mail_messages_v1
			where owner_id = $1 and account_id = $2 and sender_email = $3 and folder_role = any($4::text[])
			order by received_date desc, id desc limit 1`,
			[ownerId, example.accountId, example.address, RECEIVED_ROLES],
		);
		return selectorsIn(row?.results ?? "", domain);
	};
}
