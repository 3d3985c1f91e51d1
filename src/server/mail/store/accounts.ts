import type { z } from "zod";
import type { Account, provider as providerShape } from "#shared/contracts/accounts.ts";
import { newId } from "#shared/ids.ts";
import { providerKinds } from "#shared/providers.ts";
import type { Database } from "../../db/database.ts";
import { AppError, notFound } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import type { Capabilities, ProviderKind } from "../provider/provider.ts";
import { RECEIVED_ROLES } from "./rollups/rollup-scope.ts";
import { ACCOUNT_WAIT, presentWait, type ServerWaitRow } from "./server-wait.ts";

/** The SQL of connected accounts. Accounts that are being deleted are invisible. */

interface Row {
	id: string;
	provider: ProviderKind;
	name: string;
	email: string | null;
	status: Account["status"];
	settings: { access?: Account["access"] };
	created_at: Date;
	sync_status: Account["syncStatus"] | null;
	last_sync_at: Date | null;
	last_error: string | null;
	total: number;
	kept: number;
	unread: number;
	bytes: number;
	newest_day: string | null;
	waiting: ServerWaitRow | null;
}

const NOTHING: Capabilities = {
	labels: false,
	folders: false,
	serverRules: false,
	push: false,
	send: false,
	quota: false,
	threadIds: false,
	categories: false,
	append: false,
	permanentDelete: false,
	receives: false,
	remote: false,
};

const ACCOUNTS = `
select a.id, a.provider, a.name, a.email, a.status, a.settings, a.created_at, s.sync_status, s.last_sync_at, s.last_error,
	f.total, f.kept, f.unread, f.bytes, n.newest_day, ${ACCOUNT_WAIT} as waiting
from connected_accounts a
left join email_sync_status s on s.owner_id = a.owner_id and s.account_id = a.id
cross join lateral (
	select coalesce(sum(total_count), 0)::int as total, coalesce(sum(unread_count), 0)::int as unread,
		coalesce(sum(total_count) filter (where role not in ('spam', 'trash')), 0)::int as kept,
		coalesce(sum(size_bytes), 0)::bigint as bytes
	from email_folders where owner_id = a.owner_id and account_id = a.id
) f
left join lateral (
	select day::text as newest_day from day_stats
	where owner_id = a.owner_id and account_id = a.id and folder_role in (${RECEIVED_ROLES.map((role) => `'${role}'`).join(", ")}) and email_count > 0
	order by day desc limit 1
) n on true
where a.owner_id = $1 and a.status <> 'deleting'`;

export async function listAccounts(
	ctx: Pick<MailContext, "database" | "providers">,
	ownerId: string,
): Promise<Account[]> {
	const rows = await ctx.database.query<Row>(`${ACCOUNTS} order by a.created_at, a.id`, [ownerId]);
	return rows.map((row) => present(ctx, row));
}

/** The owner's accounts, or the one with this id. @throws AppError 404 */
export async function accountsIn(
	ctx: Pick<MailContext, "database" | "providers">,
	ownerId: string,
	accountId: string | null,
): Promise<Account[]> {
	return accountId === null ? listAccounts(ctx, ownerId) : [await getAccount(ctx, ownerId, accountId)];
}

/** Ids of the owner's accounts, or the given one if it belongs to the owner. */
export async function accountsOf(database: Database, ownerId: string, accountId: string | null): Promise<string[]> {
	const rows = await database.query<{ id: string }>(
		`select id from connected_accounts where owner_id = $1 and status <> 'deleting' and ($2::uuid is null or id = $2)`,
		[ownerId, accountId],
	);
	return rows.map((row) => row.id);
}

/** @throws AppError 404 */
export async function getAccount(
	ctx: Pick<MailContext, "database" | "providers">,
	ownerId: string,
	id: string,
): Promise<Account> {
	const row = await ctx.database.one<Row>(`${ACCOUNTS} and a.id = $2`, [ownerId, id]);
	if (row === undefined) throw notFound("The mailbox");
	return present(ctx, row);
}

