import { getDomain } from "tldts";
import type { Database } from "#kernel/database.ts";
import { selectorsIn } from "#kernel/domains.ts";
import { RECEIVED_ROLES } from "#kernel/mail.ts";
import { receivingServerOf } from "#kernel/mailbox.ts";
import type { MailContext } from "#kernel/module.ts";
import { readAuthResults, readFolderStats, type Sender } from "#kernel/own-mail.ts";
import { isResultOf } from "#kernel/parse.ts";
import { findPerson } from "#kernel/people.ts";
import { parseAuthResults } from "#shared/mail/auth-results.ts";
import { writeQuery } from "#shared/search/write.ts";
import type { OwnMail } from "../contract.ts";
import { type Finding, notChecked } from "./checks/finding.ts";
import type { KnownDomain } from "./checks/look-alike.ts";
import { readComplaints } from "./complaints.ts";

type Context = Pick<MailContext, "database" | "providers">;

/** Senders of a domain, and the latest messages of each, whose authentication is read. */
const READ_SENDERS = 20;
const READ_MESSAGES = 10;
/** Spam is judged as well. */
const ROLES = [...RECEIVED_ROLES, "spam", "trash"] as const;
const MAX_KNOWN_DOMAINS = 2_000;
const MAX_SELECTORS = 6;
/** With more failures than this part of the messages, something is wrong with the sender. */
const MANY_FAILURES = 0.1;

export interface OwnMailFacts {
	/** Null: the user has no mail of the sender. */
	mail: OwnMail | null;
	/** DKIM selectors of the domain's signatures. */
	selectors: string[];
	/** The name that the address last used; empty of a domain. */
	name: string;
	/** Received emails that the user has read. */
	read: number;
	/** With those in spam and trash. */
	bytes: number;
}

/**
 * What the user's own mail knows about a sender.
 * @param senders of a domain whose authentication is read
 */
export async function readOwnMail(
	ctx: Context,
	ownerId: string,
	sender: Sender,
	senders = READ_SENDERS,
): Promise<OwnMailFacts> {
	const { database } = ctx;
	const limits = { addresses: senders, messages: READ_MESSAGES, roles: ROLES };
	const [rows, headers, sent, { markedAsSpam, unsubscribedAt }] = await Promise.all([
		readFolderStats(database, ownerId, sender),
		readAuthResults(database, ownerId, sender, limits),
		countSent(database, ownerId, sender),
		readComplaints(database, ownerId, sender),
	]);
	const received = rows.filter(({ role }) => role !== "spam" && role !== "trash");
	const { authenticated, notAuthenticated } = await countAuthenticated(ctx, ownerId, headers);
	const selectors = new Set(headers.flatMap(({ results }) => selectorsIn(results ?? "", sender.domain)));
	const sum = (of: typeof rows, field: "count" | "read" | "bytes" = "count"): number =>
		of.reduce((total, row) => total + row[field], 0);
	const inSpam = sum(rows.filter(({ role }) => role === "spam"));
	const times = received.flatMap(({ first, last }) => [first.getTime(), last.getTime()]);
	const day = (time: number): string | null => (times.length === 0 ? null : new Date(time).toISOString());
	const isKnown = rows.length > 0 || sent > 0 || unsubscribedAt !== null;
	return {
		mail: isKnown
			? {
					...{ received: sum(received), inSpam, sent, authenticated, notAuthenticated },
					...{ markedAsSpam, unsubscribedAt: unsubscribedAt?.toISOString() ?? null },
					...{ firstSeen: day(Math.min(...times)), lastSeen: day(Math.max(...times)), search: searchOf(sender) },
				}
			: null,
		selectors: [...selectors].slice(0, MAX_SELECTORS),
		name: sender.address === null ? "" : (rows.toSorted((a, b) => b.last.getTime() - a.last.getTime())[0]?.name ?? ""),
		...{ read: sum(received, "read"), bytes: sum(rows, "bytes") },
	};
}

function searchOf({ address, domain }: Sender): string {
	return address === null
		? writeQuery({ kind: "domain", domain })
		: writeQuery({ kind: "address", field: "from", email: address });
}

async function countSent(database: Database, ownerId: string, { address, domain }: Sender): Promise<number> {
	if (address !== null) return (await findPerson(database, ownerId, address))?.sentCount ?? 0;
	const row = await database.one<{ sent: number }>(
		"select coalesce(sum(sent_count), 0)::int as sent from people_v1 where owner_id = $1 and organization = $2",
		[ownerId, getDomain(domain) ?? domain],
	);
	return row?.sent ?? 0;
}

/** Only results of the server that received the mail count: others may have come with the message (RFC 8601 §7.1). */
async function countAuthenticated(ctx: Context, ownerId: string, headers: Awaited<ReturnType<typeof readAuthResults>>) {
	let [authenticated, notAuthenticated] = [0, 0];
	const accounts = [...new Set(headers.map(({ accountId }) => accountId))];
	const receivers = new Map(
		await Promise.all(accounts.map(async (id) => [id, await receivingServerOf(ctx, ownerId, id)] as const)),
	);
	for (const { accountId, results } of headers) {
		const receiver = receivers.get(accountId) ?? null;
		const parsed = results === null ? null : parseAuthResults(results);
		if (receiver === null || parsed === null) continue;
		const { server, dmarc, dkim, spf } = parsed;
		if (!isResultOf(receiver, server)) continue;
		const verdict = (dmarc ?? dkim ?? spf)?.verdict;
		if (verdict === "pass") authenticated += 1;
		else if (verdict === "fail" || verdict === "softfail" || verdict === "permerror") notAuthenticated += 1;
	}
	return { authenticated, notAuthenticated };
}

/** Domains that the user has written to, most first. */
export function readKnownDomains(database: Database, ownerId: string): Promise<KnownDomain[]> {
	return database.query(
		`select organization as domain, sum(sent_count + received_count)::int as emails from people_v1
		where owner_id = $1 and organization <> '' and sent_count > 0
		group by organization order by sum(sent_count) desc, organization limit $2`,
		[ownerId, MAX_KNOWN_DOMAINS],
	);
}

/** How the sender has behaved in the user's own mailbox. */
export function judgeOwnMail(mail: OwnMail | null): Finding {
	if (mail === null) return notChecked("You have no email from this sender.");
	const { received, inSpam, sent, authenticated, notAuthenticated } = mail;
	const checked = authenticated + notAuthenticated;
	const results = checked === 0 ? "" : ` Of the latest ${checked}, ${authenticated} passed authentication.`;
	const detail = `${received} received, ${inSpam} in spam, ${sent} sent.${results}`;
	if (checked > 0 && authenticated === 0) return { state: "fail", detail };
	if (notAuthenticated > checked * MANY_FAILURES || inSpam > received) return { state: "warn", detail };
	return { state: "pass", detail };
}
