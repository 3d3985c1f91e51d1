import type { z } from "zod";
import type { Account, Connection, imapConnection } from "#shared/contracts/accounts.ts";
import type { Job } from "#shared/contracts/jobs.ts";
import { newId } from "#shared/ids.ts";
import { kindConnectedBy } from "#shared/providers.ts";
import { AppError, badRequest, conflict } from "../../errors.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import type { MailContext } from "../context/context.ts";
import { getAccount, requireProvider } from "../store/accounts.ts";
import { withinMailboxLimit } from "../store/mailbox-limit.ts";
import { enqueueFreshSync } from "../sync/job.ts";
import {
	findSame,
	type ImapCredentials,
	type ImapSettings,
	presentConnection,
	readConnection,
	type StoredConnection,
	writeConnection,
} from "./connection.ts";
import type { Lookups } from "./discovery/lookups.ts";
import { findSieve } from "./sieve.ts";
import { testConnections } from "./test-connection.ts";

/** Connects accounts by server name and password. */

export interface ImapTools {
	limits: RateLimits;
	lookups: Lookups;
}

export interface Started {
	account: Account;
	job: Job;
}

type Body = z.output<typeof imapConnection>;

/** Enough for a user who forgot a password; too few to guess one, or to scan hosts and ports, through us. */
const ATTEMPTS_PER_USER = { max: 20, window: 600 };
const ATTEMPTS_AT_MAILBOX = { max: 10, window: 600 };
/** Time that the search for a ManageSieve server may add to the sign-in. */
const SIEVE_GRACE_MS = 100;

/**
 * Connects an IMAP account: discovers servers that the request leaves out, tests everything, then stores the account
 * and enqueues its first sync in one transaction. An account that was disconnected or needs to sign in again is
 * reconnected.
 * @throws AppError 422 with the codes `cannot-connect-…`, `cannot-send-…` and `servers-not-found`; 409
 * `already-connected`, `not-supported`; 429
 */
export async function connectImap(
	ctx: MailContext,
	tools: ImapTools,
	ownerId: string,
	{ body, signal }: { body: Body & { password: string }; signal: AbortSignal },
): Promise<Started> {
	requireProvider(ctx, kindConnectedBy("servers"));
	await tools.limits.check(`connect:${ownerId}`, ATTEMPTS_PER_USER);
	const settings = await resolveSettings(tools, body);
	rejectConnected(await findSame(ctx, ownerId, settings), null);
	const credentials = credentialsOf(body.password, body.smtp?.password);
	const tried = await tryConnection(ctx, tools, { id: newId(ctx.now()), settings, credentials }, signal);
	const stored = await ctx.database.transaction(() =>
		withinMailboxLimit(ctx, ownerId, async () => {
			const same = await findSame(ctx, ownerId, settings);
			rejectConnected(same, null);
			const id = same?.id ?? tried.id;
			const name = body.name ?? same?.name ?? settings.email;
			await writeConnection(ctx, ownerId, { ...tried, id, name });
			return { id, job: await enqueueFreshSync(ctx, { ownerId, accountId: id }, "user") };
		}),
	);
	ctx.events.publish(ownerId, { type: "accounts" });
	return { account: await getAccount(ctx, ownerId, stored.id), job: stored.job };
}

/** @throws AppError 404, or 409 `not-supported` */
export async function getConnection(ctx: MailContext, ownerId: string, id: string): Promise<Connection> {
	return presentConnection(await readConnection(ctx, ownerId, id));
}

/**
 * Changes a connection, or repairs one that needs to sign in again; what the request leaves out is unchanged. The
 * stored password is only sent to the server and user name it was set for.
 * @throws AppError as `connectImap`, 404, and 400 `password-needed`
 */
export async function updateConnection(
	ctx: MailContext,
	tools: ImapTools,
	{ ownerId, id }: { ownerId: string; id: string },
	{ body, signal }: { body: Body; signal: AbortSignal },
): Promise<Started> {
	const before = await readConnection(ctx, ownerId, id);
	requireProvider(ctx, kindConnectedBy("servers"));
	await tools.limits.check(`connect:${ownerId}`, ATTEMPTS_PER_USER);
	const settings = changedSettings(before.settings, body);
	rejectConnected(await findSame(ctx, ownerId, settings), id);
	const credentials = changedCredentials(before, settings, body);
	const tried = await tryConnection(ctx, tools, { id, settings, credentials }, signal);
	const job = await ctx.database.transaction(() =>
		withinMailboxLimit(ctx, ownerId, async () => {
			rejectConnected(await findSame(ctx, ownerId, settings), id);
			await writeConnection(ctx, ownerId, { ...tried, name: body.name ?? before.name });
			// A sync that already runs still uses the old connection.
			return enqueueFreshSync(ctx, { ownerId, accountId: id }, "user");
		}),
	);
	ctx.events.publish(ownerId, { type: "accounts" });
	return { account: await getAccount(ctx, ownerId, id), job };
}

