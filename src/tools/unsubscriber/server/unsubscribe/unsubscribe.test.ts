import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addFile } from "#server/mail/accounts/import.ts";
import type { MailContext } from "#server/mail/context/context.ts";
import { applyLocalChange } from "#server/mail/store/change.ts";
import { hashFile } from "#server/mail/uploads/files.ts";
import { createDns } from "#server/platform/net/dns/dns.ts";
import { createGuardedFetch } from "#server/platform/net/guarded-fetch.ts";
import type { WorkKind } from "#server/platform/work/work.ts";
import { newId } from "#shared/ids.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import type { Subscription } from "../../contract.ts";
import { listAttempts } from "../attempts/list.ts";
import { unsubscriberModule } from "../module.ts";
import { listSubscriptions } from "../subscriptions/list.ts";
import { ownedLists } from "../subscriptions/owned.ts";
import { type Senders, startSenders } from "../testing/senders.ts";
import { dkimRecord, mailing, mboxOf, signed } from "../testing/signed.ts";
import type { UnsubscribeDeps } from "./reach.ts";
import { startUnsubscribing } from "./request.ts";
import { createUnsubscribeWork } from "./work.ts";

/** Unsubscribing end to end, against list servers of every kind. */

const HOUR = 3_600_000;
const START = Date.parse("2026-03-02T10:00:00Z");

let install: Awaited<ReturnType<typeof testInstall>>;
let box: TestMailbox;
let senders: Senders;
let dns: TestDns;
let reach: UnsubscribeDeps;
let account: string;
let now = START;
const opened = performance.now();

const POST = "List-Unsubscribe-Post: List-Unsubscribe=One-Click";
const offers = (...addresses: string[]) => `List-Unsubscribe: ${addresses.map((one) => `<${one}>`).join(", ")}`;
const date = new Date(START - 24 * HOUR);
const makeMessage = (name: string, head: string[], body?: string) =>
	mailing({ from: `${name} <hello@${name}.test>`, subject: `News of ${name}`, date, head, ...(body && { body }) });

beforeAll(async () => {
	senders = await startSenders(["shop.test", "inside.test", "second.test"]);
	dns = await startDns({
		"s1._domainkey.shop.test": { TXT: dkimRecord },
		"shop.test": { A: "127.0.0.2" },
		"second.test": { A: "127.0.0.2" },
		"inside.test": { A: "127.0.0.1" },
	});
	const found = createDns({ servers: [dns.server] });
	const also = { addresses: new Set(["127.0.0.2"]), ports: new Set([String(senders.port)]) };
	const fetch = createGuardedFetch({ allowPrivateHosts: false, also, resolve: found.addresses });
	reach = { dns: found, fetch: (url, request) => fetch(url, { ...request, timeoutMs: 1_000 }) };
	install = await testInstall();
	box = await openMailbox(install, {
		// The clock keeps running: the delay between requests to one host depends on it.
		now: () => now + performance.now() - opened,
		work: [createUnsubscribeWork(() => reach) as WorkKind<unknown, unknown, MailContext>],
	});
});
afterAll(async () => {
	await box.close();
	await install.remove();
	await senders.close();
	await dns.close();
});

async function importMail(messages: { raw: string; date: Date }[], accountId: string | null): Promise<string> {
	const id = newId();
	const path = join(box.ctx.config.dataDir, `${id}.mbox`);
	await writeFile(path, mboxOf(messages));
	const file = {
		id,
		name: `${id}.mbox`,
		path,
		sizeBytes: 1,
		sha256: await hashFile(path, new AbortController().signal),
	};
	const imported = await addFile(box.ctx, OWNER, file, { accountId, uploadId: null });
	await box.ctx.jobs.drain();
	return imported.account.id;
}

async function lists(): Promise<Map<string, Subscription>> {
	const query = { view: "all", sort: "name", limit: 100 } as const;
	const { items } = await listSubscriptions(box.ctx, OWNER, query);
	return new Map((items as Subscription[]).map((item) => [item.name, item]));
}

/** Queues these lists, as the request does. @returns the job's result */
async function unsubscribe(names: readonly string[]): Promise<Record<string, unknown> | null> {
	const all = await lists();
	const chosen = await ownedLists(
		box.ctx.database,
		OWNER,
		names.map((name) => all.get(name)?.id ?? `${account}:${name}`),
	);
	const { job } = await startUnsubscribing(box.ctx, OWNER, chosen);
	await box.ctx.jobs.drain();
	return (await box.ctx.jobs.get(OWNER, job?.id ?? "")).result;
}

