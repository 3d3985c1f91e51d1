import { afterAll, beforeAll, expect, test } from "vitest";
import { dovecotPath } from "#test/dovecot/program.ts";
import { OWNER } from "#test/mailbox.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import type { Plan } from "../contract.ts";
import {
	archiveCampaign,
	changeCampaign,
	createCampaign,
	launchCampaign,
	renameCampaign,
	stopCampaign,
} from "./campaigns.ts";
import { addRecipients, listRecipients } from "./recipients.ts";
import { getCampaign, listCampaigns } from "./report/report.ts";
import { campaignRun } from "./run.ts";
import { type CampaignMailbox, openCampaignMailbox } from "./testing/campaign-mailbox.ts";
import { samplePlan, sampleStep } from "./testing/sample-plan.ts";

const HOUR_MS = 3_600_000;
const first = sampleStep({ subject: "Hello", body: "A question for you." });
const second = sampleStep({ waitDays: 3, body: "Did you see it?" });
const texts = (...bodies: string[]): Plan["steps"] =>
	bodies.map((body, at) => ({ ...(at === 0 ? first : second), body }));

describeIf(dovecotPath !== null)("a campaign that is changed while it is in progress", () => {
	let mailbox: CampaignMailbox;
	/** A Monday. */
	let now = Date.parse("2026-06-01T08:00:00Z");
	beforeAll(async () => {
		mailbox = await openCampaignMailbox(() => now);
	});
	afterAll(() => mailbox.close());

	async function launch(names: readonly string[], changes: Partial<Plan>): Promise<string> {
		const { ctx } = mailbox.box;
		const id = await createCampaign(ctx, OWNER, samplePlan({ accountIds: [mailbox.account], ...changes }));
		const rows = names.map((name) => ({ email: `${name}@example.net`, fields: fieldsOf(name) }));
		await addRecipients(ctx, OWNER, id, rows);
		await ctx.database.exec("update campaigns set checked_at = now() where id = $1", [id]);
		await launchCampaign(ctx, OWNER, id);
		return id;
	}

	const fieldsOf = (name: string): Record<string, string> => (name === "bob" ? {} : { firm: "Ink" });

	/** Runs what is due within so many hours. */
	async function pass(campaignId: string, hours: number): Promise<void> {
		const { ctx } = mailbox.box;
		const until = now + hours * HOUR_MS;
		for (;;) {
			const row = await ctx.database.one<{ at: Date | null }>("select next_run_at as at from campaigns where id = $1", [
				campaignId,
			]);
			if (row?.at == null || row.at.getTime() > until) break;
			now = Math.max(now + 1_000, row.at.getTime());
			const { signal } = new AbortController();
			await campaignRun.run(ctx, { ownerId: OWNER, key: campaignId, input: { campaignId }, dueAt: row.at, signal });
			await ctx.jobs.drain();
		}
		now = until;
	}

	const change = async (id: string, changes: Partial<Plan>) => {
		const { plan } = await getCampaign(mailbox.box.ctx, OWNER, id);
		await changeCampaign(mailbox.box.ctx, OWNER, id, { ...plan, ...changes });
	};
	/** Whom a text was sent to, sorted. */
	const gotten = (text: string) =>
		mailbox.sink.received.flatMap(({ to, raw }) => (raw.includes(text) ? to : [])).toSorted();
	const states = async (id: string) => {
		const { items } = await listRecipients(mailbox.box.ctx, OWNER, id, { limit: 50 });
		return Object.fromEntries(items.map(({ email, state, nextAt }) => [email.split("@")[0], { state, nextAt }]));
	};

	test("sends the changed text from the next message on, and to nobody twice", async () => {
		const id = await launch(["ann", "bea", "cid"], { steps: texts("Old words", "Old reminder"), dailyCap: 2 });
		await pass(id, 2);
		await change(id, { steps: texts("New words", "New reminder"), dailyCap: 10 });
		// The mailbox may send more on the same day now, without waiting for the next.
		await pass(id, 2);
		expect([gotten("Old words"), gotten("New words")]).toEqual([
			["ann@example.net", "bea@example.net"],
			["cid@example.net"],
		]);
		await pass(id, 80);
		expect([gotten("Old reminder"), gotten("New reminder").length]).toEqual([[], 3]);
		expect((await getCampaign(mailbox.box.ctx, OWNER, id)).state).toBe("completed");
	});

	test("moves what is due to the new wait, from the message before on", async () => {
		now = Date.parse("2026-06-08T08:00:00Z");
		const id = await launch(["dan"], { steps: texts("Wait", "Waited") });
		await pass(id, 1);
		const sent = Date.parse((await states(id)).dan?.nextAt ?? "") - 72 * HOUR_MS;
		await change(id, { steps: texts("Wait", "Waited").map((step, at) => ({ ...step, waitDays: at })) });
		expect((await states(id)).dan?.nextAt).toBe(new Date(sent + 24 * HOUR_MS).toISOString());
		await pass(id, 25);
		expect(gotten("Waited")).toEqual(["dan@example.net"]);
	});

	test("ends the sequence where its last message is removed, and keeps what was sent to somebody", async () => {
		const id = await launch(["eve"], { steps: texts("One", "Two", "Three") });
		await pass(id, 1);
		await expect(change(id, { steps: [] })).rejects.toMatchObject({ code: "bad-plan" });
		await change(id, { steps: texts("One") });
		expect((await states(id)).eve?.state).toBe("finished");
		expect((await getCampaign(mailbox.box.ctx, OWNER, id)).state).toBe("completed");
		await expect(change(id, { name: "Over" })).rejects.toMatchObject({ code: "wrong-state" });
	});

	test("refuses what could not be sent, and what is decided at launch, and changes nothing then", async () => {
		const id = await launch(["bob", "fay"], { steps: texts("Here", "There") });
		await expect(change(id, { steps: texts("Here", "To {{firm}}") })).rejects.toMatchObject({
			code: "missing-field",
			message: "1 person has no value for {{firm}} in message 2. Give it a fallback, such as {{firm|there}}.",
		});
		await change(id, { steps: texts("Here", "To {{firm|you}} and {{email}}") });
		await expect(change(id, { steps: texts("Here", " ") })).rejects.toMatchObject({ code: "bad-plan" });
		await expect(change(id, { includesConversations: true })).rejects.toMatchObject({ code: "bad-plan" });
		await expect(change(id, { accountIds: [] })).rejects.toMatchObject({ code: "bad-plan" });
		await expect(change(id, { startsAt: new Date(now).toISOString() })).rejects.toMatchObject({ code: "bad-plan" });
		expect((await getCampaign(mailbox.box.ctx, OWNER, id)).plan).toMatchObject({
			includesConversations: false,
			accountIds: [mailbox.account],
			steps: [{ body: "Here" }, { body: "To {{firm|you}} and {{email}}" }],
		});
	});

	test("is renamed in any state, and put away once it is over", async () => {
		const { ctx } = mailbox.box;
		const id = await launch(["gus"], { steps: texts("Soon") });
		const archive = (archived: boolean) => archiveCampaign(ctx, OWNER, { id, archived });
		const listed = async (archived: boolean) =>
			(await listCampaigns(ctx, OWNER, { limit: 50, archived })).items.some((campaign) => campaign.id === id);
		await expect(archive(true)).rejects.toMatchObject({ code: "campaign-active" });
		await stopCampaign(ctx, OWNER, id);
		await renameCampaign(ctx, OWNER, id, "Autumn offer");
		expect((await getCampaign(ctx, OWNER, id)).name).toBe("Autumn offer");
		await archive(true);
		expect([await listed(false), await listed(true)]).toEqual([false, true]);
		await archive(false);
		expect([await listed(false), await listed(true)]).toEqual([true, false]);
	});
});
