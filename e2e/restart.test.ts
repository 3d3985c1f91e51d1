import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestInstall, testInstall } from "#test/database.ts";
import { freePort } from "#test/free-port.ts";
import { writeMbox } from "#test/mail-file.ts";
import { programArguments } from "#test/programs.ts";
import { signUpAt, type TestUser } from "#test/server.ts";
import { sized } from "#test/soak.ts";

const folder = mkdtempSync(join(tmpdir(), "mailstead-restart-"));
const file = join(folder, "mail.mbox");
const count = sized(4_000, 12_000);
let install: TestInstall;
let port: number;
let server: ChildProcess;
/** The current user; each imports the file into their own mailbox. */
let user: TestUser;
let calmPerson: TestUser;

beforeAll(async () => {
	await writeMbox(file, { count });
	install = await testInstall({ embedded: true });
	port = await freePort();
	await start();
	calmPerson = await signUpAt(`http://127.0.0.1:${port}`, "calm@example.org");
	user = await signUpAt(`http://127.0.0.1:${port}`, "restart@example.org");
});
afterAll(async () => {
	await kill();
	await install.remove();
	rmSync(folder, { recursive: true, force: true });
});

/** Starts the program on the embedded database, like `npm start`. */
async function start(): Promise<void> {
	server = spawn(process.execPath, await programArguments("server"), {
		env: {
			PATH: process.env.PATH,
			NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
			PORT: String(port),
			DATA_DIR: install.dataDir,
			LOG_LEVEL: "error",
			PASSWORD_COST: "10",
			PREPARE_DEMO: "off",
			DEMO_NEW_MAIL: "off",
		},
		stdio: ["ignore", "pipe", "inherit"],
	});
	for await (const line of server.stdout ?? []) if (String(line).includes("ready")) return;
	throw new Error("The server ended before it was ready");
}

async function kill(): Promise<void> {
	if (server.exitCode !== null || server.signalCode !== null) return;
	server.kill("SIGKILL");
	await once(server, "exit");
}

async function json<T>(path: string, init?: RequestInit): Promise<T> {
	const response = await user.fetch(path, init);
	expect(response.ok, `${path} ${response.status}`).toBe(true);
	return (await response.json()) as T;
}

interface JobReply {
	id: string;
	state: string;
	done: number;
}

/** Waits for the job; kills the server at the given shares of its progress and restarts it. */
async function endOf(id: string, killAt: () => number): Promise<JobReply> {
	let next = killAt();
	for (;;) {
		const job = await json<JobReply & { total: number | null }>(`/api/v1/jobs/${id}`);
		if (job.state !== "queued" && job.state !== "running") return job;
		if (job.total !== null && job.done / job.total > next) {
			await kill();
			await start();
			next = killAt();
		}
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
}

/** Every message with its folder and flags, in a fixed order. */
async function mailbox(account: string): Promise<string[]> {
	const lines: string[] = [];
	for (const folderName of ["inbox", "archive", "spam", "trash"]) {
		let cursor = "";
		do {
			const page = await json<{ items: Record<string, unknown>[]; nextCursor: string | null }>(
				`/api/v1/emails?account=${account}&folder=${folderName}&limit=200${cursor}`,
			);
			for (const { subject, receivedAt, folder: role, isRead, isStarred, labels, sizeBytes } of page.items)
				lines.push(JSON.stringify([subject, receivedAt, role, isRead, isStarred, labels, sizeBytes]));
			cursor = page.nextCursor === null ? "" : `&cursor=${encodeURIComponent(page.nextCursor)}`;
		} while (cursor !== "");
	}
	return lines.sort();
}

async function importFile(killAt: () => number): Promise<string> {
	const body = new Uint8Array(await readFile(file));
	const path = "/api/v1/accounts/mbox?filename=mail.mbox";
	const reply = await json<{ account: { id: string }; job: { id: string } }>(path, { method: "POST", body });
	expect(await endOf(reply.job.id, killAt)).toMatchObject({ state: "done" });
	return reply.account.id;
}

const KILL_LIMIT_MS = sized(600_000, 1_200_000);
const never = () => Number.POSITIVE_INFINITY;
let killed: string;

test(
	"an import killed repeatedly produces the same mailbox as an uninterrupted one",
	async () => {
		const restarted = user;
		user = calmPerson;
		const expected = await mailbox(await importFile(never));
		user = restarted;
		let last = 0;
		killed = await importFile(() => {
			last += 0.1 + Math.random() * 0.25;
			return last;
		});
		expect(expected).toHaveLength(count);
		expect(await mailbox(killed)).toEqual(expected);
	},
	KILL_LIMIT_MS,
);

test(
	"a bulk change killed half way resumes, and its undo restores every flag and folder",
	async () => {
		const before = await mailbox(killed);
		const plan = await json<{ id: string; count: number }>("/api/v1/plans", {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ action: { type: "trash" }, query: "in:inbox", account: killed }),
		});
		expect(plan.count).toBeGreaterThan(count * 0.4);
		const once = () => {
			let used = false;
			return () => {
				if (used) return Number.POSITIVE_INFINITY;
				used = true;
				return 0.2 + Math.random() * 0.4;
			};
		};
		const applied = await json<{ job: JobReply; operation: { id: string } }>(`/api/v1/plans/${plan.id}/apply`, {
			method: "POST",
		});
		expect(await endOf(applied.job.id, once())).toMatchObject({ state: "done" });
		const { total } = await json<{ total: number }>(`/api/v1/emails?account=${killed}&folder=inbox`);
		expect(total).toBe(0);
		const undo = await json<{ job: JobReply }>(`/api/v1/operations/${applied.operation.id}/undo`, { method: "POST" });
		expect(await endOf(undo.job.id, once())).toMatchObject({ state: "done" });
		expect(await mailbox(killed)).toEqual(before);
	},
	KILL_LIMIT_MS,
);
