import { z } from "zod";
import { type Connection, mailServer, sieveServer } from "#shared/contracts/accounts.ts";
import { oneSpelling } from "#shared/mail/address-key.ts";
import { kindConnectedBy } from "#shared/providers.ts";
import { AppError, notFound } from "../../errors.ts";
import { createSecrets } from "../../platform/secrets/secrets.ts";
import type { MailContext } from "../context/context.ts";
import type { ProviderKind } from "../provider/provider.ts";
import { forgetSyncError } from "../sync/status/status.ts";

/** How an IMAP account's servers and passwords are stored; the provider reads the same format. */

const KIND = kindConnectedBy("servers");

const settingsSchema = z.object({
	email: z.string(),
	username: z.string(),
	imap: mailServer,
	smtp: mailServer.extend({ username: z.string().optional() }).nullable(),
	sieve: sieveServer.nullish(),
});
export type ImapSettings = z.infer<typeof settingsSchema>;

/** Stored encrypted, see `src/server/platform/secrets/secrets.ts`. */
const credentialsSchema = z.object({ password: z.string(), smtpPassword: z.string().optional() });
export type ImapCredentials = z.infer<typeof credentialsSchema>;

export interface StoredConnection {
	id: string;
	name: string;
	status: string;
	settings: ImapSettings;
	/** Null once the account is disconnected. */
	credentials: ImapCredentials | null;
}

/** @throws AppError 404, or 409 `not-supported` for an account of another kind */
export async function readConnection(ctx: MailContext, ownerId: string, id: string): Promise<StoredConnection> {
	const row = await ctx.database.one<{
		provider: ProviderKind;
		name: string;
		status: string;
		settings: unknown;
		credentials: Buffer | null;
	}>(
		`select provider, name, status, settings, credentials from connected_accounts
		where owner_id = $1 and id = $2 and status <> 'deleting'`,
		[ownerId, id],
	);
	if (row === undefined) throw notFound("The mailbox");
	const settings = settingsSchema.safeParse(row.settings);
	if (row.provider !== KIND || !settings.success)
		throw new AppError(409, "not-supported", "Only IMAP mailboxes have server settings.");
	const sealed = row.credentials;
	const opened = sealed && createSecrets(ctx.config).open(sealed, `${ownerId}/${id}`);
	const credentials = opened === null ? null : credentialsSchema.parse(JSON.parse(opened));
	return { id, name: row.name, status: row.status, settings: settings.data, credentials };
}

/** Without secrets. */
export function presentConnection({ name, settings }: StoredConnection): Connection {
	const { email, username, imap, smtp, sieve } = settings;
	return {
		name,
		email,
		username,
		imap,
		smtp: smtp && { ...smtp, username: smtp.username ?? null },
		sieve: sieve ?? null,
	};
}

/** The account that already connects this user name at this server. Host names are case-insensitive. */
export async function findSame(
	ctx: Pick<MailContext, "database">,
	ownerId: string,
	{ username, imap }: Pick<ImapSettings, "username" | "imap">,
): Promise<{ id: string; name: string; status: string } | null> {
	const row = await ctx.database.one<{ id: string; name: string; status: string }>(
		`select id, name, status from connected_accounts where owner_id = $1 and provider = $4 and status <> 'deleting'
			and lower(settings->>'username') = lower($2) and lower(settings->'imap'->>'host') = lower($3)
		order by created_at limit 1`,
		[ownerId, username, imap.host, KIND],
	);
	return row ?? null;
}

/** Updates the connection of an account, or creates the account; either way it is connected afterwards. */
export async function writeConnection(
	ctx: Pick<MailContext, "database" | "config">,
	ownerId: string,
	{ id, name, settings, credentials }: Omit<StoredConnection, "status"> & { credentials: ImapCredentials },
): Promise<void> {
	const sealed = createSecrets(ctx.config).seal(JSON.stringify(credentials), `${ownerId}/${id}`);
	const rows = await ctx.database.query(
		`insert into connected_accounts as a (owner_id, id, provider, name, email, settings, credentials)
		values ($1, $2, $7, $3, $4, $5, $6)
		on conflict (owner_id, id) do update set name = excluded.name, email = excluded.email, settings = excluded.settings,
			credentials = excluded.credentials, status = 'connected', unanswered_server = null, unanswered_since = null,
			updated_at = now()
		where a.status <> 'deleting' returning 1`,
		[
			ownerId,
			id,
			await freeName(ctx, { ownerId, id }, { name, settings }),
			settings.email && oneSpelling(settings.email),
			settings,
			sealed,
			KIND,
		],
	);
	if (rows.length === 0) throw notFound("The mailbox");
	await forgetSyncError(ctx.database, { ownerId, accountId: id });
}

/** Accounts with the same name are distinguished by server, then by number. */
async function freeName(
	ctx: Pick<MailContext, "database">,
	{ ownerId, id }: { ownerId: string; id: string },
	{ name, settings: { imap } }: { name: string; settings: ImapSettings },
): Promise<string> {
	const rows = await ctx.database.query<{ name: string }>(
		`select lower(name) as name from connected_accounts
		where owner_id = $1 and provider = $3 and status <> 'deleting' and id <> $2`,
		[ownerId, id, KIND],
	);
	const used = new Set(rows.map((row) => row.name));
	let free = name;
	for (let number = 1; used.has(free.toLowerCase()); number++)
		free = number === 1 ? `${name} (${imap.host})` : `${name} (${imap.host}, ${number})`;
	return free;
}
