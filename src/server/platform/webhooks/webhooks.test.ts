import { Webhook as Verifier } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { ApiError } from "#shared/client.ts";
import { type Webhook, webhooksContract } from "#shared/contracts/webhooks.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { startWebhookReceiver, type WebhookReceiver } from "#test/webhook-receiver.ts";
import { enqueueDueWebhooks, RETRY_DELAYS_MS } from "./deliver.ts";
import { emitWebhook } from "./emit.ts";
import type { WebhookEvent } from "./events.ts";

const DAY_MS = 24 * 3_600_000;
const TYPE = "email.sent";

let server: TestServer;
let user: TestUser;
let receiver: WebhookReceiver;
/** Moved by tests. */
let offset = 0;

beforeAll(async () => {
	server = await startTestServer({ env: { ALLOW_PRIVATE_HOSTS: "on" }, now: () => Date.now() + offset });
});
beforeEach(async () => {
	offset = 0;
	user = await server.signUp();
	receiver = await startWebhookReceiver();
});
afterEach(() => receiver.close());
afterAll(() => server.close());

const api = (who = user) => who.client(webhooksContract);
const refusal = (call: Promise<unknown>) =>
	call.then(
		() => "done",
		(cause: ApiError) => `${cause.status} ${cause.code}`,
	);

async function create(): Promise<{ webhook: Webhook; secret: string }> {
	return api().createWebhook({ body: { url: receiver.url, events: [TYPE] } });
}

/** An event without anything behind it. */
const event = { type: TYPE, data: { parse: (data: unknown) => data } } as unknown as WebhookEvent;

async function emit(key: string, occurredAt = new Date()): Promise<void> {
	const facts = [{ key, occurredAt, data: { key } }];
	const { database } = server.ctx;
	await database.transaction(() => emitWebhook(database, event, { ownerId: user.ownerId, facts }));
	await server.ctx.jobs.drain();
}

/** Moves the clock, and sends what is due. */
async function later(ms: number): Promise<void> {
	offset += ms;
	await enqueueDueWebhooks(server.ctx);
	await server.ctx.jobs.drain();
}

const deliveries = async (id: string) => (await api().listWebhookDeliveries({ params: { id } })).items;
const current = async () => (await api().listWebhooks()).items[0];

it("sends each fact once, signed, and shows it in the log", async () => {
	const { webhook, secret } = await create();
	await emit("one");
	await emit("one");
	await emit("from before", new Date(Date.now() - DAY_MS));
	const events = receiver.verified(secret);
	expect(events.map(({ type, data }) => [type, data])).toEqual([[TYPE, { key: "one" }]]);
	const [delivery] = await deliveries(webhook.id);
	expect(delivery).toMatchObject({ event: TYPE, state: "delivered", attempts: 1, responseStatus: 200 });
	expect(delivery?.responseExcerpt).toBe("answer 200");
	expect(events[0]?.id).toBe(`msg_${delivery?.id}`);
	expect(JSON.stringify(await api().listWebhooks())).not.toContain("whsec_");
});

