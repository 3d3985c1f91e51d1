import pg from "pg";
import { expect, it } from "vitest";
import { startTcpServer } from "#test/tcp.ts";
import { DatabaseUnavailable } from "./unavailable.ts";
import { listenToErrors, withClient } from "./with-client.ts";

/** A message of the server (PostgreSQL protocol 3.0). */
function message(type: string, ...body: (string | Buffer)[]): Buffer {
	const bytes = Buffer.concat(body.map((part) => Buffer.from(part)));
	const head = Buffer.alloc(5);
	head.write(type);
	head.writeInt32BE(bytes.length + 4, 1);
	return Buffer.concat([head, bytes]);
}

const AUTHENTICATED = message("R", Buffer.alloc(4));
const READY = message("Z", "I");
const DONE = message("C", "SELECT 0\0");
const FATAL = message("E", "SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0");

/** A server that is shut down while it answers a statement: all of it arrives in one piece. */
function startDyingServer() {
	return startTcpServer((socket) => {
		socket.once("data", () => {
			socket.write(Buffer.concat([AUTHENTICATED, READY]));
			socket.once("data", () => socket.end(Buffer.concat([DONE, READY, FATAL])));
		});
	});
}

it("a server that stops right after a statement ends no process, and the next statement fails", async () => {
	const server = await startDyingServer();
	const pool = new pg.Pool({ host: "127.0.0.1", port: server.port, user: "me", database: "me", ssl: false, max: 1 });
	const uncaught: unknown[] = [];
	const note = (cause: unknown): void => void uncaught.push(cause);
	process.prependListener("uncaughtException", note);
	pool.on("error", () => undefined);
	listenToErrors(pool);
	const first = pool.query("select 1");
	// Gets the connection at the moment the first statement ends.
	const next = withClient(pool, (client) => client.query("select 2"));
	await expect(first).resolves.toMatchObject({ command: "SELECT" });
	await expect(next).rejects.toThrow(/not queryable|administrator command|terminated/);
	expect(uncaught).toEqual([]);
	process.removeListener("uncaughtException", note);
	await pool.end();
	await server.close();
	const refused = withClient(
		new pg.Pool({ host: "127.0.0.1", port: server.port, user: "me", database: "me" }),
		async () => undefined,
	);
	await expect(refused).rejects.toBeInstanceOf(DatabaseUnavailable);
});
