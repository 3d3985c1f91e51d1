import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { defineContract } from "#shared/contract.ts";
import { type AppUnderTest, openApp, origin, type TestUser } from "#test/http/app.ts";
import { AppError, notFound } from "../errors.ts";
import { implement } from "../platform/http/implement.ts";

const id = z.object({ id: z.uuid() });

/** Routes of every shape, so that these tests cover all of them. */
const shapes = defineContract({
	echo: {
		method: "POST",
		path: "/api/v1/shapes/echo",
		summary: "Echo",
		access: "public",
		query: z.object({ times: z.coerce.number().int().max(3).default(1) }),
		body: z.object({ word: z.string().min(1), nested: z.object({ n: z.number() }).optional() }),
		reply: z.object({ word: z.string(), times: z.number() }),
		status: 201,
	},
	mine: {
		method: "GET",
		path: "/api/v1/shapes/{id}",
		scope: "mail:read",
		summary: "Mine",
		params: id,
		reply: z.object({ owner: z.string() }),
	},
	drop: { method: "DELETE", path: "/api/v1/shapes/{id}", summary: "Drop", scope: "mail:write", params: id },
	special: { method: "POST", path: "/api/v1/shapes/special", summary: "Special", access: "public" },
	size: {
		method: "PUT",
		path: "/api/v1/shapes/size",
		summary: "Size",
		access: "public",
		bytes: true,
		reply: z.object({ bytes: z.number() }),
	},
	file: {
		method: "GET",
		path: "/api/v1/shapes/{id}/file",
		summary: "File",
		access: "public",
		params: id,
		raw: "application/octet-stream",
	},
	page: {
		method: "GET",
		path: "/api/v1/shapes/{id}/page",
		summary: "PDF",
		access: "public",
		params: id,
		raw: "application/pdf",
	},
	broken: {
		method: "GET",
		path: "/api/v1/shapes/broken",
		summary: "Broken",
		access: "public",
		reply: z.object({ n: z.number() }),
	},
	stored: {
		method: "GET",
		path: "/api/v1/shapes/stored",
		summary: "Stored",
		access: "public",
		reply: z.object({ items: z.array(z.email().max(3)).max(1) }),
	},
	crash: { method: "GET", path: "/api/v1/shapes/crash", summary: "Crash", access: "public", reply: z.object({}) },
	away: { method: "GET", path: "/api/v1/shapes/away", summary: "Away", access: "public", reply: z.object({}) },
	upstream: {
		method: "GET",
		path: "/api/v1/shapes/upstream",
		summary: "Upstream",
		access: "public",
		reply: z.object({}),
	},
	operators: {
		method: "GET",
		path: "/api/v1/shapes/operators",
		summary: "Operators",
		access: "operator",
		reply: z.object({}),
	},
});

const someId = "01a1f767-c935-77a0-bb9e-6bd6c560a3af";
let cancelled = 0;
let site: AppUnderTest;
let operator: TestUser;
let other: TestUser;

beforeAll(async () => {
	site = await openApp({
		routes: () => [
			implement(shapes, {
				echo: ({ body, query }) => ({ word: body.word, times: query.times, secret: "not in the contract" }),
				mine: ({ caller }) => ({ owner: caller.ownerId }),
				drop: () => undefined,
				special: () => undefined,
				async size({ request }) {
					let bytes = 0;
					for await (const chunk of request.body ?? []) bytes += chunk.byteLength;
					return { bytes };
				},
				file: () =>
					new Response(
						new ReadableStream({ pull: (c) => c.enqueue(new Uint8Array(10)), cancel: () => void cancelled++ }),
					),
				page: () => new Response("%PDF", { headers: { "content-type": "application/pdf" } }),
				stored: () => ({ items: ["longer", "no address"] }),
				broken: () => ({ n: "not a number at /srv/secret" }) as unknown as { n: number },
				crash() {
					throw new Error("password=hunter2 in /srv/secret");
				},
				away() {
					throw notFound("The thing");
				},
				upstream() {
					throw new AppError(503, "not-today", "Come back later.", { headers: { "retry-after": "7" } });
				},
				operators: () => ({}),
			}),
		],
	});
	operator = await site.user("first@example.org");
	other = await site.user("second@example.org");
});
afterAll(() => site.close());

async function problem(reply: Response): Promise<Record<string, unknown>> {
	expect(reply.headers.get("content-type")).toBe("application/problem+json");
	return (await reply.json()) as Record<string, unknown>;
}

