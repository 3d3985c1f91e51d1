import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { modelContract, modelSettings } from "#shared/contracts/model.ts";
import { signInContract } from "#shared/contracts/sign-in.ts";
import { type ModelServer, startModelServer } from "#test/model-server.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import type { ServerModel } from "../../config.ts";
import { updateSettings } from "../settings/store.ts";
import { askModel, type ModelRequest } from "./ask.ts";

let models: ModelServer;
let server: TestServer;
let person: TestUser;
let other: TestUser;
beforeAll(async () => {
	models = await startModelServer();
	server = await startTestServer();
	person = await server.signUp();
	other = await server.signUp();
});
afterAll(async () => {
	await server.close();
	await models.close();
});
beforeEach(async () => {
	for (const table of ["model_calls", "model_answers", "model_keys", "settings"])
		await server.ctx.database.exec(`delete from ${table}`, []);
	models.requests.length = 0;
	setModel();
});

/** The operator's model: any host, also a private one. */
function setModel(change: Partial<ServerModel> = {}): void {
	server.ctx.config.model = {
		...{ provider: "openai-compatible", baseUrl: models.url, model: "test-model", apiKey: "operator-key" },
		...{ tokensPerDay: 0, dollarsPerDay: 0, inputPrice: 0, outputPrice: 0 },
		...change,
	};
}

const schema = z.object({ greeting: z.string() });
const GOOD = JSON.stringify({ greeting: "Good morning to you all" });
const fast = { waitsMs: [0, 0] };

function ask(change: Partial<ModelRequest<typeof schema>> = {}, options: Parameters<typeof askModel>[2] = fast) {
	const request = { ownerId: person.ownerId, purpose: "test", system: "Greet.", prompt: "Ada", schema, ...change };
	return askModel(server.ctx, request, options);
}
const calls = async () => (await person.client(modelContract).listModelCalls()).items;

describe.each(["openai-compatible", "anthropic"] as const)("a model that speaks %s", (provider) => {
	beforeEach(() => setModel({ provider }));

	it("streams its answer, which is checked and recorded", async () => {
		models.behave({ kind: "text", text: `\`\`\`json\n${GOOD}\n\`\`\`` });
		const pieces: string[] = [];
		const reply = await ask({ onText: (text) => pieces.push(text) });
		expect(reply).toMatchObject({ value: { greeting: "Good morning to you all" }, isCached: false });
		expect(pieces.length).toBeGreaterThan(3);
		expect(pieces.at(-1)).toContain(GOOD);
		expect(pieces.every((piece, index) => piece.startsWith(pieces[index - 1] ?? ""))).toBe(true);
		expect(models.requests[0]?.key).toContain("operator-key");
		const [call] = await calls();
		expect(call).toMatchObject({ state: "done", attempts: 1, inputTokens: 100, outputTokens: 20, dollars: null });
		expect(call).toMatchObject({ model: "test-model", host: models.host, purpose: "test" });
		expect(call?.sentBytes).toBe(Buffer.byteLength(models.requests[0]?.body ?? ""));
		const texts = await person.client(modelContract).getModelCall({ params: { id: call?.id ?? "" } });
		expect(texts.sent).toContain("Ada");
		expect(texts.received).toContain("Good morning");
	});

	it("is asked again when it is busy, fails or stops in the middle", async () => {
		for (const first of [
			{ kind: "status", status: 429, retryAfter: "0" },
			{ kind: "status", status: 503 },
			{ kind: "cut", text: GOOD },
		] as const) {
			models.behave(first, { kind: "text", text: GOOD });
			expect(await ask({ prompt: `Ada ${JSON.stringify(first)}` })).toMatchObject({
				value: { greeting: expect.stringContaining("Good") },
			});
			expect((await calls())[0]).toMatchObject({ state: "done", attempts: 2 });
		}
	});

	it.each([
		["model-busy", { kind: "status", status: 429 }, 3],
		["model-unavailable", { kind: "status", status: 500 }, 3],
		["model-interrupted", { kind: "cut", text: GOOD }, 3],
		["model-key-rejected", { kind: "status", status: 401 }, 1],
		["model-not-found", { kind: "status", status: 404 }, 1],
		["model-refused", { kind: "refusal" }, 1],
		["model-bad-answer", { kind: "endless" }, 1],
		["model-bad-answer", { kind: "text", text: '{"greeting": 1}' }, 2],
		["model-bad-answer", { kind: "text", text: '{"greeting": "unfinished' }, 2],
	] as const)("fails with %s and says why", async (code, behavior, attempts) => {
		models.behave(behavior);
		await expect(ask()).rejects.toMatchObject({ code, message: expect.stringContaining(models.host) });
		expect(models.requests).toHaveLength(attempts);
		expect((await calls())[0]).toMatchObject({ state: "failed", errorCode: code, attempts });
	});

	it("gets a second chance after a malformed answer", async () => {
		models.behave({ kind: "text", text: "Good morning" }, { kind: "text", text: GOOD });
		expect(await ask()).toMatchObject({ value: { greeting: expect.stringContaining("Good") } });
	});

	it.each([{ kind: "silent" }, { kind: "stalled", text: GOOD }] as const)(
		"is given up when it is too slow",
		async (behavior) => {
			models.behave(behavior);
			const limits = { firstTextMs: 200, idleMs: 200 };
			await expect(ask({}, { ...fast, limits })).rejects.toMatchObject({ code: "model-timed-out", status: 504 });
		},
	);

	it("can be canceled, which ends the request", async () => {
		models.behave({ kind: "stalled", text: GOOD });
		const controller = new AbortController();
		const waiting = ask({ signal: controller.signal, onText: () => controller.abort(new Error("stop")) });
		await expect(waiting).rejects.toThrow("stop");
		expect((await calls())[0]).toMatchObject({ state: "canceled", errorCode: "canceled" });
	});
});

