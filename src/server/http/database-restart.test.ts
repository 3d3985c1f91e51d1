import { connect, type Socket } from "node:net";
import { expect } from "vitest";
import { testDatabase } from "#test/database.ts";
import { openApp } from "#test/http/app.ts";
import { startTcpServer } from "#test/tcp.ts";
import { isPostgres, testIf } from "../../../fixtures/only-if.ts";
import { createLogger } from "../log.ts";

/** The database server behind an address of its own, so that it can go away. */
async function startRelay(databaseUrl: string) {
	const { hostname, port } = new URL(databaseUrl);
	const open = new Set<Socket>();
	const relay = { isDown: false, server: await startTcpServer(converse) };
	function converse(socket: Socket): void {
		if (relay.isDown) {
			socket.destroy();
			return;
		}
		const upstream = connect(Number(port || 5432), hostname);
		open.add(socket);
		upstream.on("error", () => socket.destroy());
		upstream.on("close", () => socket.destroy());
		socket.on("close", () => upstream.destroy());
		socket.pipe(upstream).pipe(socket, { end: false });
	}
	return {
		port: relay.server.port,
		goDown() {
			relay.isDown = true;
			for (const socket of open) socket.destroy();
		},
		comeBack() {
			relay.isDown = false;
		},
		close: () => relay.server.close(),
	};
}

testIf(isPostgres)("requests while PostgreSQL restarts get 503, and the log says it in one line", async () => {
	const relay = await startRelay(process.env.TEST_DATABASE_URL ?? "");
	const lines: string[] = [];
	const via = (databaseUrl: string): string => {
		const url = new URL(databaseUrl);
		url.hostname = "127.0.0.1";
		url.port = String(relay.port);
		return url.href;
	};
	const log = createLogger({ logLevel: "info" }, { write: (line: string) => void lines.push(line) });
	const site = await openApp({ database: await testDatabase({ via, log }) });
	try {
		const { cookie } = await site.user("ada@example.org");
		const requests = () =>
			Promise.all([
				...Array.from({ length: 10 }, () => site.request("/api/v1/api-keys", { headers: { cookie } })),
				site.request("/api/auth/get-session", { headers: { cookie } }),
			]);
		expect((await requests()).map(({ status }) => status)).not.toContain(503);
		site.logged.length = 0;
		relay.goDown();
		for (const response of await requests()) {
			expect(response.status).toBe(503);
			expect(response.headers.get("retry-after")).toBe("5");
			expect(await response.json()).toMatchObject({ code: "database-unavailable" });
		}
		expect((await site.request("/readyz")).status).toBe(503);
		expect((await site.request("/healthz")).status).toBe(200);
		const unusual = [...site.logged, ...lines].map((line) => JSON.parse(line) as Record<string, unknown>);
		expect(unusual.filter(({ msg }) => msg !== "request")).toMatchObject([{ event: "database.unavailable" }]);
		relay.comeBack();
		expect((await requests()).map(({ status }) => status)).not.toContain(503);
		expect(lines.at(-1)).toContain("database.available");
	} finally {
		relay.comeBack();
		await site.close();
		await relay.close();
	}
});
