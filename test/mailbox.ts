import { join } from "node:path";
import { mboxProvider } from "#providers/mbox/provider.ts";
import { readConfig } from "#server/config.ts";
import { type Database, openDatabase } from "#server/db/database.ts";
import type { Context } from "#server/identity/auth/context.ts";
import { createLogger } from "#server/log.ts";
import { addFile } from "#server/mail/accounts/import.ts";
import { accountsModule } from "#server/mail/accounts/module.ts";
import { categoriesModule } from "#server/mail/categories/module.ts";
import { changesModule } from "#server/mail/changes/module.ts";
import { type NewMail, onNewMail } from "#server/mail/events/new-mail.ts";
import { findListsJob } from "#server/mail/lists/find-lists.ts";
import { createParsePool } from "#server/mail/parse/pool/pool.ts";
import { refreshPeopleJob } from "#server/mail/people/job.ts";
import type { Provider } from "#server/mail/provider/provider.ts";
import { createSessionCache } from "#server/mail/provider/session-cache.ts";
import { attachmentTextJob } from "#server/mail/search/attachment-texts.ts";
import { reindexJob } from "#server/mail/search/reindex.ts";
import { attachTexts } from "#server/mail/search/text-source.ts";
import { sendModule } from "#server/mail/send/module.ts";
import { openSession } from "#server/mail/sessions/session.ts";
import { syncJob } from "#server/mail/sync/job.ts";
import { hashFile } from "#server/mail/uploads/files.ts";
import { openStorage } from "#server/platform/blobs/open.ts";
import { type FreeSpace, watchDisk } from "#server/platform/disk/disk.ts";
import { createDeliverJob } from "#server/platform/event-streams/deliver.ts";
import { dispatchAfterCommit } from "#server/platform/event-streams/dispatch.ts";
import type { Subscription } from "#server/platform/event-streams/streams.ts";
import { createEvents } from "#server/platform/events/bus.ts";
import { createMetrics } from "#server/platform/http/metrics.ts";
import { createJobs } from "#server/platform/jobs/engine.ts";
import { registerSubscriptions } from "#server/platform/modules/event-streams.ts";
import { createNet } from "#server/platform/net/net.ts";
import { createScheduleJob } from "#server/platform/schedule/start-due.ts";
import type { ScheduledTask } from "#server/platform/schedule/task.ts";
import { createMailer } from "#server/platform/system-mail/mailer.ts";
import { monitorEventLoop } from "#server/platform/watchdog/event-loop.ts";
import { deliverAfterCommit, deliverWebhooksJob } from "#server/platform/webhooks/deliver.ts";
import { createWork } from "#server/platform/work/engine.ts";
import type { WorkKind } from "#server/platform/work/work.ts";
import { newId } from "#shared/ids.ts";
import { type TestInstall, testInstall } from "./database.ts";
import { type GeneratedMail, writeMbox } from "./mail-file.ts";
import { storeEnv } from "./s3/env.ts";

export const OWNER = "owner-1";

/** A handler of new mail. */
export interface TestReceiver {
	name: string;
	onNewMail(ctx: Context, mail: NewMail): Promise<void>;
}

export interface TestMailbox {
	ctx: Context;
	/** Stops everything; the installation's data stays. */
	close(): Promise<void>;
}

/** The mail part of the server without HTTP: real database, jobs, blobs, parsing; the mbox provider by default. */
export async function openMailbox(
	install: Pick<TestInstall, "dataDir" | "databaseUrl">,
	options: {
		/** Its database, open already, which stays so. */
		database?: Database;
		provider?: Provider;
		now?: () => number;
		/** How jobs wait until a mail server is asked again. */
		pause?: Context["pause"];
		isIdle?: boolean;
		readFreeSpace?: () => Promise<FreeSpace>;
		/** Handlers of new mail. */
		receivers?: readonly TestReceiver[];
		subscriptions?: readonly Subscription<Context>[];
		work?: readonly WorkKind<unknown, unknown, Context>[];
		schedules?: readonly ScheduledTask<Context>[];
		/** The search index cannot read stored messages. */
		withoutTexts?: boolean;
		/** Id of this process as a worker. */
		processId?: string;
		/** Where users reach the server; absent: the default. */
		baseUrl?: string;
		/** DNS servers; absent: those of the system. */
		dns?: string;
	} = {},
): Promise<TestMailbox> {
	const env = {
		...{ DATA_DIR: install.dataDir, LOG_LEVEL: process.env.TEST_LOG ?? "silent", ALLOW_PRIVATE_HOSTS: "on" },
		...{ SEND_PER_MINUTE: "10000", SEND_PER_DAY: "10000000" },
		...(options.baseUrl === undefined ? {} : { BASE_URL: options.baseUrl }),
		...(options.dns === undefined ? {} : { DNS_SERVERS: options.dns }),
	};
	const config = {
		...readConfig({ ...env, ...storeEnv(install.dataDir) }),
		databaseUrl: install.databaseUrl,
	};
	const log = createLogger(config);
	const fail = (cause: Error): never => {
		throw cause;
	};
	const database = options.database ?? (await openDatabase(config, log, fail));
	const events = await createEvents(config, database, log);
	const parsePool = createParsePool({ workers: 1 });
	const { blobs } = await openStorage(config);
	const provider = options.provider ?? mboxProvider;
	const disk = watchDisk(config, log, options.readFreeSpace === undefined ? {} : { read: options.readFreeSpace });
	const eventLoop = monitorEventLoop();
	const parts = {
		config,
		log,
		database,
		events,
		blobs,
		metrics: createMetrics(database, eventLoop, disk),
		disk,
		eventLoop,
		mailer: createMailer(config, log),
		net: createNet(config),
		parsePool,
		mailSessions: createSessionCache(log),
		// No sign-in here.
		auth: undefined as unknown as Context["auth"],
		providers: new Map([mboxProvider, provider].map((one) => [one.kind, one])),
		now: options.now ?? (() => Date.now()),
		// Of one tool alone.
		capabilities: new Map(),
		...(options.pause === undefined ? {} : { pause: options.pause }),
	};
	const subscriptions = [
		...(options.receivers ?? []).map(({ name, onNewMail: handle }) => onNewMail(name, handle)),
		...(options.subscriptions ?? []),
	];
	const engine = createWork<Context>(parts, options.work ?? [], () => jobs);
	const shared = { ...parts, work: engine.work };
	const kinds = [
		syncJob,
		findListsJob,
		reindexJob,
		attachmentTextJob,
		refreshPeopleJob,
		createDeliverJob(subscriptions),
		createScheduleJob(options.schedules ?? []),
		deliverWebhooksJob,
		...(accountsModule.jobs ?? []),
		...(categoriesModule.jobs ?? []),
		...(changesModule.jobs ?? []),
		...engine.jobs,
		...(sendModule.jobs ?? []),
	];
	const jobs = createJobs(shared, kinds, options.processId);
	const ctx: Context = { ...shared, jobs };
	dispatchAfterCommit(ctx);
	deliverAfterCommit(ctx);
	if (options.withoutTexts !== true) attachTexts(ctx);
	await registerSubscriptions(ctx, subscriptions);
	if (options.isIdle !== true) await jobs.start();
	return {
		ctx,
		async close() {
			await jobs.stop();
			disk.close();
			eventLoop.close();
			await parts.mailSessions.close();
			await parsePool.close();
			await events.close();
			if (options.database === undefined) await database.close();
		},
	};
}

