import { appendFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { Context } from "#server/identity/auth/context.ts";
import { modules } from "#server/modules.ts";
import { implement } from "#server/platform/http/implement.ts";
import type { JobKind } from "#server/platform/jobs/jobs.ts";
import type { ServerModule } from "#server/platform/modules/module.ts";
import { defineContract } from "#shared/contract.ts";

/**
 * The complete server with jobs and requests that block its event loop or crash it, to test the watchdog. Runs are
 * appended as lines to the file RUNS.
 */

const how = z.enum(["loop", "regex", "exit", "throw", "calm", "slow", "wait"]);

/** Quadratic: `a-a-a…` of 400 kB takes minutes. */
const QUADRATIC = /(?:[a-z]+-)+=/;

/** Longer than the tests' limit for blocking. */
const WAIT_MS = 4_000;

async function misbehave(name: string, mode: z.infer<typeof how>, signal: AbortSignal): Promise<void> {
	appendFileSync(process.env.RUNS ?? "/dev/null", `${name}\n`);
	// In a later event loop turn, as with real work.
	await pause(50);
	if (mode === "loop") for (;;) Math.random();
	if (mode === "regex") QUADRATIC.test("a-".repeat(200_000));
	if (mode === "wait") {
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
		return;
	}
	if (mode === "exit") process.exit(9);
	if (mode === "throw") setImmediate(() => nothingLike());
	if (mode !== "calm") await pause(mode === "slow" ? 6_000 : 600_000, undefined, { signal });
}

function nothingLike(): never {
	throw new Error("nobody catches this");
}

const kind: JobKind<{ name: string; mode: z.infer<typeof how> }, Context> = {
	name: "misbehave",
	input: z.object({ name: z.string(), mode: how }),
	unit: "messages",
	concurrency: 4,
	attempts: 5,
	async run(_, job) {
		await misbehave(job.input.name, job.input.mode, job.signal);
		return { ended: true };
	},
};

const contract = defineContract({
	misbehaveNow: {
		method: "POST",
		path: "/api/v1/test/misbehave/{mode}",
		scope: "mail:write",
		summary: "Blocks or crashes the server",
		params: z.object({ mode: how }),
	},
	misbehaveLater: {
		method: "POST",
		path: "/api/v1/test/jobs/{mode}/{name}",
		scope: "mail:write",
		summary: "A job that blocks or crashes the server",
		params: z.object({ mode: how, name: z.string() }),
		reply: z.object({ id: z.string() }),
	},
});

const freezing: ServerModule<Context> = {
	name: "freezing",
	routes: (ctx) => [
		implement(contract, {
			async misbehaveNow({ params, signal }) {
				await misbehave("request", params.mode, signal);
				return undefined;
			},
			misbehaveLater: ({ caller, params }) => ctx.jobs.enqueue(kind, { ownerId: caller.ownerId, input: params }),
		}),
	],
	jobs: [kind],
	async start() {
		const until = performance.now() + Number(process.env.BUSY_START_MS ?? 0);
		while (performance.now() < until) Math.random();
	},
};

(modules as ServerModule<Context>[]).push(freezing);
await import("#server/main.ts");
