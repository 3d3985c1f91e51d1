import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startDue } from "#server/platform/schedule/start-due.ts";
import type { KeyScope } from "#shared/contract.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { jobsContract } from "#shared/contracts/jobs.ts";
import { outgoingContract } from "#shared/contracts/outgoing.ts";
import { signInContract } from "#shared/contracts/sign-in.ts";
import { smallDemo } from "#test/demo.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { dkimKey } from "#tools/spam-analyzer/server/testing/zones.ts";
import { validatorContract } from "#tools/validator/contract.ts";
import { campaignsContract } from "../contract.ts";
import { checkCampaign, checkJob } from "./check/check-job.ts";
import { campaignsWithSameText } from "./check/similar-text.ts";
import { recordOpenResults } from "./message-results.ts";
import { exportCampaign } from "./report/export.ts";
import { campaignRun } from "./run.ts";
import { samplePlan, sampleStep } from "./testing/sample-plan.ts";

let dns: TestDns;
let server: TestServer;
let ada: TestUser;
let accountId: string;
/** Milliseconds by which the server's clock is ahead. */
let ahead = 0;
/** Of the demo mailbox's domain. */
const records = {
	"marlow.example": { TXT: "v=spf1 ip4:192.0.2.1 -all" },
	"_dmarc.marlow.example": { TXT: "v=DMARC1; p=reject" },
	"default._domainkey.marlow.example": { TXT: dkimKey(2_048) },
};
const api = () => ada.client(campaignsContract);

beforeAll(async () => {
	dns = await startDns({
		"ink.example": { MX: [10, "mx.ink.example"] },
		"mx.ink.example": { A: "192.0.2.1" },
		"closed.example": { MX: [0, "."] },
		...records,
	});
	const env = { DNS_SERVERS: dns.server };
	server = await startTestServer({ env, demo: smallDemo(), now: () => Date.now() + ahead });
	ada = await server.signUp();
	({ id: accountId } = (await ada.client(accountsContract).startDemo()).account);
	await server.ctx.jobs.drain();
});
afterAll(() => dns.close());
afterAll(() => server.close());

/** A draft with these recipients. */
async function draft(emails: readonly string[], changes: Parameters<typeof samplePlan>[0] = {}): Promise<string> {
	const { id } = await api().createCampaign({ body: samplePlan({ accountIds: [accountId], ...changes }) });
	await api().addRecipients({ params: { id }, body: { rows: emails.map((email) => ({ email, fields: {} })) } });
	return id;
}

async function check(id: string): Promise<void> {
	const { job } = await api().checkCampaign({ params: { id } });
	await server.ctx.jobs.drain();
	expect((await ada.client(jobsContract).getJob({ params: { id: job.id } })).state).toBe("done");
}

it("excludes who must not get the campaign, with the reason", async () => {
	await ada.client(outgoingContract).addSuppression({ body: { target: "gone@ink.example", reason: null } });
	const friend = await server.ctx.database.one<{ email: string }>(
		`select sender_email as email from emails where owner_id = $1 and folder_role = 'inbox'
			and coalesce(list_key, '') = '' order by received_date desc limit 1`,
		[ada.ownerId],
	);
	await server.ctx.database.exec(
		`insert into validated_emails (owner_id, id, email, status, reason, score, flags, checked_at)
		values ($1, gen_random_uuid(), 'dead@ink.example', 'invalid', 'no-mailbox', 0, '{}', now())`,
		[ada.ownerId],
	);
	const emails = ["Ann <ann@ink.example>", "not an address", "gone@ink.example", "x@closed.example", "x@none.example"];
	const id = await draft([...emails, friend?.email ?? "", "dead@ink.example", "ann+again@ink.example"]);
	await expect(api().launchCampaign({ params: { id } })).rejects.toMatchObject({ code: "not-checked" });
	await check(id);
	const { items } = await api().listRecipients({ params: { id }, query: {} });
	expect(items.map(({ email, reason }) => `${email}: ${reason}`)).toEqual([
		"ann@ink.example: null",
		"not an address: invalid",
		"gone@ink.example: suppressed",
		"x@closed.example: no_mail_server",
		"x@none.example: no_mail_server",
		`${friend?.email}: in_conversation`,
		"dead@ink.example: invalid",
	]);
	const campaign = await api().getCampaign({ params: { id } });
	expect(campaign.states).toEqual({ waiting: 1, excluded: 6 });
	expect(campaign.exclusions).toEqual({ invalid: 2, suppressed: 1, no_mail_server: 2, in_conversation: 1 });
	expect(campaign.findings.filter(({ isBlocking }) => isBlocking)).toEqual([]);
});

