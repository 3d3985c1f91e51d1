import { afterEach, beforeEach, expect, it } from "vitest";
import { newId } from "#shared/ids.ts";
import { importGenerated, OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { type RunningJob, Yield } from "../../platform/jobs/jobs.ts";
import { MODEL_VERSION } from "../classify/model.ts";
import { countsAndRecounts, recountAllDays } from "../store/testing.ts";
import { correct } from "./corrections.ts";
import { classifyJob } from "./job.ts";
import { categoriesModule } from "./module.ts";

/** More than one batch. */
const COUNT = 420;

let install: Awaited<ReturnType<typeof testInstall>>;
let box: TestMailbox;
beforeEach(async () => {
	install = await testInstall();
	box = await openMailbox(install);
});
afterEach(async () => {
	for (const { saved, counted } of await countsAndRecounts(box.ctx.database)) expect(saved).toEqual(counted);
	await box.close();
	await install.remove();
});

const run = async (sql: string, values: unknown[] = []) =>
	box.ctx.database.query<{ id: string; category: string }>(sql, values);
const messageStates = () =>
	run("select id, category, category_reason, category_source, previous_category from emails order by id");

/** What a worker does on startup. */
async function begin(): Promise<void> {
	await categoriesModule.maintain?.(box.ctx);
	await box.ctx.jobs.drain();
}

it("skips a mailbox that this model classified on arrival", async () => {
	await importGenerated(box, { count: 20 });
	await begin();
	expect(await run("select id from jobs where kind = 'classify'")).toEqual([]);
});

it("classifies once what an older program or an older model left", async () => {
	const account = await importGenerated(box, { count: COUNT });
	const others = await run("select id from emails where sender_email <> 'sender3@example.org' order by id limit 2");
	const [categorized, none] = others.map(({ id }) => id);
	await correct(box.ctx, OWNER, { type: "sender", accountId: account, senderEmail: "sender3@example.org" }, "social");
	await run(
		"update emails set category = 'forums', category_reason = 'The provider.', category_source = 'provider' where id = $1",
		[categorized],
	);
	const before = await messageStates();
	// Counts and rows as they were before categories were stored.
	await run(
		"update emails set category = 'updates', category_reason = 'An older model.' where category_source = 'classifier'",
	);
	await run("update emails set category = null, category_reason = null, category_source = null where id = $1", [none]);
	await recount();
	await run("update category_models set version = version - 1");

	await box.close();
	box = await openMailbox(install);
	await begin();
	expect(await messageStates()).toEqual(before);
	expect(before.filter(({ category }) => category === "social")).toHaveLength(COUNT / 7);
	expect(await run("select version from category_models where account_id = $1", [account])).toEqual([
		{ version: MODEL_VERSION },
	]);
	await run("update emails set category_reason = 'Not checked again.' where id = $1", [none]);
	await begin();
	expect(await run("select category_reason from emails where id = $1", [none])).toEqual([
		{ category_reason: "Not checked again." },
	]);
});

it("resumes where a stopped process left off", async () => {
	const accountId = await importGenerated(box, { count: COUNT });
	const right = await messageStates();
	await run(
		"update emails set category = null, category_reason = null, category_source = null where folder_role <> 'sent'",
	);
	await recount();
	await run("delete from category_models");
	let saved: Record<string, unknown> = {};
	const job: RunningJob<{ accountId: string }> = {
		id: newId(),
		ownerId: OWNER,
		accountId,
		input: { accountId },
		attempt: 1,
		leaseId: "test-lease",
		previous: null,
		signal: new AbortController().signal,
		progress: ({ result }) => {
			saved = result ?? {};
		},
		yieldIfWaiting: () => Promise.reject(new Yield("enough")),
	};
	await expect(classifyJob.run(box.ctx, job)).rejects.toThrow("enough");
	const unclassified = await run("select id from emails where category is null");
	expect([unclassified.length > 0, unclassified.length < COUNT]).toEqual([true, true]);
	expect(await run("select version from category_models")).toEqual([]);

	const result = await classifyJob.run(box.ctx, { ...job, previous: saved, yieldIfWaiting: () => Promise.resolve() });
	expect(result).toEqual({ scanned: COUNT, changed: COUNT });
	expect(await messageStates()).toEqual(right);
	expect(await run("select account_id from category_models")).toEqual([{ account_id: accountId }]);
});

/** Recomputes counts after the test changed rows directly. */
async function recount(): Promise<void> {
	await run("delete from month_stats");
	await run(`insert into month_stats (owner_id, account_id, month, folder_role, category, list_key, sender_email, email_count,
			read_count, size_bytes)
		select owner_id, account_id, date_trunc('month', received_date at time zone 'UTC')::date, folder_role,
			coalesce(category, ''), list_key, sender_email, count(*), count(*) filter (where is_read), sum(size_bytes)
		from emails where list_key is not null group by 1, 2, 3, 4, 5, 6, 7`);
	await recountAllDays(box.ctx.database);
}
