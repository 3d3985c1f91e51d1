import type { Database } from "../../db/database.ts";
import { AppError, notFound } from "../../errors.ts";
import { resolvePublic } from "../../platform/net/address-guard.ts";
import type { Net } from "../../platform/net/net.ts";
import { createBudget } from "../budgets/budget.ts";
import type { MailContext } from "../context/context.ts";
import { CannotConnect } from "../provider/errors.ts";
import type { Provider, ProviderEnvironment, ProviderKind, ProviderState, StoredFile } from "../provider/provider.ts";
import type { ProviderSession } from "../provider/session.ts";
import { pathOfUpload } from "../uploads/files.ts";
import { accountVersion, VERSION_COLUMNS, type VersionRow } from "./account-version.ts";
import { openCredentials, renewalOf } from "./credentials.ts";

/** How long a provider may take to revoke access. */
const REVOKE_MS = { request: 10_000, job: 60_000 };

export interface OpenSession {
	session: ProviderSession;
	provider: Provider;
	environment: ProviderEnvironment;
	/** Aborted when the session can no longer be used; long-term holders then open a new one. */
	retired: AbortSignal;
}

/**
 * Connects to an account's mailbox, or reuses this process's connection. Close the session when done; a connection to a
 * mail server stays open for a while for the next caller.
 * @param known absent: it is read
 * @throws AppError 404 if the account is not this owner's, 409 `disconnected` if it is read-only
 */
export async function openSession(
	ctx: MailContext,
	ownerId: string,
	accountId: string,
	known?: KnownAccount,
): Promise<OpenSession> {
	const { provider, environment, status, version } = known ?? (await providerEnvironment(ctx, ownerId, accountId));
	if (status === "deleting") throw notFound("The mailbox");
	if (status === "disconnected") throw disconnected();
	const open = (): Promise<ProviderSession> => provider.open(environment);
	if (!provider.capabilities.remote)
		return { session: await open(), provider, environment, retired: new AbortController().signal };
	return { ...(await ctx.mailSessions.borrow(accountId, version, open)), provider, environment };
}

/**
 * Revokes access to an account at its provider. If the provider cannot be reached, the account is disconnected all the
 * same and a warning is logged.
 * @param job the job that waits for it, up to a minute; absent: a request, which waits a few seconds
 * @returns whether the provider confirmed
 * @throws the reason of the job's signal
 */
export async function revokeAccess(
	ctx: MailContext,
	ownerId: string,
	accountId: string,
	job?: { signal: AbortSignal },
): Promise<boolean> {
	ctx.mailSessions.retire(accountId);
	try {
		const { provider, environment } = await providerEnvironment(ctx, ownerId, accountId);
		const deadline = AbortSignal.timeout(REVOKE_MS[job === undefined ? "request" : "job"]);
		await provider.disconnect(environment, job === undefined ? deadline : AbortSignal.any([job.signal, deadline]));
		return true;
	} catch (cause) {
		job?.signal.throwIfAborted();
		ctx.log.warn(
			{ event: "session.revoke_failed", err: cause, account: accountId },
			"a provider could not be notified that its account is disconnected",
		);
		return false;
	}
}

/** An account as it was just read. */
export interface KnownAccount {
	provider: Provider;
	environment: ProviderEnvironment;
	status: string;
	/** See `accountVersion`. */
	version: string;
}

/**
 * What a provider needs to open an account; does not connect.
 * @throws AppError 404, or 409 `not-supported`
 */
export async function providerEnvironment(ctx: MailContext, ownerId: string, accountId: string): Promise<KnownAccount> {
	const row = await ctx.database.one<
		VersionRow & { provider: ProviderKind; status: string; credentials: Buffer | null }
	>(
		`select provider, status, credentials, ${VERSION_COLUMNS} from connected_accounts where owner_id = $1 and id = $2`,
		[ownerId, accountId],
	);
	if (row === undefined) throw notFound("The mailbox");
	const provider = ctx.providers.get(row.provider);
	if (provider === undefined)
		throw new AppError(409, "not-supported", `This server cannot reach ${row.provider} mailboxes.`);
	const environment: ProviderEnvironment = {
		account: {
			id: accountId,
			settings: row.settings,
			credentials: openCredentials(ctx.config, ownerId, accountId, row.credentials),
		},
		state: stateOf(ctx.database, ownerId, accountId),
		files: () => listFiles(ctx, ownerId, accountId),
		renewCredentials: renewalOf(ctx, ownerId, accountId),
		budget: (limit) => createBudget(ctx.database, limit.sharedBy === "server" ? null : { ownerId, accountId }, limit),
		resolveHost: (host) => resolveMailHost(ctx.net, host),
		now: ctx.now,
	};
	return { provider, environment, status: row.status, version: accountVersion(row) };
}