const attempts = async () =>
	(await listAttempts(box.ctx, OWNER, { limit: 100 })).items.map(
		({ name, method, address, state, reason, response }) => ({
			...{ name, method, address, state, reason },
			status: response?.status ?? null,
		}),
	);

test("each kind of list server ends in the right status, and nothing is fetched by GET", async () => {
	const url = senders.url;
	const oneClick = (path: string, host?: string) => [offers(url(path, host)), POST];
	const bulk = "Precedence: bulk";
	const sign = (name: string, head: string[], fields?: string[]) =>
		signed(makeMessage(name, head), "shop.test", fields);
	const cases: [string, string, object][] = [
		["Granted", await sign("Granted", oneClick("/yes?u=1")), { method: "one_click", state: "confirmed", status: 200 }],
		[
			"Page",
			makeMessage("Page", [offers(url("/yes?p"))]),
			{ method: "web", state: "needs_action", reason: "page-only" },
		],
		[
			"Broken",
			await sign("Broken", oneClick("/broken")),
			{ method: "one_click", state: "failed", reason: "refused", status: 500 },
		],
		[
			"Silent",
			await sign("Silent", oneClick("/silent")),
			{ method: "one_click", state: "failed", reason: "timed-out" },
		],
		[
			"Moved",
			await sign("Moved", oneClick("/moved")),
			{ method: "one_click", state: "needs_action", reason: "redirected", status: 302 },
		],
		[
			"Temporary",
			await sign("Temporary", oneClick("/temporary")),
			{ method: "one_click", state: "confirmed", status: 200 },
		],
		[
			"Inside",
			await sign("Inside", oneClick("/inside")),
			{ method: "one_click", state: "failed", reason: "host-not-allowed" },
		],
		[
			"Private",
			await sign("Private", oneClick("/yes", "inside.test")),
			{ method: "one_click", state: "failed", reason: "host-not-allowed" },
		],
		[
			"Unsigned",
			makeMessage("Unsigned", oneClick("/yes?x")),
			{ method: "web", state: "needs_action", reason: "no-dkim" },
		],
		[
			"Forged",
			(await sign("Forged", oneClick("/yes?f"))).replace("Hello", "Hullo"),
			{ method: "web", state: "needs_action", reason: "dkim-failed" },
		],
		[
			"Uncovered",
			await sign("Uncovered", oneClick("/yes?c"), ["From", "Subject"]),
			{ method: "web", state: "needs_action", reason: "dkim-not-covering" },
		],
		[
			"Twice",
			await sign("Twice", [...oneClick("/yes?t"), offers(url("/yes?t2"))]),
			{ method: "web", state: "needs_action", reason: "repeated-header" },
		],
		[
			"Linkless",
			await sign("Linkless", [POST, bulk]),
			{ method: "none", state: "failed", reason: "post-without-https", address: null },
		],
		[
			"Schemeless",
			makeMessage("Schemeless", [offers("shop.test/leave"), bulk]),
			{ method: "none", state: "failed", reason: "no-scheme" },
		],
		[
			"Relative",
			makeMessage("Relative", [offers("/leave?u=1"), bulk]),
			{ method: "none", state: "failed", reason: "no-scheme" },
		],
		["Mute", makeMessage("Mute", [bulk]), { method: "none", state: "failed", reason: "no-method" }],
		[
			"Text",
			makeMessage("Text", [bulk], `To unsubscribe, go to ${url("/yes?body")}`),
			{ method: "web", state: "needs_action", reason: "link-in-text", address: url("/yes?body") },
		],
		[
			"Mailed",
			makeMessage("Mailed", [offers("mailto:leave@shop.test?subject=out")]),
			{ method: "mailto", state: "needs_action", reason: "cannot-send", address: "leave@shop.test" },
		],
	];
	account = await importMail(
		cases.map(([, raw]) => ({ raw, date })),
		null,
	);
	const found = await lists();
	expect([...found.keys()].sort()).toEqual(cases.map(([name]) => name).sort());
	expect(found.get("Granted")).toMatchObject({
		state: "active",
		hasUnsubscribe: true,
		unsubscribe: { method: "one_click" },
	});
	expect(found.get("Text")).toMatchObject({ hasUnsubscribe: false, unsubscribe: { method: "web" } });

	expect(await unsubscribe(cases.map(([name]) => name))).toEqual({
		confirmed: 2,
		requested: 0,
		needsAction: 8,
		failed: 8,
	});
	const written = await attempts();
	for (const [name, , expected] of cases)
		expect(written.filter((one) => one.name === name)).toMatchObject([{ name, ...expected }]);
	expect(senders.requests.map(({ method }) => method)).toEqual(senders.requests.map(() => "POST"));
	const paths = senders.requests.map(({ at }) => at).sort();
	expect(paths).toEqual(
		["/broken", "/inside", "/temporary", "/moved", "/silent", "/yes", "/yes?u=1"]
			.map((path) => `shop.test${path}`)
			.sort(),
	);
	const after = await lists();
	expect(after.get("Granted")).toMatchObject({ state: "confirmed" });
	expect(after.get("Unsigned")?.attempt).toMatchObject({ explanation: expect.stringContaining("not signed") });
});

