import { afterAll, beforeAll, expect, test } from "vitest";
import { dovecotPath } from "#test/dovecot/program.ts";
import { OWNER } from "#test/mailbox.ts";
import { describeIf } from "../../../../../fixtures/only-if.ts";
import type { Plan } from "../../contract.ts";
import { createCampaign, launchCampaign } from "../campaigns.ts";
import { addRecipients } from "../recipients.ts";
import { getCampaign } from "../report/report.ts";
import { campaignRun } from "../run.ts";
import { type CampaignMailbox, openCampaignMailbox } from "../testing/campaign-mailbox.ts";
import { samplePlan, sampleStep } from "../testing/sample-plan.ts";
import { readForecast } from "./forecast.ts";

/** What the forecast says against what campaigns do, from two real mailboxes (Dovecot) under a fast clock. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describeIf(dovecotPath !== null)("a forecast", () => {
	let mailbox: CampaignMailbox;
	let accounts: string[];
	// A Thursday.
	let now = Date.parse("2026-06-04T05:00:00Z");
	beforeAll(async () => {
		mailbox = await openCampaignMailbox(() => now);
		accounts = [mailbox.account, await mailbox.connectAnother()];
	});
	afterAll(() => mailbox.close());

	async function draft(name: string, people: number, changes: Partial<Plan>): Promise<string> {
		const { ctx } = mailbox.box;
		const steps = [1, 2, 3].map((step) => sampleStep({ waitDays: step - 1, subject: step === 1 ? "Hello" : "" }));
		const hours = { timeZone: "Europe/Berlin", sendDays: [1, 2, 4, 5], sendFrom: 540, sendUntil: 1_020 };
		const pace = { dailyCap: 6, spacingSeconds: 600, warmUp: { start: 2, step: 1 } };
		const plan = samplePlan({ accountIds: accounts, steps, ...hours, ...pace, ...changes });
		const id = await createCampaign(ctx, OWNER, plan);
		const rows = Array.from({ length: people }, (_, index) => ({
			email: `ann-${name}-${index}@example.net`,
			fields: { zone: index % 3 === 0 ? "America/New_York" : "" },
		}));
		await addRecipients(ctx, OWNER, id, rows);
		await ctx.database.exec("update campaigns set checked_at = now() where id = $1", [id]);
		return id;
	}

	/** Runs all campaigns until they are over. @param each before each run */
	async function play(each: (id: string) => Promise<void> = async () => undefined): Promise<void> {
		const { ctx } = mailbox.box;
		const { signal } = new AbortController();
		for (;;) {
			const row = await ctx.database.one<{ id: string; at: Date }>(
				"select id, next_run_at as at from campaigns where next_run_at is not null order by next_run_at limit 1",
				[],
			);
			if (row === undefined) return;
			now = Math.max(now + 1_000, row.at.getTime());
			await each(row.id);
			const input = { campaignId: row.id };
			await campaignRun.run(ctx, { ownerId: OWNER, key: row.id, input, dueAt: row.at, signal });
			await ctx.jobs.drain();
		}
	}

	/** Messages by local day, over all steps; and when the last one left. */
	async function sent(id: string) {
		const rows = await mailbox.box.ctx.database.query<{ day: string; count: number; last: Date }>(
			`select to_char(handed_over_at at time zone 'Europe/Berlin', 'YYYY-MM-DD') as day, count(*)::int as count,
				max(handed_over_at) as last from campaign_messages where campaign_id = $1 group by 1 order by 1`,
			[id],
		);
		return { days: rows.map(({ day, count }) => `${day} ${count}`), last: rows.at(-1)?.last.getTime() ?? 0 };
	}

	const ending = ({ endsAt }: Awaited<ReturnType<typeof readForecast>>) => Date.parse(endsAt ?? "");
	const daysOf = ({ days }: Awaited<ReturnType<typeof readForecast>>) =>
		days.map(({ day, counts }) => `${day} ${counts.reduce((sum, count) => sum + count, 0)}`);

	test("is what the campaign does, day by day, to the end", async () => {
		const id = await draft("alone", 11, {});
		const forecast = await readForecast(mailbox.box.ctx, OWNER, id);
		expect(forecast.total).toBe(33);
		await launchCampaign(mailbox.box.ctx, OWNER, id);
		expect(await readForecast(mailbox.box.ctx, OWNER, id)).toEqual(forecast);
		await play();
		const real = await sent(id);
		expect(real.days).toEqual(daysOf(forecast));
		// The time between two messages varies by a quarter.
		expect(Math.abs(real.last - ending(forecast))).toBeLessThan(HOUR);
		expect((await getCampaign(mailbox.box.ctx, OWNER, id)).state).toBe("completed");
	}, 300_000);

	test("counts on what other campaigns send from the same mailboxes", async () => {
		const { ctx } = mailbox.box;
		now = Date.parse("2027-01-04T05:00:00Z");
		const first = await draft("first", 11, {});
		const alone = await readForecast(ctx, OWNER, first);
		await launchCampaign(ctx, OWNER, first);
		const second = await draft("second", 9, { startsAt: "2027-01-05T10:00:00.000Z" });
		const asDraft = await readForecast(ctx, OWNER, second);
		await launchCampaign(ctx, OWNER, second);
		expect(await readForecast(ctx, OWNER, second)).toEqual(asDraft);
		const both = await readForecast(ctx, OWNER, first);
		expect(ending(both)).toBeGreaterThan(ending(alone));
		await play();
		// Which of them sends, where both could, is chance: it moves some of their follow-ups, over a weekend at most.
		const last = Math.max((await sent(first)).last, (await sent(second)).last);
		expect(Math.abs(last - Math.max(ending(both), ending(asDraft)))).toBeLessThan(5 * DAY);
	}, 300_000);

	test("names the moment of the next message, also when the mailboxes have used up their day", async () => {
		const { ctx } = mailbox.box;
		now = Date.parse("2026-06-22T05:00:00Z");
		const id = await draft("next", 12, { zoneField: "zone", dailyCap: 2, warmUp: null });
		await launchCampaign(ctx, OWNER, id);
		const announced: (string | null)[] = [];
		let before = 0;
		await play(async () => {
			const { length } = mailbox.sink.received;
			if (length > before || announced.length === 0) {
				// After each message: what it says of the next one.
				announced.push((await getCampaign(ctx, OWNER, id)).nextAt);
				before = length;
			}
		});
		const rows = await ctx.database.query<{ at: Date }>(
			"select handed_over_at as at from campaign_messages where campaign_id = $1 order by 1",
			[id],
		);
		// After the last one there is none.
		for (const at of announced.filter((one) => one !== null)) {
			const real = rows.map((row) => Math.abs(row.at.getTime() - Date.parse(at)));
			expect(Math.min(...real)).toBeLessThan(200_000);
		}
		expect(announced.length).toBeGreaterThan(8);
	}, 300_000);
});
