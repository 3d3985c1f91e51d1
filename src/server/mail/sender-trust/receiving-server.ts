import type { Database } from "../../db/database.ts";
import { notFound } from "../../errors.ts";
import type { AccountKey } from "../context/account-scope.ts";
import type { MailContext } from "../context/context.ts";
import type { ProviderKind, ReceivingServer } from "../provider/provider.ts";

/** Messages by which a server is learned, the newest; so many must have its results, and such a share of all. */
const LATEST = 500;
const MIN_MESSAGES = 10;
const MIN_SHARE = 0.8;

/**
 * The server that receives an account's mail, as it was recorded or as its provider says.
 * @returns null where that is not known
 * @throws AppError 404
 */
export async function receivingServerOf(
	ctx: Pick<MailContext, "database" | "providers">,
	ownerId: string,
	accountId: string,
): Promise<ReceivingServer | null> {
	const account = await readAccount(ctx.database, { ownerId, accountId });
	if (account === undefined) throw notFound("The mailbox");
	return account.recorded ?? byProvider(ctx, account);
}

/**
 * Records the server that receives an account's mail: as its provider says, otherwise the one whose results stand on nearly
 * all of its mail. One that was learned stays until another one is.
 * @returns whether it is another one than before
 */
export async function recordReceivingServer(
	ctx: Pick<MailContext, "database" | "providers">,
	key: AccountKey,
): Promise<boolean> {
	const { database } = ctx;
	const account = await readAccount(database, key);
	if (account === undefined) return false;
	const server = byProvider(ctx, account) ?? (await learn(database, key));
	if (server === null) return false;
	const changed = await database.query(RECORD, [key.ownerId, key.accountId, server.domains, server.isUnnamed]);
	return changed.length > 0;
}

const RECORD = `insert into receiving_servers as r (owner_id, account_id, domains, is_unnamed) values ($1, $2, $3, $4)
	on conflict (owner_id, account_id) do update set domains = excluded.domains, is_unnamed = excluded.is_unnamed
	where (r.domains, r.is_unnamed) is distinct from (excluded.domains, excluded.is_unnamed) returning 1`;

interface Account {
	provider: ProviderKind;
	settings: Record<string, unknown>;
	recorded: ReceivingServer | null;
}

function readAccount(database: Database, { ownerId, accountId }: AccountKey): Promise<Account | undefined> {
	return database.one<Account>(
		`select a.provider, a.settings, case when r.account_id is not null then
			json_build_object('domains', r.domains, 'isUnnamed', r.is_unnamed) end as recorded
		from connected_accounts a left join receiving_servers r on r.owner_id = a.owner_id and r.account_id = a.id
		where a.owner_id = $1 and a.id = $2 and a.status <> 'deleting'`,
		[ownerId, accountId],
	);
}

function byProvider(
	{ providers }: Pick<MailContext, "providers">,
	{ provider, settings }: Account,
): ReceivingServer | null {
	return providers.get(provider)?.receivingServerOf?.(settings) ?? null;
}

/** What senders write themselves differs from sender to sender, and is below what a server writes. */
async function learn(database: Database, { ownerId, accountId }: AccountKey): Promise<ReceivingServer | null> {
	const found = await database.one<{ server: string | null; count: number; total: number }>(
		`select server, count(*)::int as count, (sum(count(*)) over ())::int as total from (
			select trust_findings ->> 'server' as server from emails
			where owner_id = $1 and account_id = $2 and folder_role not in ('sent', 'drafts', 'spam')
				and trust_findings is not null
			order by received_date desc, id desc limit ${LATEST}
		) latest group by server order by server is null, count(*) desc limit 1`,
		[ownerId, accountId],
	);
	if (found === undefined || found.server === null) return null;
	const { server, count, total } = found;
	if (count < MIN_MESSAGES || count < total * MIN_SHARE) return null;
	return { domains: server === "" ? [] : [server], isUnnamed: server === "" };
}
