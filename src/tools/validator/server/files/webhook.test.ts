import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { webhooksContract } from "#shared/contracts/webhooks.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { startWebhookReceiver } from "#test/webhook-receiver.ts";
import { type FileBatch, validatorContract } from "../../contract.ts";
import { webhookJob } from "./webhook.ts";

let receiver: Server;
let status = 204;
const calls: { method: string | undefined; body: unknown }[] = [];
let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
	receiver = createServer((request, response) => {
		void text(request).then((body) => {
			calls.push({ method: request.method, body: JSON.parse(body) });
			response.writeHead(status).end();
		});
	}).listen(0, "127.0.0.1");
	await once(receiver, "listening");
	server = await startTestServer({ env: { ALLOW_PRIVATE_HOSTS: "on" } });
	ada = await server.signUp();
});
afterAll(async () => {
	await server.close();
	receiver.close();
});

const client = () => ada.client(validatorContract);
const hook = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/done`;
const upload = (webhook: string): Promise<FileBatch> =>
	// Without valid syntax: nothing is looked up.
	client().validateFile(
		{ query: { filename: "list.csv", webhook } },
		{ bytes: new TextEncoder().encode("email\nno address@@\nnor this@@\n") },
	);
const read = (id: string) => client().getFileBatch({ params: { id } });

it("is called once the file is validated, without addresses", async () => {
	const { id, webhook } = await upload(hook());
	expect(webhook).toEqual({ url: hook(), state: "pending", error: null });
	await server.ctx.jobs.drain();
	await vi.waitFor(async () => expect((await read(id)).webhook?.state).toBe("delivered"), { timeout: 60_000 });
	expect(calls).toEqual([
		{
			method: "POST",
			body: {
				...{ type: "validation.ended", timestamp: expect.any(String) },
				data: {
					...{ id, filename: "list.csv", state: "done", total: 2, outcomes: { invalid: 2 } },
					finishedAt: expect.any(String),
				},
			},
		},
	]);
});

it("is called again after a failure, and given up after the last attempt", async () => {
	status = 500;
	const { id } = await upload(hook());
	const error = "The webhook answered with status 500.";
	await vi.waitFor(async () => expect((await read(id)).webhook).toEqual({ url: hook(), state: "pending", error }), {
		timeout: 60_000,
	});
	const job = {
		ownerId: ada.ownerId,
		input: { id },
		signal: new AbortController().signal,
	};
	const run = (attempt: number) =>
		webhookJob.run(server.ctx, { ...job, attempt } as Parameters<typeof webhookJob.run>[1]);
	await expect(run(1)).rejects.toMatchObject({ name: "RetryAfter", seconds: 60 });
	await expect(run(11)).rejects.toMatchObject({ name: "RetryAfter", seconds: 14_400 });
	await run(webhookJob.attempts);
	expect((await read(id)).webhook).toEqual({ url: hook(), state: "failed", error });
	status = 204;
});

it("refuses other addresses than those of web servers", async () => {
	await expect(upload("ftp://example.org/")).rejects.toMatchObject({ status: 400 });
});

it("is an event for the user's webhooks, once", async () => {
	const hooks = await startWebhookReceiver();
	const { webhook, secret } = await ada
		.client(webhooksContract)
		.createWebhook({ body: { url: hooks.url, events: ["validation.completed"] } });
	status = 204;
	const { id } = await upload(hook());
	await vi.waitFor(() => expect(hooks.requests).toHaveLength(1), { timeout: 30_000 });
	expect(hooks.verified(secret)).toMatchObject([
		{ type: "validation.completed", data: { id, filename: "list.csv", total: 2, outcomes: { invalid: 2 } } },
	]);
	await ada.client(webhooksContract).deleteWebhook({ params: { id: webhook.id } });
	await hooks.close();
});