/** Resolves a host that a user entered, under the address rules; errors are the provider's `CannotConnect`. */
export async function resolveMailHost(net: Net, host: string): Promise<string[]> {
	try {
		const found = await resolvePublic(host, net.addressRules);
		return found.map(({ address }) => address);
	} catch (cause) {
		const why = cause instanceof AppError ? cause.message : `There is no server named ${host}.`;
		throw new CannotConnect("host", "incoming", why, { cause });
	}
}

/** The error for changes to a disconnected mailbox, which is read-only. */
export function disconnected(): AppError {
	return new AppError(
		409,
		"disconnected",
		"This mailbox is disconnected: you can read its emails, but not change them. Connect it again first.",
	);
}

/** Provider states of accounts in use. An entry is removed when its state is garbage collected. */
const states = new WeakMap<Database, Map<string, WeakRef<ProviderState>>>();
const unused = new FinalizationRegistry<() => void>((forget) => forget());

/** The account's durable map. Sessions of one account share the object, because writers are serialized per object. */
function stateOf(database: Database, ownerId: string, accountId: string): ProviderState {
	const known = states.get(database) ?? new Map<string, WeakRef<ProviderState>>();
	states.set(database, known);
	const key = `${ownerId}/${accountId}`;
	const open = known.get(key)?.deref();
	if (open !== undefined) return open;
	const state = createProviderState(database, ownerId, accountId);
	const ref = new WeakRef(state);
	known.set(key, ref);
	unused.register(state, () => {
		if (known.get(key) === ref) known.delete(key);
	});
	return state;
}

/** A map stored in the table `provider_state`. */
function createProviderState(database: Database, ownerId: string, accountId: string): ProviderState {
	return {
		async get(keys) {
			const rows = await database.query<{ key: string; value: unknown }>(
				"select key, value from provider_state where owner_id = $1 and account_id = $2 and key = any($3::text[])",
				[ownerId, accountId, keys],
			);
			return new Map(rows.map((row) => [row.key, row.value]));
		},
		async list(prefix, after, limit) {
			const rows = await database.query<{ key: string; value: unknown }>(
				`select key, value from provider_state
				where owner_id = $1 and account_id = $2 and key > $3 and starts_with(key, $4) and key >= $4
				order by key limit $5`,
				[ownerId, accountId, after, prefix, limit],
			);
			return rows.map((row) => [row.key, row.value]);
		},
		async put(entries) {
			const last = new Map(entries);
			const changed = [...last].filter(([, value]) => value !== null).map(([key, value]) => ({ key, value }));
			const gone = [...last].filter(([, value]) => value === null).map(([key]) => key);
			await database.exec(
				`with gone as (delete from provider_state where owner_id = $1 and account_id = $2 and key = any($4::text[]))
				insert into provider_state (owner_id, account_id, key, value)
				select $1, $2, n.key, n.value from jsonb_to_recordset($3) as n (key text, value jsonb)
				on conflict (owner_id, account_id, key) do update set value = excluded.value`,
				[ownerId, accountId, JSON.stringify(changed), gone],
			);
		},
	};
}

async function listFiles(ctx: MailContext, ownerId: string, accountId: string): Promise<StoredFile[]> {
	const rows = await ctx.database.query<{ id: string; name: string; path: string; size_bytes: number }>(
		`select id, name, path, size_bytes from account_files where owner_id = $1 and account_id = $2 order by position`,
		[ownerId, accountId],
	);
	return rows.map((row) => ({
		id: row.id,
		name: row.name,
		path: pathOfUpload(ctx.config.dataDir, row.path),
		sizeBytes: row.size_bytes,
	}));
}
