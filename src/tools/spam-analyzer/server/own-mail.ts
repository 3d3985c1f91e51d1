import { getDomain } from "tldts";
import type { Database } from "#kernel/database.ts";
import { selectorsIn } from "#kernel/domains.ts";
import { receivingServerOf } from "#kernel/mailbox.ts";
import type { MailContext } from "#kernel/module.ts";
import { findPerson } from "#kernel/people.ts";
import { parseAuthResults } from "#shared/mail/auth-results.ts";
import { writeQuery } from "#shared/search/write.ts";
import type { OwnMail } from "../contract.ts";
import { type Finding, notChecked } from "./checks/finding.ts";
import type { KnownDomain } from "./checks/look-alike.ts";
import { readComplaints } from "./complaints.ts";
import type { Sender } from "./sender.ts";

type Context = Pick<MailContext, "database" | "providers">;

/** Senders of a domain, and the latest messages of each, whose authentication is read. */
const READ_SENDERS = 20;
const READ_MESSAGES = 10;
const MAX_KNOWN_DOMAINS = 2_000;
const MAX_SELECTORS = 6;
/** With more failures than this part of the messages, something is wrong with the sender. */
const MANY_FAILURES = 0.1;

export interface OwnMailFacts {
	/** Null: the user has no mail of the sender. */
	mail: OwnMail | null;
	/** DKIM selectors of the domain's signatures. */
	selectors: string[];
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
	const [rows, latest, sent, { markedAsSpam, unsubscribedAt }] = await Promise.all([
		readStats(database, ownerId, sender),
		readLatest(database, ownerId, sender, senders),
		countSent(database, ownerId, sender),
		readComplaints(database, ownerId, sender),
	]);
	const received = rows.filter(({ role }) => role !== "spam" && role !== "trash");
	const headers = await readHeaders(database, ownerId, latest);
	const { authenticated, notAuthenticated } = await countAuthenticated(ctx, ownerId, headers);
	const selectors = new Set(headers.flatMap(({ results }) => selectorsIn(results ?? "", sender.domain)));
	const sum = (of: readonly RoleRow[]): number => of.reduce((total, { count }) => total + count, 0);
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
	};
}

function searchOf({ address, domain }: Sender): string {
	return address === null
		? writeQuery({ kind: "domain", domain })
		: writeQuery({ kind: "address", field: "from", email: address });
}

/** Mail of a sender in one kind of folder. */
interface RoleRow {
	role: string;
	count: number;
	first: Date;
	last: Date;
}

/** The sender's rows of the statistics `s`: of the address, or of the domain with its subdomains, as the search finds. */
function statsOf({ address, domain }: Sender): { from: string; value: string } {
	const from = `from mail_accounts_v1 a join mail_sender_stats_v1 s on s.owner_id = $1 and s.account_id = a.id
		where a.owner_id = $1 and s.email_count > 0`;
	return address === null
		? {
				from: `${from} and ('.' || split_part(s.sender_email, '@', 2)) like '%.' || $2`,
				value: domain.replace(/[\\%_]/g, "\\$&"),
			}
		: { from: `${from} and s.sender_email = $2`, value: address };
}

function readStats(database: Database, ownerId: string, sender: Sender): Promise<RoleRow[]> {
	const { from, value } = statsOf(sender);
	return database.query(
		`select s.folder_role as role, sum(s.email_count)::int as count, min(s.first_date) as first, max(s.last_date) as last
		${from} group by s.folder_role`,
		[ownerId, value],
	);
}

interface LatestRow {
	accountId: string;
	address: string;
}

/** The senders that wrote last. */
function readLatest(database: Database, ownerId: string, sender: Sender, senders: number): Promise<LatestRow[]> {
	const { from, value } = statsOf(sender);
	return database.query(
		`select s.account_id as "accountId", s.sender_email as address ${from}
		group by 1, 2 order by max(s.last_date) desc, 1, 2 limit $3`,
		[ownerId, value, senders],
	);
}

async function countSent(database: Database, ownerId: string, { address, domain }: Sender): Promise<number> {
	if (address !== null) return (await findPerson(database, ownerId, address))?.sentCount ?? 0;
	const [row] = await database.query<{ sent: number }>(
		"select coalesce(sum(sent_count), 0)::int as sent from people_v1 where owner_id = $1 and organization = $2",
		[ownerId, getDomain(domain) ?? domain],
	);
	return row?.sent ?? 0;
}

interface HeaderRow {
	accountId: string;
	results: string | null;
}

function readHeaders(database: Database, ownerId: string, latest: readonly LatestRow[]): Promise<HeaderRow[]> {
	if (latest.length === 0) return Promise.resolve([]);
	return database.query(
		`select m.account_id as "accountId", m.headers ->> 'authentication-results' as results
		from unnest($2::uuid[], $3::text[]) as s (account_id, address) cross join lateral (
			select e.account_id, e.headers from mail_messages_v1 e
			where e.owner_id = $1 and e.account_id = s.account_id and e.sender_email = s.address
				and e.folder_role not in ('sent', 'drafts')
			order by e.received_date desc limit ${READ_MESSAGES}
		) m`,
		[ownerId, latest.map(({ accountId }) => accountId), latest.map(({ address }) => address)],
	);
}

/** Only results of the server that received the mail count: others may have come with the message (RFC 8601 §7.1). */
async function countAuthenticated(ctx: Context, ownerId: string, headers: readonly HeaderRow[]) {
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
		if (server === "" ? !receiver.isUnnamed : !receiver.domains.includes(getDomain(server) ?? "")) continue;
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
	if (mail === null) return notChecked("You have no mail of this sender.");
	const { received, inSpam, sent, authenticated, notAuthenticated } = mail;
	const checked = authenticated + notAuthenticated;
	const results = checked === 0 ? "" : ` Of the latest ${checked}, ${authenticated} passed authentication.`;
	const detail = `${received} received, ${inSpam} in spam, ${sent} sent.${results}`;
	if (checked > 0 && authenticated === 0) return { state: "fail", detail };
	if (notAuthenticated > checked * MANY_FAILURES || inSpam > received) return { state: "warn", detail };
	return { state: "pass", detail };
}