it("has the validator look at addresses that it does not know, and shows what is risky", async () => {
	const id = await draft(["info@ink.example", "rae@ink.example"]);
	await check(id);
	const { items } = await api().listRecipients({ params: { id }, query: {} });
	expect(items.map(({ email, state, warning }) => [email, state, warning])).toEqual([
		["info@ink.example", "waiting", "The validator calls this address risky."],
		["rae@ink.example", "waiting", null],
	]);
	const { items: verdicts } = await ada.client(validatorContract).listVerdicts({ query: { q: "rae@" } });
	expect(verdicts.map(({ email, status }) => [email, status])).toEqual([["rae@ink.example", "unknown"]]);
});

it("excludes recipients without a value for a merge field, and asks for another check after a change", async () => {
	const steps = [sampleStep({ waitDays: 0, subject: "Hi", body: "About {{Company}}, {{first_name|friend}}" })];
	const id = await draft(["bea@ink.example"], { steps });
	const rows = [{ email: "carl@ink.example", fields: { COMPANY: "Ink" } }];
	await api().addRecipients({ params: { id }, body: { rows } });
	await check(id);
	const { items } = await api().listRecipients({ params: { id }, query: {} });
	expect(items.map(({ state, reason, warning }) => [state, reason, warning])).toEqual([
		["excluded", "missing_field", "company"],
		["waiting", null, null],
	]);
	const { previews } = await api().getRecipient({ params: { id: items[1]?.id ?? "" } });
	expect(previews[0]).toMatchObject({ subject: "Hi", missing: [] });
	expect(previews[0]?.text).toContain("About Ink, friend\n\n-- \nUnsubscribe: http");
	await api().updateCampaign({ params: { id }, body: samplePlan({ name: "Renamed" }) });
	expect((await api().getCampaign({ params: { id } })).checkedAt).toBeNull();
	await expect(api().launchCampaign({ params: { id } })).rejects.toMatchObject({ code: "not-checked" });
});

it("stores nothing of a check that is outdated", async () => {
	const id = await draft(["zoe@ink.example"]);
	const outdated = (await api().checkCampaign({ params: { id } })).job.id;
	await check(id);
	await ada.client(outgoingContract).addSuppression({ body: { target: "zoe@ink.example", reason: null } });
	const { signal } = new AbortController();
	const run = (jobId: string) =>
		checkJob.run(server.ctx, {
			...{ id: jobId, ownerId: ada.ownerId, accountId: null, input: { campaignId: id }, attempt: 1, leaseId: jobId },
			...{ previous: null, signal, progress: () => undefined, yieldIfWaiting: async () => undefined },
		});
	const states = async () => (await api().getCampaign({ params: { id } })).states;
	await run(outdated);
	expect(await states()).toEqual({ waiting: 1 });
	await check(id);
	expect(await states()).toEqual({ excluded: 1 });
});

