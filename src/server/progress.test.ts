import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { maintainDrafts } from "../tools/composer/server/drafts.ts";
import type { Database } from "./db/database.ts";
import type { MailContext } from "./mail/context/context.ts";
import { expireArtifacts } from "./platform/artifacts/files.ts";
import { startDue } from "./platform/schedule/start-due.ts";
import { NoProgress } from "./progress.ts";

const NOW = Date.UTC(2026, 0, 1);
const many = <T>(count: number, one: (id: string) => T): T[] => Array.from({ length: count }, () => one(randomUUID()));

/** A context whose database always returns the same rows for what is to be done, and keeps no change. */
function stuck(todo: RegExp, rows: object[], more: object = {}): MailContext {
	const tx = {};
	const database = {
		query: async (text: string) => (todo.test(text) ? rows : []),
		transaction: (work: (tx: object) => Promise<unknown>) => work(tx),
	} as unknown as Database;
	const nothing = (): undefined => undefined;
	const log = { info: nothing, warn: nothing, error: nothing };
	const config = { dataDir: tmpdir(), s3: null };
	return { database, log, config, now: () => NOW, ...more } as unknown as MailContext;
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
		"Starting scheduled tasks",
		() => {
			const schedules = many(100, (key) => ({
				...{ ownerId: "ada", task: "test", key, cron: "* * * * *", timeZone: "UTC", input: {} },
				nextRunAt: new Date(NOW),
			}));
			return startDue(stuck(/ from schedules /, schedules, { jobs: { enqueue: async () => ({}) } }), ["test"]);
		},
	],
];

test.each(LOOPS)("%s ends when it makes no progress, and says so", async (what, run) => {
	const failed = run();
	await expect(failed).rejects.toThrow(NoProgress);
	await expect(failed).rejects.toThrow(`${what} makes no progress`);
});
