import { createServer, request as requestHttp, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Contract } from "#shared/contract.ts";
import { pause } from "#shared/pause.ts";
import { type AppUnderTest, openApp } from "#test/http/app.ts";
import { readText } from "../platform/http/body.ts";
import { implement } from "../platform/http/implement.ts";

const contract = {
	upload: {
		method: "POST",
		path: "/api/v1/upload",
		summary: "Take a file",
		access: "public",
		bytes: true,
		reply: z.object({ bytes: z.number() }),
	},
	wait: {
		method: "GET",
		path: "/api/v1/wait",
		summary: "Answer late",
		access: "public",
		reply: z.object({ ok: z.boolean() }),
	},
	fail: {
		method: "POST",
		path: "/api/v1/fail",
		summary: "Fail for a reason of its own",
		access: "public",
		bytes: true,
		reply: z.object({ ok: z.boolean() }),
	},
} as const satisfies Contract;

let site: AppUnderTest;
let server: Server;
afterEach(async () => {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
	await site.close();
});

/** @returns the port of the app on a real socket */
async function listen(): Promise<number> {
	site = await openApp({
		logLevel: "debug",
		routes: () => [
			implement(contract, {
				upload: async ({ request }) => ({ bytes: (await readText(request, 1e9)).length }),
				async wait({ signal }) {
					await pause(600_000, signal);
					return { ok: true };
				},
				async fail({ request }) {
					await readText(request, 1e9).catch(() => undefined);
					throw new Error("a fault of the server");
				},
			}),
		],
	});
	const answer = getRequestListener(site.app.fetch, { overrideGlobalObjects: false });
	server = createServer((request, response) => void answer(request, response));
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return (server.address() as AddressInfo).port;
}

/** Sends a request and disconnects once the server has it. */
async function hangUp(method: "GET" | "POST", path: string): Promise<void> {
	const port = await listen();
	const arrived = new Promise((resolve) => server.once("request", resolve));
	const headers = method === "POST" ? { "content-length": "1000000" } : {};
	const client = requestHttp({ port, host: "127.0.0.1", method, path, headers });
	client.on("error", () => undefined);
	if (method === "POST") client.write("only the beginning");
	else client.end();
	await arrived;
	client.destroy();
}

interface Line {
	level: string | number;
	route?: string;
	status?: number;
	msg?: string;
}

/** The log line of the request. */
async function logged(route: string): Promise<{ lines: Line[]; request: Line | undefined }> {
	const lines = () => site.logged.map((line) => JSON.parse(line) as Line).filter((line) => line.route === route);
	const request = () => lines().find((line) => line.msg === "request");
	await expect.poll(request, { timeout: 20_000 }).toBeDefined();
	return { lines: lines(), request: request() };
}

const isDebug = ({ level }: Line) => level === "debug" || level === 20;
const isError = ({ level }: Line) => level === "error" || level === 50;

describe("a client that disconnects", () => {
	it.each([
		["POST", "/api/v1/upload"],
		["GET", "/api/v1/wait"],
	] as const)("is not a server error: %s %s", async (method, path) => {
		await hangUp(method, path);
		const { lines, request } = await logged(path);
		expect(request).toMatchObject({ status: 499 });
		expect(lines.filter((line) => !isDebug(line))).toEqual([]);
	});

	it("does not hide server errors", async () => {
		await hangUp("POST", "/api/v1/fail");
		const { lines, request } = await logged("/api/v1/fail");
		expect(request).toMatchObject({ status: 500 });
		expect(lines.filter(isError)).toHaveLength(1);
	});
});