describe("a route", () => {
	it("gets what its contract describes and returns only that", async () => {
		const reply = await site.post("/api/v1/shapes/echo?times=2", { word: "hello", extra: 1 });
		expect([reply.status, await reply.json()]).toEqual([201, { word: "hello", times: 2 }]);
	});

	it("gets strings that the database can store", async () => {
		const reply = await site.post("/api/v1/shapes/echo", { word: "one\0two \ud800" });
		expect(await reply.json()).toEqual({ word: "onetwo \ufffd", times: 1 });
		const empty = await problem(await site.post("/api/v1/shapes/echo?times=1%00", { word: "\0" }));
		expect(Object.keys(empty.fields as object)).toEqual(["word"]);
	});

	it("reports invalid fields", async () => {
		const reply = await problem(await site.post("/api/v1/shapes/echo", { word: "", nested: { n: "x" } }));
		expect(reply).toMatchObject({ status: 400, code: "invalid-input" });
		expect(Object.keys(reply.fields as object)).toEqual(["word", "nested.n"]);
		const query = await problem(await site.post("/api/v1/shapes/echo?times=9", { word: "x" }));
		expect(query).toMatchObject({ code: "invalid-input", fields: { times: expect.any(String) } });
		const path = await site.request("/api/v1/shapes/none", { headers: { cookie: other.cookie } });
		expect(await problem(path)).toMatchObject({
			status: 400,
			code: "invalid-input",
			fields: { id: expect.any(String) },
		});
	});

	it("accepts JSON of at most a megabyte", async () => {
		const send = (body: string, type = "application/json") =>
			site.request("/api/v1/shapes/echo", { method: "POST", body, headers: { "content-type": type } });
		expect(await problem(await send("{"))).toMatchObject({ status: 400, code: "invalid-json" });
		expect(await problem(await send("word=x", "text/plain"))).toMatchObject({ status: 415 });
		expect(await problem(await send(JSON.stringify({ word: "x".repeat(1024 * 1024) })))).toMatchObject({ status: 413 });
		expect((await send(JSON.stringify({ word: "x".repeat(1024 * 1024 - 100) }))).status).toBe(201);
	});

	it("streams bytes", async () => {
		const body = new Uint8Array(3_000_000);
		const reply = await site.request("/api/v1/shapes/size", { method: "PUT", body });
		expect(await reply.json()).toEqual({ bytes: 3_000_000 });
	});

	it("takes precedence over one with a parameter in its position", async () => {
		expect((await site.request("/api/v1/shapes/special", { method: "POST" })).status).toBe(204);
		expect((await site.request("/api/v1/shapes/crash", { headers: { cookie: other.cookie } })).status).toBe(500);
	});
});

describe("access", () => {
	it("is denied without a session", async () => {
		for (const [path, method] of [
			[`/api/v1/shapes/${someId}`, "GET"],
			[`/api/v1/shapes/${someId}`, "DELETE"],
			["/api/v1/shapes/not-an-id", "GET"],
			["/api/v1/shapes/operators", "GET"],
			["/metrics", "GET"],
			["/api/v1/events", "GET"],
		] as const) {
			for (const cookie of [
				"",
				"mailstead.session_token=x",
				`mailstead.session_token=${"x".repeat(32)}.${"y".repeat(44)}`,
			]) {
				const reply = await site.request(path, { method, headers: { cookie } });
				expect(await problem(reply)).toMatchObject({
					status: 401,
					code: "unauthenticated",
					detail: "User not authenticated",
				});
			}
		}
	});

	it("is granted to the user of the session cookie", async () => {
		const reply = await site.request(`/api/v1/shapes/${someId}`, { headers: { cookie: other.cookie } });
		expect(await reply.json()).toEqual({ owner: other.id });
	});

	it("is denied to a page of another user than the one whose session the browser has now", async () => {
		const requestFrom = (userId: string) =>
			site.request(`/api/v1/shapes/${someId}`, { headers: { cookie: other.cookie, "x-user-id": userId } });
		expect(await problem(await requestFrom(operator.id))).toMatchObject({ status: 401, code: "unauthenticated" });
		expect((await requestFrom(other.id)).status).toBe(200);
	});

	it("is limited to the first user for operator routes", async () => {
		const requestAs = (user: TestUser, path: string) => site.request(path, { headers: { cookie: user.cookie } });
		expect((await requestAs(operator, "/api/v1/shapes/operators")).status).toBe(200);
		expect(await problem(await requestAs(other, "/api/v1/shapes/operators"))).toMatchObject({
			status: 403,
			code: "operator-only",
		});
		expect((await requestAs(other, "/metrics")).status).toBe(403);
		const metrics = await requestAs(operator, "/metrics");
		const text = await metrics.text();
		expect(text).toContain(
			'mailstead_http_replies_total{method="GET",route="/api/v1/shapes/operators",status="200"} 1',
		);
		expect(text).toContain('mailstead_jobs{state="queued"} 0');
		expect(text).toContain("process_cpu_seconds_total");
		expect(text).not.toContain(someId);
	});
});