it("sends no JSON Schema again to a server that rejects it", async () => {
	models.behave({ kind: "status", status: 400 }, { kind: "text", text: GOOD });
	expect(await ask()).toMatchObject({ value: { greeting: expect.stringContaining("Good") } });
	expect(models.requests.map(({ body }) => "response_format" in JSON.parse(body))).toEqual([true, false]);
});

it("answers the same request from the cache, of the same user only", async () => {
	models.behave({ kind: "text", text: GOOD });
	await ask();
	expect(await ask()).toMatchObject({ isCached: true });
	expect(models.requests).toHaveLength(1);
	expect((await calls())[0]).toMatchObject({ state: "cached", sentBytes: 0, inputTokens: 0 });
	expect(await ask({ mayReuse: false })).toMatchObject({ isCached: false });
	expect(await ask({ ownerId: other.ownerId })).toMatchObject({ isCached: false });
	await person.client(modelContract).deleteModelTexts();
	expect(await ask()).toMatchObject({ isCached: false });
	const { sent } = await person
		.client(modelContract)
		.getModelCall({ params: { id: (await calls()).at(-1)?.id ?? "" } });
	expect(sent).toBeNull();
});

describe("limits per user and day", () => {
	it("stop further calls before anything is sent, also when calls start at the same time", async () => {
		models.behave({ kind: "text", text: GOOD });
		setModel({ tokensPerDay: 2_000 });
		// None ends, and returns what it reserved, before the others have started.
		const release = models.hold();
		let refused = 0;
		const calls = [1, 2, 3].map((n) => ask({ prompt: `Ada ${n}` }));
		for (const call of calls) call.catch(() => refused++);
		await expect.poll(() => refused, { timeout: 20_000 }).toBe(2);
		release();
		const started = await Promise.allSettled(calls);
		expect(started.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
		expect(models.requests).toHaveLength(1);
		// The reservation was replaced by what was used.
		expect(await ask({ prompt: "Ada 4" })).not.toBeNull();
		const used = (await person.client(modelContract).getEngine()).usage;
		expect(used).toEqual({ tokens: 240, tokensPerDay: 2_000, dollars: 0, dollarsPerDay: 0 });
		expect(await ask({ ownerId: other.ownerId })).not.toBeNull();
	});

	it("count money where a price is set", async () => {
		models.behave({ kind: "text", text: GOOD });
		setModel({ dollarsPerDay: 0.02, inputPrice: 3, outputPrice: 10 });
		await ask({ maxOutputTokens: 1_000 });
		expect((await calls())[0]?.dollars).toBeCloseTo(0.0005);
		setModel({ dollarsPerDay: 0.001, inputPrice: 3, outputPrice: 10 });
		await expect(ask({ prompt: "Bea" })).rejects.toMatchObject({ code: "model-limit", status: 429 });
		expect(models.requests).toHaveLength(1);
	});
});

it("says what the user can do when the operator's model cannot answer", async () => {
	setModel({ tokensPerDay: 1 });
	await expect(ask()).rejects.toThrow(/this server's daily limit of tokens.*your own model/);
	setModel();
	models.behave({ kind: "status", status: 401 });
	await expect(ask()).rejects.toThrow(/Ask the operator/);
});

it("shows what was sent to an API key that may read email, and to no other", async () => {
	models.behave({ kind: "text", text: GOOD });
	await ask();
	const [call] = await calls();
	for (const [scope, status] of [
		["tools", 403],
		["mail:read", 200],
	] as const) {
		const body = { name: "a program", scopes: [scope] };
		const { secret } = await person.client(signInContract).createApiKey({ body });
		const headers = { authorization: `Bearer ${secret}` };
		expect((await fetch(new URL(`/api/v1/ai/calls/${call?.id}`, server.url), { headers })).status).toBe(status);
	}
});

describe("a user's own model", () => {
	const choose = (change: object) =>
		updateSettings(server.ctx.database, { ownerId: person.ownerId }, modelSettings, change);

	it("is not reached on a private network, which only the operator may name", async () => {
		await choose({ engine: "own", model: "mine", baseUrl: models.url });
		await expect(ask()).rejects.toMatchObject({ code: expect.stringMatching(/bad-address|host-not-allowed/) });
		expect(models.requests).toHaveLength(0);
	});

	it("uses the user's key, which is stored encrypted and never returned", async () => {
		models.behave({ kind: "text", text: GOOD });
		await choose({ engine: "own", model: "mine", baseUrl: models.url });
		await person.client(modelContract).setModelKey({ body: { key: "own-secret-key" } });
		const { net } = server.ctx;
		await askModel(
			{ ...server.ctx, net: { ...net, stream: net.operatorStream } },
			{
				...{ ownerId: person.ownerId, purpose: "test", system: "Greet.", prompt: "Ada", schema },
			},
		);
		expect(models.requests[0]?.key).toBe("Bearer own-secret-key");
		const state = await person.client(modelContract).getEngine();
		expect(state).toMatchObject({ hasKey: true, engine: { kind: "model", model: "mine", host: models.host } });
		const rows = await server.ctx.database.query<{ api_key: Buffer }>("select api_key from model_keys", []);
		expect(rows.some(({ api_key }) => api_key.includes("own-secret-key"))).toBe(false);
		expect(JSON.stringify([state, await calls()])).not.toContain("own-secret-key");
		await person.client(modelContract).deleteModelKey();
		expect(await person.client(modelContract).getEngine()).toMatchObject({ hasKey: false });
	});

	it("gets no key that was entered for another server", async () => {
		models.behave({ kind: "text", text: GOOD }, { kind: "text", text: GOOD });
		const { net } = server.ctx;
		const send = (prompt: string) =>
			askModel(
				{ ...server.ctx, net: { ...net, stream: net.operatorStream } },
				{ ownerId: person.ownerId, purpose: "test", system: "Greet.", prompt, schema },
			);
		await choose({ engine: "own", model: "mine", baseUrl: "https://models.example/v1" });
		await person.client(modelContract).setModelKey({ body: { key: "own-secret-key" } });
		await choose({ baseUrl: models.url });
		await send("Ada");
		expect(models.requests).toHaveLength(1);
		expect(models.requests[0]?.key ?? "").not.toContain("own-secret-key");
		expect(await person.client(modelContract).getEngine()).toMatchObject({ hasKey: false });
		await person.client(modelContract).setModelKey({ body: { key: "key-for-this-one" } });
		// Another path of the same server.
		await choose({ baseUrl: `${models.url}/` });
		await send("Bea");
		expect(models.requests[1]?.key).toContain("key-for-this-one");
	});

	it("is the built-in engine when the user wants none", async () => {
		await choose({ engine: "built_in" });
		expect(await ask()).toBeNull();
		expect(await person.client(modelContract).getEngine()).toMatchObject({ engine: { kind: "built_in", host: null } });
	});
});