it("checks and exports every recipient, and records every result, page by page", async () => {
	const emails = ["p1", "p2", "p3", "p4", "p5"].map((name) => `${name}@ink.example`);
	const id = await draft(emails);
	const key = [ada.ownerId, id];
	const { database } = server.ctx;
	const jobId = (await api().checkCampaign({ params: { id } })).job.id;
	await server.ctx.jobs.drain();
	await database.exec(
		"update campaign_recipients set state = 'excluded', reason = 'invalid' where owner_id = $1 and campaign_id = $2",
		key,
	);
	const { signal } = new AbortController();
	const job = {
		...{ id: jobId, ownerId: ada.ownerId, accountId: null, input: { campaignId: id }, attempt: 1, leaseId: jobId },
		...{ previous: null, signal, progress: vi.fn(), yieldIfWaiting: async () => undefined },
	};
	expect(await checkCampaign(server.ctx, job, 2)).toEqual({ waiting: 5, total: 5 });
	expect(job.progress.mock.calls.map(([{ done }]) => done)).toEqual([2, 4, 5]);
	expect((await api().getCampaign({ params: { id } })).states).toEqual({ waiting: 5 });
	for (const page of [1, 2, 5]) {
		const lines: string[] = [];
		for await (const line of await exportCampaign(server.ctx, ada.ownerId, id, page)) lines.push(line);
		expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(emails);
	}
	// Of a mailbox that was removed: nobody can find out more about them.
	await database.exec(
		`insert into campaign_messages (owner_id, campaign_id, recipient_id, step, attempt, sender_id, outgoing_id, subject,
			variant, state, links, handed_over_at)
		select owner_id, campaign_id, id, 0, 1, $3, gen_random_uuid(), '', 0, 'queued', '{}', now()
		from campaign_recipients where owner_id = $1 and campaign_id = $2`,
		[...key, accountId],
	);
	expect(await recordOpenResults(server.ctx, ada.ownerId, id, signal, 2)).toBeNull();
	const results = await database.query(
		"select state, count(*)::int as count from campaign_messages where owner_id = $1 and campaign_id = $2 group by 1",
		key,
	);
	expect(results).toEqual([{ state: "uncertain", count: 5 }]);
	await api().deleteCampaign({ params: { id } });
});

it("writes to a person once when two campaigns are launched at the same time", async () => {
	const startsAt = new Date(Date.now() + 3_600_000).toISOString();
	const ids = [
		await draft(["both@ink.example", "one@ink.example"], { startsAt }),
		await draft(["both@ink.example", "two@ink.example"], { startsAt }),
	];
	for (const id of ids) await check(id);
	await Promise.all(ids.map((id) => api().launchCampaign({ params: { id } })));
	const lists = await Promise.all(ids.map((id) => api().listRecipients({ params: { id }, query: {} })));
	const [first, ...more] = lists.flatMap(({ items }) => items).filter(({ email }) => email === "both@ink.example");
	expect([first?.reason, ...more.map(({ reason }) => reason)].sort()).toEqual([null, "other_campaign"].sort());
	const again = await draft(["both@ink.example"], { startsAt });
	await server.ctx.database.exec("update campaigns set checked_at = now() where id = $1", [again]);
	await expect(api().launchCampaign({ params: { id: again } })).rejects.toMatchObject({ code: "blocked" });
	for (const id of ids) await api().stopCampaign({ params: { id } });
});

it("does not launch what cannot be sent", async () => {
	const steps = [sampleStep({ waitDays: 0, subject: " ", body: "" })];
	const id = await draft(["dora@ink.example"], { steps, accountIds: [] });
	await check(id);
	const { findings } = await api().getCampaign({ params: { id } });
	const codes = findings.filter(({ isBlocking }) => isBlocking).map(({ code }) => code);
	expect(codes).toEqual(["no-mailbox", "no-subject", "no-text"]);
	await expect(api().launchCampaign({ params: { id } })).rejects.toMatchObject({ code: "blocked" });
	for (const wrong of [{ sendFrom: 600, sendUntil: 540 }, { timeZone: "Mars/Base" }])
		await expect(api().createCampaign({ body: samplePlan(wrong) })).rejects.toMatchObject({ code: "bad-plan" });
});

it("launches, pauses, resumes, stops and deletes; a draft alone is changed as one", async () => {
	const startsAt = new Date(Date.now() + 3_600_000).toISOString();
	const id = await draft(["eve@ink.example"], { startsAt });
	await check(id);
	const params = { id };
	expect((await api().launchCampaign({ params })).state).toBe("scheduled");
	const { plan } = await api().getCampaign({ params });
	await expect(api().updateCampaign({ params, body: plan })).rejects.toMatchObject({ code: "not-a-draft" });
	expect((await api().changeCampaign({ params, body: { ...plan, dailyCap: 7 } })).plan.dailyCap).toBe(7);
	await expect(api().deleteCampaign({ params })).rejects.toMatchObject({ code: "campaign-active" });
	expect((await api().pauseCampaign({ params })).state).toBe("paused");
	expect((await api().resumeCampaign({ params })).state).toBe("scheduled");
	expect((await api().stopCampaign({ params })).state).toBe("stopped");
	await expect(api().changeCampaign({ params, body: plan })).rejects.toMatchObject({ code: "wrong-state" });
	const { items } = await api().listRecipients({ params, query: { state: "stopped" } });
	expect(items.map(({ email }) => email)).toEqual(["eve@ink.example"]);
	const csv = await (await ada.fetch(`/api/v1/campaigns/${id}/export`)).text();
	expect(csv).toMatch(/^Email,Status,Reason,Sent,Last Sent,Opened,Clicked,Replied,Tone\r\neve@ink.example,stopped,,0/);
	await api().deleteCampaign({ params });
	await expect(api().getCampaign({ params })).rejects.toMatchObject({ status: 404 });
});

