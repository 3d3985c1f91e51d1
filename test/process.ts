import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { TestInstall } from "./database.ts";
import { freePort } from "./free-port.ts";
import { programArguments } from "./programs.ts";
import { storeEnv } from "./s3/env.ts";

/** The program as a separate process. It ends with the test. */
export interface ServerProcess {
	/** URL it listens on, with the role `web`. */
	url: string;
	pid: number;
	/** SIGKILL, like a power failure. */
	kill(): Promise<void>;
	/** SIGTERM, like an operator. */
	stop(): Promise<void>;
}

/** Starts the program on an installation and waits until it is ready. @throws with its output when it exits before */
export async function startProcess(install: TestInstall, env: Record<string, string> = {}): Promise<ServerProcess> {
	const port = await freePort();
	const child = spawn(process.execPath, await programArguments("server"), {
		stdio: ["ignore", "pipe", "pipe", "ipc"],
		env: {
			PATH: process.env.PATH,
			NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
			PORT: String(port),
			LOG_LEVEL: process.env.TEST_LOG ?? "silent",
			DATA_DIR: install.dataDir,
			...(install.databaseUrl === null ? {} : { DATABASE_URL: install.databaseUrl }),
			PARSE_WORKERS: "1",
			PASSWORD_COST: "10",
			PREPARE_DEMO: "off",
			DEMO_NEW_MAIL: "off",
			DISK_BALLAST_MB: "0",
			...storeEnv(install.dataDir),
			...env,
		},
	});
	await isReady(child);
	if (process.env.TEST_LOG === undefined) child.stdout?.resume();
	else child.stdout?.pipe(process.stderr);
	child.stderr?.pipe(process.stderr);
	const end = async (signal: NodeJS.Signals): Promise<void> => {
		if (child.exitCode !== null || child.signalCode !== null) return;
		const ended = once(child, "exit");
		child.kill(signal);
		await ended;
	};
	return {
		url: `http://localhost:${port}`,
		pid: child.pid ?? 0,
		kill: () => end("SIGKILL"),
		stop: () => end("SIGTERM"),
	};
}

function isReady(child: ChildProcess): Promise<void> {
	return new Promise((resolve, reject) => {
		let output = "";
		child.stdout?.on("data", (data: Buffer) => {
			output += data.toString();
			if (output.includes(" ready")) resolve();
		});
		child.stderr?.on("data", (data: Buffer) => {
			output += data.toString();
		});
		child.once("exit", (code) => reject(new Error(`The process ended with ${code}: ${output}`)));
	});
}