/** @throws AppError 422 `servers-not-found` */
async function resolveSettings({ lookups }: ImapTools, body: Body): Promise<ImapSettings> {
	const { email } = body;
	const found = body.imap === undefined || body.smtp === undefined ? await lookups.discover(email) : null;
	const imap = body.imap ?? found?.imap ?? null;
	if (imap === null)
		throw new AppError(
			422,
			"servers-not-found",
			found?.note ??
				`No mail servers were found for ${email.slice(email.lastIndexOf("@") + 1)}. Enter them manually; your provider's help pages list them.`,
		);
	const isFound = imap.host === found?.imap?.host;
	const username = body.username ?? (isFound ? found.username : null) ?? email;
	const smtp = body.smtp === undefined ? (found?.smtp ?? null) : body.smtp;
	return {
		email,
		username,
		imap,
		smtp: smtpSettings(smtp),
		...(isFound && found.sieve !== null && { sieve: found.sieve }),
	};
}

function changedSettings(before: ImapSettings, body: Body): ImapSettings {
	const imap = body.imap ?? before.imap;
	const { sieve } = before;
	return {
		email: body.email,
		username: body.username ?? before.username,
		imap,
		smtp: body.smtp === undefined ? before.smtp : smtpSettings(body.smtp),
		...(imap.host === before.imap.host && sieve && { sieve }),
	};
}

/** Without the password of the request. */
function smtpSettings(smtp: Body["smtp"]): ImapSettings["smtp"] {
	if (!smtp) return null;
	const { username, password: _, ...server } = smtp;
	return { ...server, ...(username && { username }) };
}

function credentialsOf(password: string, smtpPassword: string | undefined): ImapCredentials {
	return { password, ...(smtpPassword !== undefined && { smtpPassword }) };
}

/** @throws AppError 400 `password-needed` */
function changedCredentials(before: StoredConnection, settings: ImapSettings, body: Body): ImapCredentials {
	const sameIncoming =
		isSameServer(before.settings.imap, settings.imap) && before.settings.username === settings.username;
	const sameUser = settings.smtp?.username !== undefined || before.settings.username === settings.username;
	const sameOutgoing = sameUser && isSameServer(before.settings.smtp, settings.smtp);
	const storedPassword = sameOutgoing ? before.credentials?.smtpPassword : undefined;
	const smtpPassword = body.smtp?.password ?? storedPassword;
	if (body.password !== undefined) return credentialsOf(body.password, smtpPassword);
	const isNewServer = !sameIncoming || (settings.smtp !== null && !sameOutgoing && smtpPassword === undefined);
	if (before.credentials === null || isNewServer) {
		const message = "Enter the password: the saved one is not sent to another server or for another user.";
		throw badRequest("password-needed", before.credentials === null ? "Enter the password." : message, {
			password: "Enter the password.",
		});
	}
	return credentialsOf(before.credentials.password, smtpPassword);
}

/** Compares the TLS settings, too. */
function isSameServer(before: ImapSettings["smtp"], after: ImapSettings["smtp"]): boolean {
	if (before === null || after === null) return before === after;
	return (["host", "port", "security", "certificate", "username"] as const).every((key) => before[key] === after[key]);
}

/**
 * Rejects an account that is already connected.
 * @param allowed the account that may be found
 */
function rejectConnected(found: { id: string; name: string; status: string } | null, allowed: string | null): void {
	if (found === null || found.id === allowed) return;
	// Connecting it is how a user repairs it.
	if (allowed === null && found.status !== "connected") return;
	throw conflict("already-connected", `This mailbox is already connected, as “${found.name}”.`);
}

/** @returns the settings to store, with the address of the ManageSieve server where there is one */
async function tryConnection(
	ctx: MailContext,
	{ limits }: ImapTools,
	account: { id: string; settings: ImapSettings; credentials: ImapCredentials },
	signal: AbortSignal,
): Promise<{ id: string; settings: ImapSettings; credentials: ImapCredentials }> {
	const { imap, username, sieve: known } = account.settings;
	await limits.check(`connect-to:${imap.host.toLowerCase()}/${username.toLowerCase()}`, ATTEMPTS_AT_MAILBOX);
	const done = new AbortController();
	const search = known ? Promise.resolve(known) : findSieve(ctx.net, imap.host, done.signal);
	try {
		await testConnections(ctx, account, signal);
		const sieve = await Promise.race([search, new Promise<null>((end) => setTimeout(end, SIEVE_GRACE_MS, null))]);
		return sieve === null ? account : { ...account, settings: { ...account.settings, sieve } };
	} finally {
		done.abort();
	}
}
