import { createServer, type IncomingMessage, request as requestHttp, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AppUnderTest, cookieOf, openApp } from "#test/http/app.ts";

/** Behavior that only a real connection shows. */

let site: AppUnderTest;
let server: Server;
let port: number;
let url: string;
beforeAll(async () => {
	site = await openApp();
	const answer = getRequestListener(site.app.fetch, { overrideGlobalObjects: false });
	server = createServer((request, response) => void answer(request, response));
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	port = (server.address() as AddressInfo).port;
	url = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
	await site.close();
});

async function solve(): Promise<string> {
	const check = (await (await fetch(`${url}/api/v1/security-check`)).json()) as { token: string; a: number; b: number };
	return `${check.token}:${check.a + check.b}`;
}

async function post(path: string, body: object): Promise<Response> {
	const headers = { origin: url, "content-type": "application/json", "x-security-check": await solve() };
	return fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
}

describe("over a socket", () => {
	it("signs up, in and out at a local address other than BASE_URL", async () => {
		const user = { name: "Ada", email: "ada@example.org", password: "correct horse battery" };
		expect((await post("/api/auth/sign-up/email", user)).status).toBe(200);
		const entered = await post("/api/auth/sign-in/email", user);
		const cookie = cookieOf(entered);
		const row = await site.ctx.database.one<{ ip_address: string }>("select ip_address from sessions", []);
		expect(row?.ip_address).toBe("127.0.0.1");
		expect((await fetch(`${url}/metrics`, { headers: { cookie } })).status).toBe(200);
		const out = await fetch(`${url}/api/auth/sign-out`, { method: "POST", headers: { cookie, origin: url } });
		expect(out.status).toBe(200);
		expect((await fetch(`${url}/metrics`, { headers: { cookie } })).status).toBe(401);
	});

	it("ignores a client's X-Forwarded-For", async () => {
		await fetch(`${url}/api/v1/security-check`, { headers: { "x-forwarded-for": "203.0.113.9" } });
		const body = { email: "x@example.org", password: "wrong wrong" };
		const headers = { origin: url, "content-type": "application/json", "x-mailstead-remote-address": "203.0.113.9" };
		const statuses = new Set<number>();
		for (let i = 0; i < 31; i++) {
			const spoofed = { ...headers, "x-forwarded-for": `203.0.113.${i}`, "x-security-check": await solve() };
			const reply = await fetch(`${url}/api/auth/sign-in/email`, {
				method: "POST",
				headers: spoofed,
				body: JSON.stringify(body),
			});
			statuses.add(reply.status);
		}
		expect([...statuses]).toEqual([401, 429]);
	});

	it("rejects a foreign Host, and a request without one", async () => {
		const statusFor = (host: string) =>
			new Promise<number | undefined>((resolve, reject) => {
				requestHttp(`${url}/api/openapi.json`, { headers: { host } }, (reply: IncomingMessage) => {
					reply.resume();
					resolve(reply.statusCode);
				})
					.on("error", reject)
					.end();
			});
		expect(await statusFor("evil.example")).toBe(421);
		expect(await statusFor(`127.0.0.1:${port}`)).toBe(200);
		const raw = await new Promise<string>((resolve) => {
			let text = "";
			const socket = connect(port, "127.0.0.1", () => socket.write("GET /api/openapi.json HTTP/1.0\r\n\r\n"));
			socket.on("data", (data) => {
				text += data.toString();
			});
			socket.on("close", () => resolve(text));
		});
		expect(raw).toMatch(/^HTTP\/1\.1 (400|421)/);
	});

	it("closes an event stream when the browser disconnects", async () => {
		const user = { name: "Bea", email: "bea@example.org", password: "correct horse battery" };
		site.later(60_000);
		await post("/api/auth/sign-up/email", user);
		const cookie = cookieOf(await post("/api/auth/sign-in/email", user));
		const open = async () => /^mailstead_event_streams (\d+)$/m.exec((await site.ctx.metrics.text()).text)?.[1];
		const disconnect = new AbortController();
		const reply = await fetch(`${url}/api/v1/events`, { headers: { cookie }, signal: disconnect.signal });
		expect(reply.headers.get("content-type")).toBe("text/event-stream");
		expect(await open()).toBe("1");
		disconnect.abort();
		await expect.poll(open).toBe("0");
	});

	it("answers HEAD with the headers of GET", async () => {
		const [get, head] = [await fetch(`${url}/healthz`), await fetch(`${url}/healthz`, { method: "HEAD" })];
		expect([head.status, await head.text()]).toEqual([200, ""]);
		expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
	});

	it("rejects a large body before it is fully received", async () => {
		const reply = await fetch(`${url}/api/auth/sign-in/email`, {
			method: "POST",
			headers: { origin: url, "content-type": "application/json" },
			body: "x".repeat(5_000_000),
		});
		expect(reply.status).toBe(413);
	});
});
