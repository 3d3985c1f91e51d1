import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { newId } from "#shared/ids.ts";
import type { Context } from "../../context.ts";
import type { Progress, RunningJob } from "../../jobs/jobs.ts";
import { openMailbox, type TestMailbox, testPlace } from "../../testing/mailbox.ts";
import { countsAndRecounts } from "../store/testing.ts";
import { syncJob } from "./job.ts";
import { type MemoryServer, memoryMail, memoryServer } from "./testing.ts";

interface Running {
	id?: string;
	stop?: AbortController;
	onProgress?: (p: Progress) => void;
	giveWay?: () => Promise<void>;
}

interface Stored {
	id: string;
	provider_id: string;
	message_id: string;
	folder_id: string;
	raw_sha256: string | null;
}

/** A mailbox of the kernel on a mail server in memory; each test has an account and a server of its own. */
export interface Ground {
	owner: string;
	/** The one that is synced; a test may make another. */
	account: string;
	server: MemoryServer;
	readonly ctx: Context;
	readonly dataDir: string;
	query<R extends object>(sql: string, values?: unknown[]): Promise<R[]>;
	/** Makes another account, which is synced from then on. */
	connect(): Promise<void>;
	/** Messages, forty unless told, every third of them not in the inbox. */
	fill(count?: number): void;
	sync(options?: Running): Promise<Record<string, unknown>>;
	/** Everything stored of the account, in a fixed order. */
	rows(): Promise<Stored[]>;
	countsAgree(): Promise<void>;
}

/** Registers what goes before and after the tests of a file. */
export function memoryGround(): Ground {
	let place: Awaited<ReturnType<typeof testPlace>>;
	let mailbox: TestMailbox;
	const ground: Ground = {
		owner: "owner",
		account: "",
		server: memoryServer(),
		get ctx() {
			return mailbox.ctx;
		},
		get dataDir() {
			return place.dataDir;
		},
		query: (sql, values = []) => mailbox.ctx.database.query(sql, values),
		async connect() {
			ground.account = newId();
			await ground.query(
				"insert into connected_accounts (owner_id, id, provider, name) values ($1, $2::uuid, 'imap', $2::uuid::text)",
				[ground.owner, ground.account],
			);
		},
		fill(count = 40) {
			for (let n = 1; n <= count; n++)
				ground.server.deliver(memoryMail(n, { folderId: n % 3 === 0 ? "work" : "inbox" }));
		},
		sync: (options = {}) => syncJob.run(mailbox.ctx, running(ground, options)),
		rows: () => ground.query("select * from emails where account_id = $1 order by provider_id", [ground.account]),
		async countsAgree() {
			for (const { kept, counted } of await countsAndRecounts(mailbox.ctx.database)) expect(kept).toEqual(counted);
		},
	};
	beforeAll(async () => {
		place = await testPlace();
		const { kind, capabilities } = memoryServer().provider;
		const provider = { kind, capabilities, open: (env: never) => ground.server.provider.open(env) } as never;
		mailbox = await openMailbox(place, { provider, isIdle: true });
	});
	afterAll(async () => {
		await mailbox.close();
		await place.remove();
	});
	beforeEach(async () => {
		ground.server = memoryServer();
		await ground.connect();
	});
	afterEach(async () => {
		const tables =
			"emails, email_search, email_attachments, email_thread_links, email_folders, sender_stats, day_stats, month_stats, arrivals";
		await ground.query(`truncate ${tables}`);
	});
	return ground;
}

function running({ owner, account }: Ground, options: Running): RunningJob<{ accountId: string }> {
	return {
		id: options.id ?? newId(),
		ownerId: owner,
		accountId: account,
		input: { accountId: account },
		attempt: 1,
		previous: null,
		signal: (options.stop ?? new AbortController()).signal,
		progress: (p) => options.onProgress?.(p),
		giveWay: options.giveWay ?? (async () => undefined),
	};
}
