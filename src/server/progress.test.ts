import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { interceptedStatements } from "#test/intercepted-statements.ts";
import { maintainDrafts } from "../tools/composer/server/drafts.ts";
import { readReportsJob } from "../tools/spam-analyzer/server/dmarc/collect.ts";
import type { Database } from "./db/database.ts";
import type { MailContext } from "./mail/context/context.ts";
import { sendJob } from "./mail/send/job.ts";
import { expireArtifacts } from "./platform/artifacts/files.ts";
import { enqueueFresh } from "./platform/jobs/enqueue-fresh.ts";
import type { RunningJob } from "./platform/jobs/jobs.ts";
import { startDue } from "./platform/schedule/start-due.ts";
import { createSecrets } from "./platform/secrets/secrets.ts";
import { deliverWebhooksJob } from "./platform/webhooks/deliver.ts";
import { secretContext } from "./platform/webhooks/webhooks.ts";
import { NoProgress } from "./progress.ts";

const NOW = Date.UTC(2026, 0, 1);
const ID = randomUUID();
const many = <T>(count: number, one: (id: string) => T): T[] => Array.from({ length: count }, () => one(randomUUID()));

/** A context whose database always returns the same rows for what is to be done, and keeps no change. */
function stuck(todo: RegExp, rows: object[], more: object = {}): MailContext {
	const database = interceptedStatements(
		{ embedded: true, transaction: (work: () => Promise<unknown>) => work() } as unknown as Database,
		async (text) => (todo.test(text) ? rows : []),
	);
	const nothing = (): undefined => undefined;
	const log = { info: nothing, warn: nothing, error: nothing };
	const config = { dataDir: tmpdir(), s3: null, secret: Buffer.alloc(32, 7) };
	return { database, log, config, now: () => NOW, events: { publish: nothing }, ...more } as unknown as MailContext;
}

function job<Input>(input: Input): RunningJob<Input> {
	return {
		...{ id: ID, ownerId: "ada", accountId: ID, input, attempt: 1, leaseId: "test", previous: null },
		...{ signal: new AbortController().signal, progress: () => undefined, yieldIfWaiting: async () => undefined },
	};
}

const LOOPS: [what: string, run: () => Promise<unknown>][] = [
	[
		"Deleting expired files",
		() =>
			expireArtifacts(
				stuck(
					/^select owner_id, id from artifacts/,
					many(100, (id) => ({ owner_id: "ada", id })),
				),
			),
	],
	[
		"Deleting old drafts",
		() =>
			maintainDrafts(
				stuck(
					/^select .* from drafts/s,
					many(200, (id) => ({ ownerId: "ada", id })),
				),
			),
	],
	[
		"Reading DMARC reports",
		() => {
			const emails = stuck(
				/^select id from connected_accounts|^select a\.email_id as id/,
				many(100, (id) => ({ id })),
			);
			return readReportsJob.run(emails, job({ accountId: null }));
		},
	],
	[
		"Sending mail",
		() => {
			const row = { ...{ id: ID, state: "sending", attempts: 1, submitted_at: null }, next_attempt_at: new Date(NOW) };
			return sendJob.run(stuck(/next_attempt_at <= /, [row]), job({ accountId: ID }));
		},
	],
	[
		"Starting scheduled tasks",
		() => {
			const schedules = many(100, (key) => ({
				...{ ownerId: "ada", task: "test", key, cron: "* * * * *", timeZone: "UTC", input: {} },
				nextRunAt: new Date(NOW),
			}));
			return startDue(stuck(/ from schedules /, schedules, { jobs: { enqueue: async () => ({}) } }), ["test"]);
		},
	],
	[
		"Enqueuing a run of test",
		() => {
			const jobs = { enqueue: async () => ({ id: ID, state: "running" }) };
			const kind = { name: "test" } as Parameters<typeof enqueueFresh>[1];
			return enqueueFresh(stuck(/^$/, [], { jobs }), kind, { ownerId: "ada", input: {}, dedupeKey: "key" });
		},
	],
	[
		"Delivering webhooks",
		() => {
			const net = { http: async () => ({ status: 200, body: new Uint8Array() }) };
			const ctx = stuck(/./, [], { net });
			const secret = createSecrets(ctx.config).seal("whsec", secretContext({ ownerId: "ada", id: ID }));
			const due = { ...{ id: ID, event: "email.sent", isTest: true, data: {}, attempts: 0, previousSecret: null } };
			const times = { occurredAt: new Date(NOW), nextAttemptAt: new Date(NOW) };
			const row = { ...due, ...times, url: "https://example.org/", secret };
			return deliverWebhooksJob.run(stuck(/d\.next_attempt_at <= /, [row], { net }), job({ webhookId: ID }));
		},
	],
];

test.each(LOOPS)("%s ends when it makes no progress, and says so", async (what, run) => {
	const failed = run();
	await expect(failed).rejects.toThrow(NoProgress);
	await expect(failed).rejects.toThrow(`${what} makes no progress`);
});