it("lets an API key send or read email only with the scope for it", async () => {
	const params = { id: await draft(["gus@ink.example"], { startsAt: new Date(Date.now() + 3_600_000).toISOString() }) };
	await check(params.id);
	const [person] = (await api().listRecipients({ params, query: {} })).items;
	const withKey = async (scopes: KeyScope[]) => {
		const { secret } = await ada.client(signInContract).createApiKey({ body: { name: "a program", scopes } });
		return async (path: string, method = "GET"): Promise<number> => {
			const headers = { authorization: `Bearer ${secret}` };
			return (await fetch(new URL(`/api/v1/campaigns/${path}`, server.url), { method, headers })).status;
		};
	};
	const [tools, mail] = [await withKey(["tools"]), await withKey(["mail:write"])];
	expect(await tools(`${params.id}/launch`, "POST")).toBe(403);
	expect(await tools("waiting?for=me")).toBe(403);
	expect(await tools(`recipients/${person?.id}`)).toBe(403);
	expect((await api().getCampaign({ params })).state).toBe("draft");
	expect(await mail(`recipients/${person?.id}`)).toBe(200);
	expect(await mail(`${params.id}/launch`, "POST")).toBe(200);
	expect(await tools(`${params.id}/in-progress`, "PUT")).toBe(403);
	expect(await tools(`${params.id}/pause`, "POST")).toBe(200);
	expect(await tools(`${params.id}/resume`, "POST")).toBe(403);
	expect(await tools(`${params.id}/stop`, "POST")).toBe(200);
});

it("charts the newest days of a long campaign", async () => {
	const id = await draft(["hal@ink.example"]);
	const [person] = (await api().listRecipients({ params: { id }, query: {} })).items;
	await server.ctx.database.exec(
		`insert into campaign_events (owner_id, id, campaign_id, recipient_id, kind, is_machine, happened_at)
		select $1, gen_random_uuid(), $2, $3, 'sent', false, '2026-01-01T12:00:00Z'::timestamptz + day * interval '1 day'
		from generate_series(0, 99) as day`,
		[ada.ownerId, id, person?.id],
	);
	const { days } = await api().getCampaign({ params: { id } });
	expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([90, "2026-01-11", "2026-04-10"]);
});

it("sends in the background once it is launched, and completes", async () => {
	const id = await draft(["fay@ink.example"]);
	await check(id);
	await api().launchCampaign({ params: { id } });
	const afterNextRun = async () => {
		ahead += 15_000;
		await startDue(server.ctx, [campaignRun.name]);
		const { state, counts } = await api().getCampaign({ params: { id } });
		return [state, counts.sent];
	};
	await expect.poll(afterNextRun, { timeout: 90_000, interval: 250 }).toEqual(["completed", 1]);
	const { items } = await ada.client(outgoingContract).listOutgoing({ query: {} });
	expect(items.map(({ subject, state }) => [subject, state])).toEqual([["Hello there", "sent"]]);
	const { totals } = await api().listCampaigns();
	expect(totals).toEqual({ sent: 1, opened: null, clicked: null, replied: 0 });
	const whole = await api().listCampaigns({ query: { limit: 500 } });
	const list = (cursor?: string) => api().listCampaigns({ query: { limit: 2, cursor } });
	let page = await list();
	const listed = [...page.items];
	while (page.nextCursor !== null) {
		page = await list(page.nextCursor);
		listed.push(...page.items);
		// Those of all pages, also where the campaign that was sent is on another one.
		expect([page.total, page.totals]).toEqual([whole.items.length, totals]);
	}
	expect(listed).toEqual(whole.items);
	expect(listed.length).toBeGreaterThan(4);
	await expect(list("x")).rejects.toMatchObject({ code: "bad-cursor" });
});

