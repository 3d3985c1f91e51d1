import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { newId } from "#shared/ids.ts";
import { noPause } from "#test/emulators/faults.ts";
import { openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import type { Progress, RunningJob } from "../../platform/jobs/jobs.ts";
import type { MailContext } from "../context/context.ts";
import { countsAndRecounts } from "../store/testing.ts";
import { clearIndex } from "../text-index/testing.ts";
import { syncJob } from "./job.ts";
import { type MemoryServer, memoryMail, memoryServer } from "./testing.ts";

interface Running {
	id?: string;
	stop?: AbortController;
	onProgress?: (p: Progress) => void;
	yieldIfWaiting?: () => Promise<void>;
}

interface Stored {
	id: string;
	provider_id: string;
	message_id: string;
	folder_id: string;
	raw_sha256: string | null;
}

/** A mailbox on an in-memory mail server; each test has its own account and server. */
export interface Fixture {
	owner: string;
	/** The account that is synced; a test may replace it. */
	account: string;
	server: MemoryServer;
	readonly ctx: MailContext;
	readonly dataDir: string;
	query<R extends object>(sql: string, values?: unknown[]): Promise<R[]>;
	/** Creates another account, which is synced from then on. */
	connect(): Promise<void>;
	/** Adds messages (40 by default), every third of them outside the inbox. */
	fill(count?: number): void;
	sync(options?: Running): Promise<Record<string, unknown>>;
	/** All stored messages of the account, in a fixed order. */
	rows(): Promise<Stored[]>;
	countsAgree(): Promise<void>;
}

/** Registers the hooks that run before and after the tests of a file. */
export function memoryFixture(): Fixture {
	let install: Awaited<ReturnType<typeof testInstall>>;
	let mailbox: TestMailbox;
	const fixture: Fixture = {
		owner: "owner",
		account: "",
		server: memoryServer(),
		get ctx() {
			return mailbox.ctx;
		},
		get dataDir() {
			return install.dataDir;
		},
		query: (sql, values = []) => mailbox.ctx.database.query(sql, values),
		async connect() {
			fixture.account = newId();
			await fixture.query(
				"insert into connected_accounts (owner_id, id, provider, name) values ($1, $2::uuid, 'imap', $2::uuid::text)",
				[fixture.owner, fixture.account],
			);
		},
		fill(count = 40) {
			for (let n = 1; n <= count; n++)
				fixture.server.deliver(memoryMail(n, { folderId: n % 3 === 0 ? "work" : "inbox" }));
		},
		sync: (options = {}) => syncJob.run(mailbox.ctx, running(fixture, options)),
		rows: () => fixture.query("select * from emails where account_id = $1 order by provider_id", [fixture.account]),
		async countsAgree() {
			for (const { saved, counted } of await countsAndRecounts(mailbox.ctx.database)) expect(saved).toEqual(counted);
		},
	};
	beforeAll(async () => {
		install = await testInstall();
		const { kind, capabilities } = memoryServer().provider;
		const provider = { kind, capabilities, open: (env: never) => fixture.server.provider.open(env) } as never;
		mailbox = await openMailbox(install, { provider, isIdle: true, pause: noPause });
	});
	afterAll(async () => {
		await mailbox.close();
		await install.remove();
	});
	beforeEach(async () => {
		fixture.server = memoryServer();
		await fixture.connect();
	});
	afterEach(async () => {
		const tables =
			"emails, email_search, email_attachments, email_thread_links, email_folders, sender_stats, day_stats, month_stats, inbox_events, stream_events";
		await fixture.query(`truncate ${tables}`);
		await clearIndex(mailbox.ctx.database);
	});
	return fixture;
}

function running({ owner, account }: Fixture, options: Running): RunningJob<{ accountId: string }> {
	return {
		id: options.id ?? newId(),
		ownerId: owner,
		accountId: account,
		input: { accountId: account },
		attempt: 1,
		leaseId: "test-lease",
		previous: null,
		signal: (options.stop ?? new AbortController()).signal,
		progress: (p) => options.onProgress?.(p),
		yieldIfWaiting: options.yieldIfWaiting ?? (async () => undefined),
	};
}
