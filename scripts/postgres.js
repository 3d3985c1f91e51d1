// A PostgreSQL server for tests, in a temporary folder.
import { execFileSync, spawn } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** PostgreSQL and PgBouncer do not run as root: run them as the user of PostgreSQL's Debian package. */
export function postgresUser() {
	if (process.getuid() !== 0) return {};
	const id = (flag) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
	return { uid: id("-u"), gid: id("-g") };
}

export async function freePort() {
	const server = createServer();
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address();
	await new Promise((resolve) => server.close(resolve));
	return port;
}

/** For databases that exist for one test and need no durability. */
const forTests = [
	"synchronous_commit=off",
	"full_page_writes=off",
	// Compiling a statement takes longer than running it on a few hundred rows.
	"jit=off",
	"wal_level=minimal",
	"max_wal_senders=0",
	"max_wal_size=4GB",
];

/** A server for tests. @param bin the folder of initdb and postgres */
export const startTestPostgres = (bin) => startPostgres(bin, forTests);

/**
 * @param bin the folder of initdb and postgres
 * @param more additional or overriding settings: `name=value`
 * @returns its URL, process id and a stop function
 */
export async function startPostgres(bin, more = []) {
	const folder = mkdtempSync(join(tmpdir(), "mailstead-postgres-"));
	const as = postgresUser();
	if (as.uid !== undefined) chownSync(folder, as.uid, as.gid);
	const data = join(folder, "data");
	execFileSync(
		join(bin, "initdb"),
		["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"],
		{
			...as,
			cwd: folder,
			stdio: ["ignore", "ignore", "inherit"],
		},
	);
	const port = await freePort();
	const settings = [
		`port=${port}`,
		"listen_addresses=127.0.0.1",
		`unix_socket_directories=${folder}`,
		"fsync=off",
		"max_connections=300",
		...more,
	];
	const server = spawn(join(bin, "postgres"), ["-D", data, ...settings.flatMap((setting) => ["-c", setting])], {
		...as,
		cwd: folder,
		stdio: ["ignore", "ignore", "pipe"],
	});
	await new Promise((resolve, reject) => {
		let log = "";
		server.stderr.on("data", (chunk) => {
			log += chunk;
			if (log.includes("ready to accept connections")) resolve();
		});
		server.once("exit", () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
	});
	return {
		url: `postgres://postgres@127.0.0.1:${port}/postgres`,
		pid: server.pid,
		async stop() {
			const ended = new Promise((resolve) => server.once("exit", resolve));
			server.kill("SIGINT");
			await ended;
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