function present(ctx: Pick<MailContext, "providers">, row: Row): Account {
	return {
		id: row.id,
		provider: row.provider,
		name: row.name,
		email: row.email,
		status: row.status,
		syncStatus: row.sync_status ?? "idle",
		lastSyncAt: row.last_sync_at?.toISOString() ?? null,
		lastError: row.last_error,
		totalEmails: row.total,
		keptEmails: row.kept,
		unreadEmails: row.unread,
		sizeBytes: row.bytes,
		newestDay: row.newest_day,
		access: row.settings.access ?? "full",
		capabilities: capabilitiesOf(ctx, row.provider, row.settings),
		waiting: presentWait(row.waiting),
		createdAt: row.created_at.toISOString(),
	};
}

/** Capabilities of an account; none where this server no longer has its provider. */
export function capabilitiesOf(
	ctx: Pick<MailContext, "providers">,
	kind: ProviderKind,
	settings: Record<string, unknown>,
): Capabilities {
	const provider = ctx.providers.get(kind);
	return provider?.capabilitiesOf?.(settings) ?? provider?.capabilities ?? NOTHING;
}

/**
 * Returns the account of this kind and name (case-insensitive); creates it when there is none, and reconnects one that
 * was disconnected.
 * @returns its id
 */
export async function findOrCreateAccount(
	ctx: Pick<MailContext, "database">,
	ownerId: string,
	{ provider, name }: { provider: ProviderKind; name: string },
): Promise<string> {
	const row = await ctx.database.one<{ id: string }>(
		`insert into connected_accounts as a (owner_id, id, provider, name) values ($1, $2, $3, $4)
		on conflict (owner_id, provider, lower(name)) where status <> 'deleting' do update set updated_at = now(),
			status = case when a.status = 'disconnected' then 'connected' else a.status end
		returning id`,
		[ownerId, newId(), provider, name],
	);
	if (row === undefined) throw new Error("The account was neither found nor made");
	return row.id;
}

/** Names tried for a new account. */
const MAX_NAMES = 10_000;

/**
 * Creates an account. If the name is taken, a number is added to it: `mail (2).mbox`.
 * @returns its id
 */
export async function createAccount(
	ctx: Pick<MailContext, "database">,
	ownerId: string,
	{ provider, name }: { provider: ProviderKind; name: string },
): Promise<string> {
	const extension = /\.[A-Za-z0-9]{1,8}(?:\.gz)?$/.exec(name)?.[0] ?? "";
	for (let number = 1; number <= MAX_NAMES; number++) {
		const numbered = `${name.slice(0, name.length - extension.length)} (${number})${extension}`;
		const row = await ctx.database.one<{ id: string }>(
			`insert into connected_accounts (owner_id, id, provider, name) values ($1, $2, $3, $4)
			on conflict (owner_id, provider, lower(name)) where status <> 'deleting' do nothing returning id`,
			[ownerId, newId(), provider, number === 1 ? name : numbered],
		);
		if (row !== undefined) return row.id;
	}
	throw new Error("Every name for the account is taken");
}

/**
 * Hides an account immediately; the job enqueued with it deletes the data.
 * @throws AppError 404
 */
export async function markDeleting(ctx: Pick<MailContext, "database">, ownerId: string, id: string): Promise<void> {
	const rows = await ctx.database.query(
		`update connected_accounts set status = 'deleting', updated_at = now()
		where owner_id = $1 and id = $2 and status <> 'deleting' returning id`,
		[ownerId, id],
	);
	if (rows.length === 0) throw notFound("The mailbox");
}

/** Every kind of account that the product knows, and whether this server can connect it. */
export function listProviders(ctx: Pick<MailContext, "providers">): z.input<typeof providerShape>[] {
	return providerKinds.map((kind) => {
		const provider = ctx.providers.get(kind);
		return { kind, available: provider !== undefined, capabilities: provider?.capabilities ?? null };
	});
}

/** @throws AppError 409 `not-supported` when this server has no such provider */
export function requireProvider(ctx: Pick<MailContext, "providers">, kind: ProviderKind): void {
	if (!ctx.providers.has(kind))
		throw new AppError(409, "not-supported", `This server cannot connect ${kind} mailboxes.`);
}
