// PgBouncer in front of a PostgreSQL server, in transaction mode with few connections. For tests.
import { spawn } from "node:child_process";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, postgresUser } from "./postgres.js";

/**
 * @param program the path of pgbouncer
 * @param url URL of the PostgreSQL server, on TCP with trust authentication
 * @param poolSize connections to PostgreSQL for each database
 * @returns its URL and a stop function
 */
export async function startPgBouncer(program, url, poolSize = 8) {
	const { hostname, port: behind, username, pathname } = new URL(url);
	const folder = mkdtempSync(join(tmpdir(), "mailstead-pgbouncer-"));
	const port = await freePort();
	const settings = [
		"[databases]",
		// With auth_type any every client is this user.
		`* = host=${hostname} port=${behind} user=${username}`,
		"[pgbouncer]",
		"listen_addr = 127.0.0.1",
		`listen_port = ${port}`,
		"unix_socket_dir =",
		"auth_type = any",
		"pool_mode = transaction",
		`default_pool_size = ${poolSize}`,
		"max_client_conn = 1000",
		"server_reset_query =",
		// Tests create and drop databases.
		"server_idle_timeout = 5",
	];
	const file = join(folder, "pgbouncer.ini");
	writeFileSync(file, `${settings.join("\n")}\n`);
	const as = postgresUser();
	if (as.uid !== undefined) chownSync(folder, as.uid, as.gid);
	const server = spawn(program, [file], { ...as, cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
	await new Promise((resolve, reject) => {
		let log = "";
		server.stderr.on("data", (chunk) => {
			log += chunk;
			if (log.includes("process up")) resolve();
		});
		server.once("exit", () => reject(new Error(`PgBouncer did not start:\n${log}`)));
	});
	return {
		url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
		async stop() {
			const ended = new Promise((resolve) => server.once("exit", resolve));
			server.kill("SIGINT");
			await ended;
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