it("excludes who got nearly the same text in an earlier campaign", async () => {
	const body = "A question for you, {{first_name|friend}}!";
	const steps = [sampleStep({ subject: "Another subject", body })];
	const id = await draft(["fay@ink.example", "gil@ink.example"], { steps, includesConversations: true });
	await check(id);
	const { items } = await api().listRecipients({ params: { id }, query: {} });
	expect(items.map(({ email, reason }) => [email, reason])).toEqual([
		["fay@ink.example", "same_text"],
		["gil@ink.example", null],
	]);
	// However many were launched since.
	const { ctx } = server;
	const later = [await draft(["hal@ink.example"]), await draft(["ida@ink.example"])];
	await ctx.database.exec(
		"update campaigns set launched_at = now() + interval '1 hour' where owner_id = $1 and id = any($2::uuid[])",
		[ada.ownerId, later],
	);
	const own = { ownerId: ada.ownerId, campaignId: id, steps };
	const all = await campaignsWithSameText(ctx, own);
	expect(all.length).toBeGreaterThan(0);
	for (const page of [1, 2, 3]) expect(await campaignsWithSameText(ctx, own, page)).toEqual(all);
	await ctx.database.exec("delete from campaigns where owner_id = $1 and id = any($2::uuid[])", [ada.ownerId, later]);
	const other = [
		sampleStep({ subject: "Another subject", body: "Here is what I promised to send, {{first_name|friend}}." }),
	];
	await api().updateCampaign({
		params: { id },
		body: samplePlan({ accountIds: [accountId], steps: other, includesConversations: true }),
	});
	await check(id);
	expect((await api().getCampaign({ params: { id } })).states).toEqual({ waiting: 2 });
});

it("blocks a launch whose follow-ups need opens or clicks that are not tracked, and warns about unknown time zones", async () => {
	const steps = [
		sampleStep({ subject: "Hi", html: '<a href="https://ink.example/a">Our offer</a>' }),
		sampleStep({ waitDays: 1, condition: "not_opened", body: "One more thing." }),
		sampleStep({ waitDays: 1, condition: "clicked", body: "You looked at it." }),
	];
	const id = await draft(["jo@ink.example"], { steps, zoneField: "zone" });
	const params = { id };
	const blocking = async () =>
		(await api().getCampaign({ params })).findings.filter((one) => one.isBlocking).map(({ code }) => code);
	await check(id);
	expect(await blocking()).toEqual(["no-opens", "no-clicks", "no-zone-field"]);
	const plan = samplePlan({ accountIds: [accountId], steps, zoneField: "zone", tracksOpens: true, tracksClicks: true });
	await api().updateCampaign({ params, body: plan });
	const rows = [{ email: "kay@ink.example", fields: { Zone: "Middle Earth" } }];
	await api().addRecipients({ params, body: { rows } });
	await check(id);
	expect(await blocking()).toEqual([]);
	const { items } = await api().listRecipients({ params, query: {} });
	expect(items.map(({ warning }) => warning)).toEqual([
		null,
		"“Middle Earth” is not a time zone: the campaign's zone is used.",
	]);
	// A reply in the conversation has no subject of its own, and the first message goes to everyone.
	const odd = [sampleStep({ subject: "Hi", condition: "clicked" }), sampleStep({ waitDays: 1, subjectB: "Other" })];
	const saved = await api().updateCampaign({ params, body: { ...plan, steps: odd } });
	expect(saved.plan.steps.map(({ subjectB, condition }) => [subjectB, condition])).toEqual([
		["", "no_reply"],
		["", "no_reply"],
	]);
	const warmUp = { start: 60, step: 1 };
	await expect(api().createCampaign({ body: samplePlan({ dailyCap: 50, warmUp }) })).rejects.toMatchObject({
		code: "bad-plan",
	});
});