/** Imports generated mail. @param into an existing mailbox; null: a new one @returns the account's id */
export async function importGenerated(
	{ ctx }: TestMailbox,
	mail: GeneratedMail,
	ownerId = OWNER,
	into: string | null = null,
): Promise<string> {
	const id = newId();
	const path = join(ctx.config.dataDir, `${id}.mbox`);
	await writeMbox(path, mail);
	const sha256 = await hashFile(path, new AbortController().signal);
	const file = { id, name: `${id}.mbox`, path, sizeBytes: 1, sha256 };
	const { account } = await addFile(ctx, ownerId, file, { accountId: into, uploadId: null });
	await ctx.jobs.drain();
	return account.id;
}

export { testInstall };

/** State of every message by Message-ID, which undo must restore. */
export async function messageStates({ ctx }: TestMailbox, ownerId = OWNER): Promise<Record<string, unknown>> {
	const rows = await ctx.database.query<{ message_id: string }>(
		`select message_id, folder_id, folder_role, is_read, is_starred, is_important,
			(select coalesce(array_agg(l order by l), '{}') from unnest(labels) l) as labels
		from emails where owner_id = $1 order by message_id`,
		[ownerId],
	);
	return Object.fromEntries(rows.map(({ message_id, ...state }) => [message_id, state]));
}

/** The same from the provider, for all messages of an initial listing. */
export async function providerStates({ ctx }: TestMailbox, accountId: string, ownerId = OWNER) {
	const { session } = await openSession(ctx, ownerId, accountId);
	const found: Record<string, unknown> = {};
	const rows = await ctx.database.query<{ provider_id: string; message_id: string }>(
		"select provider_id, message_id from emails where owner_id = $1 and account_id = $2",
		[ownerId, accountId],
	);
	const names = new Map(rows.map((row) => [row.provider_id, row.message_id]));
	const roles = new Map((await session.reader.listFolders()).map((folder) => [folder.id, folder.role]));
	for (let cursor: string | null = null, more = true; more; ) {
		const page = await session.reader.listChanges(cursor, { limit: 500, signal: new AbortController().signal });
		for (const message of page.messages)
			found[names.get(message.id) ?? message.id] = {
				folder_id: message.folderId,
				folder_role: roles.get(message.folderId),
				is_read: message.flags.read,
				is_starred: message.flags.starred,
				is_important: message.flags.important,
				labels: [...message.labels].sort(),
			};
		cursor = page.cursor;
		more = page.more;
	}
	await session.close();
	return found;
}

/** Ids of stored messages by Message-ID. */
export async function idsOf({ ctx }: TestMailbox, ownerId = OWNER): Promise<Map<string, string>> {
	const rows = await ctx.database.query<{ id: string; message_id: string }>(
		"select id, message_id from emails where owner_id = $1",
		[ownerId],
	);
	return new Map(rows.map((row) => [row.message_id, row.id]));
}

/** Folder counts as stored and as counted: equal when all is correct. */
export async function folderCounts({ ctx }: TestMailbox, ownerId = OWNER) {
	const saved = await ctx.database.query(
		`select id, total_count as total, unread_count as unread from email_folders where owner_id = $1 and total_count > 0 order by id`,
		[ownerId],
	);
	const counted = await ctx.database.query(
		`select folder_id as id, count(*)::int as total, (count(*) filter (where not is_read))::int as unread
		from emails where owner_id = $1 group by folder_id order by folder_id`,
		[ownerId],
	);
	return { saved, counted };
}
