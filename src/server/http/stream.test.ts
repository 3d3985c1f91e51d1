import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { type ApiError, createClient } from "#shared/client.ts";
import { defineContract } from "#shared/contract.ts";
import { type AppUnderTest, openApp } from "#test/http/app.ts";
import { AppError } from "../errors.ts";
import { implement } from "../platform/http/implement.ts";
import { routesOf } from "./mount.ts";
import { describeApi } from "./openapi.ts";

/** Streamed replies, over real connections. */

const chunk = z.object({ n: z.number(), text: z.string().optional() });
const query = z.object({
	count: z.coerce.number(),
	fail: z.enum(["before", "expected", "unexpected", "against-contract"]).optional(),
});
const streams = defineContract({
	lines: {
		method: "GET",
		path: "/api/v1/streams/lines",
		summary: "Lines",
		access: "public",
		query,
		stream: { format: "ndjson", chunk },
	},
	events: {
		method: "GET",
		path: "/api/v1/streams/events",
		summary: "Events",
		access: "public",
		query,
		stream: { format: "events", chunk },
	},
	endless: {
		method: "GET",
		path: "/api/v1/streams/endless",
		summary: "Endless",
		access: "public",
		stream: { format: "ndjson", chunk },
	},
	silent: {
		method: "GET",
		path: "/api/v1/streams/silent",
		summary: "Silent",
		access: "public",
		stream: { format: "events", chunk },
	},
});

let site: AppUnderTest;
let server: Server;
let url: string;
/** Chunks that the endless handler has made, and whether it has ended. */
let made = 0;
let hasEnded = false;

async function* count({ query: { count, fail } }: { query: z.output<typeof query> }) {
	if (fail === "before") throw new AppError(409, "not-now", "Not now.");
	// What the schema does not name is not sent.
	for (let n = 0; n < count; n++) yield { n, secret: "hidden" };
	if (fail === "expected") throw new AppError(409, "list-changed", "The list has changed.");
	if (fail === "unexpected") throw new Error("password=hunter2");
	if (fail === "against-contract") yield { n: "seven" as unknown as number };
}

const implementation = implement(streams, {
	lines: count,
	events: count,
	async *endless() {
		try {
			for (;;) yield { n: made++, text: "x".repeat(1_000) };
		} finally {
			hasEnded = true;
		}
	},
	async *silent({ signal }) {
		yield { n: 1 };
		try {
			await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
		} finally {
			hasEnded = true;
		}
	},
});

beforeAll(async () => {
	site = await openApp({ routes: () => [implementation] });
	const answer = getRequestListener(site.app.fetch, { overrideGlobalObjects: false });
	server = createServer((request, response) => void answer(request, response));
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
	await site.close();
});
beforeEach(() => {
	made = 0;
	hasEnded = false;
	site.logged.length = 0;
});

const api = () => createClient(streams, (path, init) => fetch(url + path, init));

async function collect<T>(chunks: AsyncIterable<T>): Promise<{ got: T[]; error: ApiError | null }> {
	const got: T[] = [];
	try {
		for await (const one of chunks) got.push(one);
		return { got, error: null };
	} catch (cause) {
		return { got, error: cause as ApiError };
	}
}

describe.each(["lines", "events"] as const)("a stream of %s", (name) => {
	const call = (query: z.input<typeof streams.lines.query>) => collect(api()[name]({ query }));

	it("is iterated chunk by chunk, as the schema allows", async () => {
		expect(await call({ count: 3 })).toEqual({ got: [{ n: 0 }, { n: 1 }, { n: 2 }], error: null });
		expect(await call({ count: 0 })).toEqual({ got: [], error: null });
		const { got } = await call({ count: 20_000 });
		expect(got).toHaveLength(20_000);
		expect(got.at(-1)).toEqual({ n: 19_999 });
	});

	it("is a problem response when it fails before the first chunk", async () => {
		const { got, error } = await call({ count: 0, fail: "before" });
		expect([got, error?.status, error?.code]).toEqual([[], 409, "not-now"]);
	});

	it("ends with a problem when it fails later; unexpected ones are hidden and logged", async () => {
		const expected = await call({ count: 2, fail: "expected" });
		expect(expected.got).toHaveLength(2);
		expect([expected.error?.code, expected.error?.message]).toEqual(["list-changed", "The list has changed."]);
		for (const fail of ["unexpected", "against-contract"] as const) {
			const { got, error } = await call({ count: 2, fail });
			expect([got.length, error?.status, error?.code]).toEqual([2, 500, "internal"]);
			expect(error?.message).not.toContain("hunter2");
		}
		expect(site.logged.filter((line) => line.includes("a request failed unexpectedly"))).toHaveLength(2);
	});
});

it("produces chunks no faster than they are read, and ends when the reader leaves", async () => {
	for await (const { n } of api().endless()) {
		if (n < 10) continue;
		// What fits into the buffers of the sockets was made, and no more.
		let before = -1;
		await vi.waitFor(
			() => {
				const isStill = made === before;
				before = made;
				expect(isStill).toBe(true);
			},
			{ interval: 100 },
		);
		expect(made).toBeLessThan(100_000);
		expect(hasEnded).toBe(false);
		break;
	}
	await vi.waitFor(() => expect(hasEnded).toBe(true));
});

it("aborts the handler when the client is gone, though it waits for something else", async () => {
	const caller = new AbortController();
	const chunks = api().silent({}, { signal: caller.signal })[Symbol.asyncIterator]();
	expect(await chunks.next()).toEqual({ done: false, value: { n: 1 } });
	const next = chunks.next();
	caller.abort(new Error("enough"));
	await expect(next).rejects.toThrow();
	await vi.waitFor(() => expect(hasEnded).toBe(true));
	expect(site.logged.filter((line) => line.includes("failed"))).toEqual([]);
});

it("does not take a broken connection for the end", async () => {
	const cut = createServer((_, response) => {
		response.writeHead(200, { "content-type": "application/x-ndjson" });
		response.write('{"chunk":{"n":1}}\n{"chunk":{"n"', () => response.destroy());
	});
	await new Promise<void>((resolve) => cut.listen(0, "127.0.0.1", resolve));
	const { port } = cut.address() as AddressInfo;
	const client = createClient(streams, (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init));
	const { got, error } = await collect(client.lines({ query: { count: 9 } }));
	expect([got, error?.code]).toEqual([[{ n: 1 }], "stream-interrupted"]);
	await new Promise((resolve) => cut.close(resolve));
});

it("is described as a stream", () => {
	const { paths } = describeApi(routesOf([implementation]), { baseUrl: "http://localhost", version: "1" });
	const content = (path: string) => paths[path]?.get?.responses[200]?.content ?? {};
	expect(content("/api/v1/streams/lines")["application/x-ndjson"]?.schema).toMatchObject({
		anyOf: [
			{ properties: { chunk: { properties: { n: { type: "number" } } } } },
			{ properties: { error: { $ref: "#/components/schemas/Problem" } } },
			{ properties: { end: { const: true } } },
		],
	});
	expect(content("/api/v1/streams/events")["text/event-stream"]?.schema).toMatchObject({
		properties: { n: { type: "number" } },
	});
});
