import { spawn } from "node:child_process";
import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { Job } from "#shared/contracts/jobs.ts";
import { processorMs, residentOf, watchMemory } from "./process.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
/** As `npm start` and `npm run import` run Node. */
const nodeOptions = ["--disable-warning=ExperimentalWarning", "--max-semi-space-size=8"];
export const nodeEnvironment = {
	MALLOC_ARENA_MAX: "2",
	NODE_COMPILE_CACHE: join(root, "node_modules/.cache/compile"),
};

/** Of a signed-in user. */
export interface BenchSession {
	url: string;
	cookie: string;
}

export interface BenchServer {
	dataDir: string;
	email: string;
	/** As the user who signed up. */
	fetch(path: string, init?: RequestInit): Promise<Response>;
	/** Of the user who signed up. */
	session: BenchSession;
	/** As another user, who signs up. */
	another(email?: string): Promise<BenchSession>;
	/** As a user who has signed up. */
	signIn(email: string): Promise<BenchSession>;
	peakMb(): number | null;
	/** Current resident memory. */
	residentMb(): number | null;
	/** CPU time so far, see `processorMs`. */
	processorMs(): number | null;
	/** Stops it; with `keep` the data is kept. */
	stop(keep?: boolean): Promise<void>;
}

/**
 * The real server in a separate process, with a signed-up user.
 * @param scratch folder for its data
 * @param settings environment, in addition to its port and data folder
 * @param given.port absent: any free port
 * @param given.onLog called with each line of its log, which is printed otherwise
 * @param given.data data folder of an earlier server with the same user; absent: empty
 */
export async function startServer(
	scratch: string,
	settings: Record<string, string> = {},
	given: { port?: number; data?: string; onLog?: (line: string) => void } = {},
): Promise<BenchServer> {
	const folder = given.data ?? (await mkdtemp(join(scratch, "data-")));
	const port = given.port ?? (await freePort());
	const url = `http://127.0.0.1:${port}`;
	const child = spawn(process.execPath, [...nodeOptions, join(root, "src/server/main.ts")], {
		env: {
			...process.env,
			...nodeEnvironment,
			...{ PORT: String(port), BASE_URL: url, DATA_DIR: folder, LOG_LEVEL: "warn" },
			...settings,
		},
		stdio: ["ignore", given.onLog === undefined ? "inherit" : "pipe", "inherit"],
	});
	if (given.onLog !== undefined && child.stdout !== null)
		createInterface({ input: child.stdout }).on("line", given.onLog);
	const peakMb = watchMemory(child);
	const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
	await until(async () => {
		if (child.exitCode !== null) throw new Error("The server ended before it was ready");
		return (await fetch(`${url}/readyz`).catch(() => null))?.ok === true;
	});
	const email = "bench@example.org";
	if (given.data === undefined) await signUp(url, email);
	const { cookie } = await signIn(url, email);
	return {
		dataDir: folder,
		email,
		session: { url, cookie },
		peakMb,
		processorMs: () => (child.pid === undefined ? null : processorMs(child.pid)),
		fetch: (path, init = {}) =>
			fetch(url + path, { ...init, headers: { origin: url, cookie, ...(init.headers as Record<string, string>) } }),
		async another(other = "another@example.org") {
			await signUp(url, other);
			return signIn(url, other);
		},
		signIn: (other) => signIn(url, other),
		residentMb: () => (child.pid === undefined ? null : residentOf(child.pid)),
		async stop(keep = false) {
			child.kill("SIGTERM");
			await ended;
			if (!keep) await rm(folder, { recursive: true, force: true });
		},
	};
}

async function signUp(url: string, email: string): Promise<void> {
	await post(url, "/api/auth/sign-up/email", { name: "Bench", email, password: PASSWORD });
}

async function signIn(url: string, email: string): Promise<BenchSession> {
	const session = await post(url, "/api/auth/sign-in/email", { email, password: PASSWORD });
	const cookie = session.headers
		.getSetCookie()
		.map((line) => line.split(";")[0])
		.join("; ");
	return { url, cookie };
}

/** The import command, for files on the server. */
export function importCommand(file: string, email: string): string[] {
	return [...nodeOptions, join(root, "src/server/cli/import.ts"), file, "--user", email];
}

/** Uploads a mail file and starts its import. */
export async function beginImport(server: BenchServer, file: string): Promise<Job> {
	const response = await server.fetch(`/api/v1/accounts/mbox?filename=${encodeURIComponent(basename(file))}`, {
		method: "POST",
		body: Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>,
		duplex: "half",
	} as RequestInit);
	if (!response.ok) throw new Error(`The import was refused: ${await response.text()}`);
	return ((await response.json()) as { job: Job }).job;
}

/** @returns the finished job. @throws when it failed */
export async function waitFor(server: BenchServer, begun: Job): Promise<Job> {
	let job = begun;
	await until(async () => {
		job = (await (await server.fetch(`/api/v1/jobs/${begun.id}`)).json()) as Job;
		return job.state !== "queued" && job.state !== "running";
	});
	if (job.state !== "done") throw new Error(`The ${job.kind} is ${job.state}: ${job.error}`);
	return job;
}

/** Sends a request as the signed-up user. @throws with the error response */
export async function requestJson<T>(server: BenchServer, path: string, init?: RequestInit): Promise<T> {
	const response = await server.fetch(path, init);
	if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
	return (await response.json()) as T;
}

const PASSWORD = "correct horse battery";

/** Polls until the condition holds. */
export async function until(isSo: () => Promise<boolean>, pauseMs = 100): Promise<void> {
	while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, pauseMs));
}

async function post(url: string, path: string, body: object): Promise<Response> {
	const check = (await (await fetch(`${url}/api/v1/security-check`)).json()) as { token: string; a: number; b: number };
	const headers = {
		"content-type": "application/json",
		origin: url,
		"x-security-check": `${check.token}:${check.a + check.b}`,
	};
	const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
	if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
	return response;
}

export function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const probe = createServer().once("error", reject);
		probe.listen(0, "127.0.0.1", () => {
			const { port } = probe.address() as { port: number };
			probe.close(() => resolve(port));
		});
	});
}
