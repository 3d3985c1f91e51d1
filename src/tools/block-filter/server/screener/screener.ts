import { changeableAccounts } from "#kernel/changes.ts";
import { badCursor, conflict } from "#kernel/errors.ts";
import { getAccount, listAccounts } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Account } from "#shared/contracts/accounts.ts";
import type { Operation } from "#shared/contracts/plans.ts";
import type { ScreenedSender, ScreenerMailbox } from "../../contract.ts";
import { block, quarantinedBy, release, SCREENER } from "./quarantine.ts";
import { screenRecent } from "./recent.ts";
import { countWaiting, decide, listSenders, readSetting, saveSetting } from "./store.ts";

export interface ScreenerPage {
	mailboxes: ScreenerMailbox[];
	items: ScreenedSender[];
	waiting: number;
	nextCursor: string | null;
}

/** @throws AppError 404 for an account of another owner, 400 `bad-cursor` */
export async function screenerPage(
	ctx: MailContext,
	ownerId: string,
	query: { account?: string | undefined; state: ScreenedSender["state"]; limit: number; cursor?: string | undefined },
): Promise<ScreenerPage> {
	const accountId = query.account ?? null;
	const accounts = accountId === null ? await listAccounts(ctx, ownerId) : [await getAccount(ctx, ownerId, accountId)];
	const mailboxes: ScreenerMailbox[] = [];
	for (const account of accounts) mailboxes.push(await mailboxOf(ctx, ownerId, account));
	const after = parseCursor(query.cursor);
	const found = await listSenders(ctx.database, ownerId, { ...query, accountId, limit: query.limit + 1, after });
	const items = found.slice(0, query.limit);
	const last = items.at(-1);
	return {
		mailboxes,
		items,
		waiting: await countWaiting(ctx.database, ownerId, accountId),
		nextCursor: found.length > query.limit && last !== undefined ? cursorOf(last) : null,
	};
}

function cursorOf({ firstAt, senderEmail }: ScreenedSender): string {
	return Buffer.from(JSON.stringify([firstAt, senderEmail])).toString("base64url");
}

function parseCursor(cursor: string | undefined): { firstAt: string; email: string } | null {
	if (cursor === undefined) return null;
	try {
		const [firstAt, email] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
		if (typeof firstAt === "string" && typeof email === "string" && !Number.isNaN(Date.parse(firstAt)))
			return { firstAt, email };
	} catch {
		// Reported below.
	}
	throw badCursor();
}

async function mailboxOf(ctx: MailContext, ownerId: string, account: Account): Promise<ScreenerMailbox> {
	const setting = await readSetting(ctx.database, { ownerId, accountId: account.id });
	const reason = whyNot(account);
	return {
		accountId: account.id,
		...setting,
		isOn: setting.isOn && reason === null,
		by: quarantinedBy(account),
		reason,
	};
}

function whyNot({ access, status, capabilities }: Account): string | null {
	if (!capabilities.receives) return "This mailbox receives no new emails, so there is nothing to screen.";
	if (status === "disconnected") return "This mailbox is disconnected.";
	return access === "read" ? "This mailbox was connected with read-only access." : null;
}

/** @throws AppError 404, 409 `not-supported` where no new mail arrives, or nothing can be changed */
export async function setScreener(
	ctx: MailContext,
	ownerId: string,
	request: { account: string; isOn: boolean; quarantines: boolean; withRecent: boolean },
): Promise<ScreenerMailbox> {
	const account = await getAccount(ctx, ownerId, request.account);
	const reason = whyNot(account);
	if (request.isOn && reason !== null) throw conflict("not-supported", reason);
	await saveSetting(ctx.database, { ownerId, accountId: account.id }, request);
	const [changeable] = request.isOn && request.withRecent ? await changeableAccounts(ctx, ownerId, account.id) : [];
	if (changeable !== undefined)
		await screenRecent(ctx, { ownerId, account: changeable, quarantines: request.quarantines });
	return mailboxOf(ctx, ownerId, account);
}

/**
 * Applies the user's decision on senders. Accepted: quarantined mail, and mail blocked in the meantime, goes to the inbox.
 * Blocked: all of their mail is removed, now and in the future.
 * @returns the operations that this started
 */
export async function decideSenders(
	ctx: MailContext,
	ownerId: string,
	request: { account: string; senders: string[]; decision: "accept" | "block" | "wait" },
): Promise<Operation[]> {
	const [account] = await changeableAccounts(ctx, ownerId, request.account);
	if (account === undefined) return [];
	const key = { ownerId, accountId: account.id };
	const state = ({ accept: "accepted", block: "blocked", wait: "waiting" } as const)[request.decision];
	const senders = await decide(ctx.database, key, request.senders, state);
	if (request.decision === "wait" || senders.length === 0) return [];
	const emails = senders.map(({ email }) => email);
	if (request.decision === "block")
		return block(
			ctx,
			ownerId,
			account,
			await sentBy(ctx, key, senders, "e.folder_role not in ('spam', 'trash', 'sent', 'drafts')"),
		);
	const blocked = senders.filter(({ before }) => before === "blocked");
	const back = await sentBy(ctx, key, blocked, "e.folder_role in ('spam', 'trash')");
	return release(ctx, ownerId, account, [...(await movedToScreener(ctx, key, emails)), ...back]);
}

/** Messages that the screener has quarantined. */
async function movedToScreener(
	ctx: Pick<MailContext, "database">,
	{ ownerId, accountId }: { ownerId: string; accountId: string },
	emails: readonly string[],
): Promise<string[]> {
	const rows = await ctx.database.query<{ id: string }>(
		`select e.id from mail_messages_v1 e join mail_folders_v1 f on f.owner_id = e.owner_id and f.account_id = e.account_id and f.id = e.folder_id
		where e.owner_id = $1 and e.account_id = $2 and e.sender_email = any($3::text[])
			and (e.labels @> array[$4::text] or (f.role = 'custom' and lower(f.folder_name) = lower($4)))`,
		[ownerId, accountId, emails, SCREENER],
	);
	return rows.map((row) => row.id);
}

/** Messages of these senders since they were first seen. @param where an internal condition over `e` */
async function sentBy(
	ctx: Pick<MailContext, "database">,
	{ ownerId, accountId }: { ownerId: string; accountId: string },
	senders: readonly { email: string; firstAt: Date }[],
	where: string,
): Promise<string[]> {
	const rows = await ctx.database.query<{ id: string }>(
		`select e.id from mail_messages_v1 e join unnest($3::text[], $4::timestamptz[]) as s (email, first_seen_at)
			on e.sender_email = s.email and e.received_date >= s.first_seen_at
		where e.owner_id = $1 and e.account_id = $2 and ${where}`,
		[ownerId, accountId, senders.map(({ email }) => email), senders.map(({ firstAt }) => firstAt)],
	);
	return rows.map((row) => row.id);
}