describe("a failure", () => {
	it("that is expected has its code and message", async () => {
		expect(await problem(await site.request("/api/v1/shapes/away"))).toMatchObject({ status: 404, code: "not-found" });
		const upstream = await site.request("/api/v1/shapes/upstream");
		expect(upstream.headers.get("retry-after")).toBe("7");
		expect(await problem(upstream)).toMatchObject({ status: 503, code: "not-today", detail: "Come back later." });
	});

	it("that is unexpected is logged in full and hidden from the caller", async () => {
		for (const [path, found] of [
			["/api/v1/shapes/crash", "/srv/secret"],
			["/api/v1/shapes/broken", "broken sent a response that does not match its contract"],
		] as const) {
			site.logged.length = 0;
			const reply = await site.request(path);
			const text = await reply.text();
			expect(JSON.parse(text)).toMatchObject({ status: 500, code: "internal" });
			expect(text).not.toMatch(/secret|hunter2|\.ts|at /);
			const { requestId } = JSON.parse(text) as { requestId: string };
			expect(reply.headers.get("x-request-id")).toBe(requestId);
			expect(site.logged.find((line) => line.includes(requestId) && line.includes(found))).toBeDefined();
		}
	});

	it("for an unknown path is a problem response", async () => {
		for (const path of ["/api/v1/none", "/api/none", "/api", "/api/", "/api/auth", "/api/v1/shapes/a/b/c"])
			expect([path, await problem(await site.request(path))]).toMatchObject([path, { status: 404, code: "not-found" }]);
	});

	it("is no limit of requests that a stored value exceeds", async () => {
		const reply = await site.request("/api/v1/shapes/stored");
		expect([reply.status, await reply.json()]).toEqual([200, { items: ["longer", "no address"] }]);
	});

	it("for a wrong method lists the allowed ones", async () => {
		const wrong = await site.request(`/api/v1/shapes/${someId}`, { method: "PATCH" });
		expect(wrong.headers.get("allow")).toBe("GET, DELETE, HEAD");
		expect(await problem(wrong)).toMatchObject({ status: 405, code: "method-not-allowed" });
		expect((await site.request("/healthz", { method: "POST" })).headers.get("allow")).toBe("GET, HEAD");
	});
});

describe("HEAD", () => {
	it("answers like GET without the body, and cancels the source", async () => {
		const reply = await site.request(`/api/v1/shapes/${someId}/file`, { method: "HEAD" });
		expect([reply.status, await reply.text()]).toEqual([200, ""]);
		expect(cancelled).toBe(1);
		expect((await site.request("/healthz", { method: "HEAD" })).status).toBe(200);
	});
});

describe("headers", () => {
	it("are secure on every response", async () => {
		for (const path of [
			"/healthz",
			"/api/v1/none",
			"/api/docs",
			"/api/v1/shapes/crash",
			"/",
			"/api/auth/get-session",
		]) {
			const { headers } = await site.request(path);
			expect(headers.get("content-security-policy")).toMatch(
				/^default-src 'self'; script-src 'self';.*frame-ancestors 'none'$/,
			);
			expect(headers.get("x-content-type-options")).toBe("nosniff");
			expect(headers.get("referrer-policy")).toBe("no-referrer");
			expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
			expect(headers.get("permissions-policy")).toContain("camera=()");
			expect(headers.get("strict-transport-security")).toBeNull();
			const cached = path === "/api/docs" ? "public, max-age=300" : "no-store";
			if (path.startsWith("/api/")) expect(headers.get("cache-control")).toBe(cached);
		}
	});

	it("keep bytes from mail inert", async () => {
		const file = await site.request(`/api/v1/shapes/${someId}/file`);
		expect(file.headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none'/);
		await file.body?.cancel();
		const page = await site.request(`/api/v1/shapes/${someId}/page`);
		expect(page.headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
	});
});

describe("the log", () => {
	it("contains route patterns, not paths and queries", async () => {
		site.logged.length = 0;
		await site.request(`/api/v1/shapes/${someId}?q=divorce`, { headers: { cookie: other.cookie } });
		const lines = site.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
		expect(lines).toMatchObject([{ method: "GET", route: "/api/v1/shapes/{id}", status: 200, ms: expect.any(Number) }]);
		expect(site.logged.join("")).not.toMatch(/divorce|01a1f767/);
	});
});

describe("the Host header", () => {
	it("must name this server", async () => {
		const statusFor = async (host: string, path = "/api/openapi.json") =>
			(await site.app.request(origin + path, { headers: { host } })).status;
		for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "localhost:8080"])
			expect(await statusFor(host)).toBe(200);
		for (const host of [
			"evil.example",
			"evil.example:3000",
			"localhost.evil.example",
			"10.0.0.1:3000",
			"127.0.0.1.evil.example",
		])
			expect([host, await statusFor(host)]).toEqual([host, 421]);
		expect(await statusFor("10.0.0.1:3000", "/healthz")).toBe(200);
		expect(await statusFor("10.0.0.1:3000", "/readyz")).toBe(200);
	});
});