it("retries after failures with the same id, follows no redirect, and gives up after the schedule", async () => {
	const { webhook, secret } = await create();
	receiver.answer(500, 302, 200);
	await emit("one");
	await later(1_000);
	expect(receiver.requests).toHaveLength(1);
	await later(6_000);
	expect((await deliveries(webhook.id))[0]).toMatchObject({
		...{ state: "pending", attempts: 2, responseStatus: 302 },
		error: "The server redirected the request; redirects are not followed.",
	});
	expect((await current())?.failingSince).not.toBeNull();
	await later(7 * 60_000);
	expect((await deliveries(webhook.id))[0]).toMatchObject({ state: "delivered", attempts: 3, error: null });
	expect((await current())?.failingSince).toBeNull();
	expect(new Set(receiver.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
	const [, , last] = receiver.requests;
	const at = new Date(Number(last?.headers["webhook-timestamp"]) * 1_000);
	expect(last?.headers["webhook-signature"]).toBe(
		new Verifier(secret).sign(last?.headers["webhook-id"] ?? "", at, last?.body ?? ""),
	);
	receiver.answer(...Array<number>(20).fill(503));
	await emit("two");
	for (const delay of RETRY_DELAYS_MS) await later(delay * 1.2);
	expect((await deliveries(webhook.id))[0]).toMatchObject({ state: "failed", attempts: 8, nextAttemptAt: null });
});

it("disables a webhook that is gone, or that failed for five days, until the user resumes it", async () => {
	const { webhook } = await create();
	receiver.answer(410);
	await emit("one");
	expect(await current()).toMatchObject({ state: "disabled", disabledReason: "gone" });
	await emit("two");
	expect(receiver.requests).toHaveLength(1);
	const [gone] = await deliveries(webhook.id);
	expect(gone?.state).toBe("failed");
	expect(await refusal(api().resendWebhookDelivery({ params: { id: gone?.id ?? "" } }))).toBe("409 webhook-not-active");
	await api().updateWebhook({ params: { id: webhook.id }, body: { state: "active" } });
	await api().resendWebhookDelivery({ params: { id: gone?.id ?? "" } });
	await server.ctx.jobs.drain();
	expect((await deliveries(webhook.id))[0]).toMatchObject({ state: "delivered", attempts: 1 });
	receiver.answer(...Array<number>(20).fill(500));
	await emit("three");
	await later(5 * DAY_MS + 1_000);
	expect(await current()).toMatchObject({ state: "disabled", disabledReason: "failing" });
});

it("sends test events once, keeps what is due while paused, and signs with both secrets after a change", async () => {
	const { webhook, secret } = await create();
	const params = { id: webhook.id };
	await api().updateWebhook({ params, body: { state: "paused" } });
	await emit("while paused");
	receiver.answer(500);
	await api().testWebhook({ params, body: { event: TYPE } });
	await server.ctx.jobs.drain();
	expect(await deliveries(webhook.id)).toMatchObject([{ isTest: true, state: "failed", attempts: 1 }]);
	expect(await current()).toMatchObject({ state: "paused", failingSince: null });
	expect(receiver.verified(secret)[0]).toMatchObject({ type: TYPE, data: { to: ["ada@example.com"] } });
	const { secret: next } = await api().rollWebhookSecret({ params });
	await api().updateWebhook({ params, body: { state: "active" } });
	await emit("after");
	expect(receiver.verified(next, 1).map(({ data }) => data)).toEqual([{ key: "after" }]);
	expect(receiver.verified(secret)).toHaveLength(2);
});

it("accepts no unknown events, and nothing of another user", async () => {
	const { webhook } = await create();
	await emit("one");
	const params = { id: webhook.id };
	expect(await refusal(api().testWebhook({ params, body: { event: "email.eaten" } }))).toBe("400 unknown-event");
	const other = api(await server.signUp());
	const [delivery] = await deliveries(webhook.id);
	const calls = [
		other.updateWebhook({ params, body: { state: "paused" } }),
		other.testWebhook({ params, body: { event: TYPE } }),
		other.rollWebhookSecret({ params }),
		other.listWebhookDeliveries({ params }),
		other.resendWebhookDelivery({ params: { id: delivery?.id ?? "" } }),
		other.deleteWebhook({ params }),
	];
	expect(new Set(await Promise.all(calls.map(refusal)))).toEqual(new Set(["404 not-found"]));
	expect((await other.listWebhooks()).items).toEqual([]);
	const row = await server.ctx.database.one<{ secret: Buffer }>("select secret from webhooks limit 1", []);
	expect(row?.secret.toString("latin1")).not.toContain("whsec_");
});

it("reaches no private addresses, neither when a webhook is made nor when the name leads there later", async () => {
	const { webhook } = await create();
	const strict = await startTestServer();
	try {
		const person = await strict.signUp();
		const call = (url: string) => person.client(webhooksContract).createWebhook({ body: { url, events: [TYPE] } });
		await expect(call("https://127.0.0.1/hook")).rejects.toMatchObject({
			problem: { code: "bad-webhook-url", fields: { url: expect.stringContaining("not on the public internet") } },
		});
		await expect(call("http://192.0.2.1/hook")).rejects.toMatchObject({ code: "bad-webhook-url" });
		await expect(call("https://[::1]/hook")).rejects.toMatchObject({ code: "bad-webhook-url" });
		Object.assign(server.ctx.net, { http: strict.ctx.net.http });
		await emit("one");
		expect(receiver.requests).toEqual([]);
		expect((await deliveries(webhook.id))[0]).toMatchObject({ state: "pending", responseStatus: null });
	} finally {
		await strict.close();
	}
});