test("mail 48 hours later marks a list as still sending, earlier mail does not", async () => {
	const again = async (name: string, hours: number) => {
		now = START + hours * HOUR;
		const message = mailing({
			from: `${name} <hello@${name}.test>`,
			date: new Date(now),
			head: [offers(senders.url("/yes?u=1"))],
		});
		await importMail([{ raw: message, date: new Date(now) }], account);
	};
	await again("Granted", 47);
	expect((await lists()).get("Granted")).toMatchObject({ state: "confirmed", attempt: { stillSendingSince: null } });
	await again("Temporary", 49);
	const since = new Date(START + 49 * HOUR).toISOString();
	expect((await lists()).get("Temporary")).toMatchObject({
		state: "still_sending",
		attempt: { stillSendingSince: since },
	});
	expect((await lists()).get("Granted")?.state).toBe("confirmed");
	const ids = await box.ctx.database.query<{ id: string }>("select id from emails where sender_name = 'Temporary'", []);
	const payload = { accountId: account, emailIds: ids.map(({ id }) => id) };
	const delivery = { ownerId: OWNER, orderingKey: account, attempt: 1, signal: new AbortController().signal };
	const [handler] = unsubscriberModule.subscriptions?.[0]?.handlers ?? [];
	await handler?.handle(box.ctx, [{ id: newId(), payload, publishedAt: new Date(now) }], delivery);
	const noted = await box.ctx.database.one<{ still_sending_since: Date }>(
		"select still_sending_since from unsubscribe_attempts where list_name = 'Temporary'",
		[],
	);
	expect(noted?.still_sending_since.toISOString()).toBe(since);
	const { items } = await listAttempts(box.ctx, OWNER, { limit: 100, state: "still_sending" });
	expect(items.map(({ name }) => name)).toEqual(["Temporary"]);
	const views = await listSubscriptions(box.ctx, OWNER, { view: "unsubscribed", sort: "count", limit: 100 });
	expect(views.items.map(({ name }) => name)).toEqual(["Granted"]);
});

test("a forged message in spam is ignored, even if it is the newest", async () => {
	const head = (path: string) => ["List-Id: <true.shop.test>", offers(senders.url(path)), POST];
	const newer = new Date(date.getTime() + HOUR);
	const forged = mailing({ from: "True <hello@true.test>", subject: "Forged", date: newer, head: head("/yes?forged") });
	await importMail(
		[
			{ raw: await signed(makeMessage("True", head("/yes?true")), "shop.test"), date },
			{ raw: await signed(forged, "shop.test"), date: newer },
		],
		account,
	);
	const { database } = box.ctx;
	const rows = await database.query<{ id: string }>("select id from emails where subject = 'Forged'", []);
	const ids = rows.map(({ id }) => id);
	const folder = { id: "spam", role: "spam" } as const;
	await database.transaction(() => applyLocalChange({ database, ownerId: OWNER, accountId: account }, ids, { folder }));
	senders.requests.length = 0;
	expect(await unsubscribe(["True"])).toMatchObject({ confirmed: 1 });
	expect(senders.requests.map(({ at }) => at)).toEqual(["shop.test/yes?true"]);
});
