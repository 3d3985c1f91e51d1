import { type ChildProcess, spawn } from "node:child_process";
import { open, readFile, rm } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { RunAs } from "./program.ts";

interface RunFolder {
	/** Deleted at the end. */
	folder: string;
	configFile: string;
	as: RunAs;
	/** Sends its greeting when ready. */
	port: number;
}

/** Waits for EOF on stdin, which comes when this process ends, however it ends. */
const GUARD = `
read -r _
kill -- "-$1" && while kill -0 "$1"; do sleep 0.05; done
rm -rf "$2"
`;

/**
 * Starts Dovecot and waits for its greeting.
 * @returns how to stop it; if this process dies, a guard process stops it
 */
export async function superviseDovecot(program: string, runFolder: RunFolder): Promise<{ stop(): Promise<void> }> {
	const { folder, as } = runFolder;
	// Detached sessions: Ctrl-C reaches only this process, and they end after it.
	const options = { ...as.ids, cwd: folder, detached: true };
	const output = await open(join(folder, "said"), "w");
	const server = spawn(program, ["-F", "-c", runFolder.configFile], {
		...options,
		stdio: ["ignore", output.fd, output.fd],
	});
	await output.close();
	const ended = new Promise<void>((resolve) => {
		server.once("exit", () => resolve());
		server.once("error", () => resolve());
	});
	const guard = spawn("sh", ["-c", GUARD, "guard", String(server.pid), folder], {
		...options,
		stdio: ["pipe", "ignore", "ignore"],
	});
	guard.stdin.on("error", () => {});
	const stop = async (): Promise<void> => {
		const over = new Promise<void>((resolve) => guard.once("exit", () => resolve()));
		guard.ref();
		guard.stdin.end();
		await over;
		await ended;
		await rm(folder, { recursive: true, force: true });
	};
	try {
		await greets(runFolder.port, server);
	} catch {
		const words = await Promise.all(
			["said", "log"].map((name) => readFile(join(folder, name), "utf8").catch(() => "")),
		);
		await stop();
		throw new Error(`Dovecot did not start:\n${words.join("")}`);
	}
	for (const child of [server, guard]) child.unref();
	return { stop };
}

/** Rejects when the server exits or sends nothing for 20 s. */
async function greets(port: number, server: ChildProcess): Promise<void> {
	for (const end = Date.now() + 20_000; Date.now() < end && server.exitCode === null && server.pid !== undefined; ) {
		if (await hasGreeting(port)) return;
		await wait(20);
	}
	throw new Error("No greeting");
}

function hasGreeting(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(port, "127.0.0.1");
		socket.setTimeout(5000, () => socket.destroy());
		socket.on("error", () => {});
		socket.once("close", () => resolve(false));
		let output = "";
		socket.on("data", (chunk) => {
			output += chunk;
			// An earlier greeting says that it is waiting for its other processes.
			if (!output.includes("[CAPABILITY")) return;
			resolve(true);
			socket.destroy();
		});
	});
}
