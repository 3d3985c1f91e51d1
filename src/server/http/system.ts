import { systemContract } from "#shared/contracts/system.ts";
import { AppError } from "../errors.ts";
import type { Context } from "../identity/auth/context.ts";
import { DISK_FULL } from "../platform/disk/disk-full.ts";
import { countFailing } from "../platform/event-streams/store.ts";
import { implement } from "../platform/http/implement.ts";
import type { ServerModule } from "../platform/modules/module.ts";

const TIMEOUT_MS = 2_000;

/** Health, readiness, metrics, and the security check of the sign-in page. */
export const systemModule: ServerModule<Context> = {
	name: "system",
	routes: (ctx) => [
		implement(systemContract, {
			securityCheck: ({ remoteAddress }) => ctx.auth.securityCheck.issue(remoteAddress),
			health() {
				const crash = ctx.database.crash();
				if (crash !== null)
					throw new AppError(503, "database-crashed", "The database crashed. The server is restarting.");
				return { status: "ok" as const, version: ctx.config.version };
			},
			async ready() {
				// Migrations are applied before the server listens; only the database connection is left to check.
				const subscribers = await within(TIMEOUT_MS, countFailing(ctx.database)).catch((cause: unknown) => {
					throw new AppError(503, "not-ready", "The database is not responding.", { cause });
				});
				return { ...readiness(ctx), subscribers };
			},
			async metrics() {
				const { contentType, text } = await ctx.metrics.text();
				return new Response(text, { headers: { "content-type": contentType } });
			},
		}),
	],
};

/** Above this share of blocked time the server is not ready. */
const MAX_BLOCKED_SHARE = 0.5;

/** @throws AppError 503 `not-ready` while the event loop is blocked most of the time */
function readiness({ disk, eventLoop }: Pick<Context, "disk" | "eventLoop">) {
	const blockedShare = eventLoop.blockedShare();
	if (blockedShare > MAX_BLOCKED_SHARE)
		throw new AppError(
			503,
			"not-ready",
			`The server is overloaded: its event loop was blocked for ${Math.round(blockedShare * 100)}% of the last 30 seconds.`,
		);
	return {
		status: disk.state === "full" ? ("degraded" as const) : ("ready" as const),
		reason: disk.state === "full" ? DISK_FULL : null,
		disk: { state: disk.state, freeBytes: disk.freeBytes },
		eventLoop: { ...eventLoop.delay(), blockedShare: Math.round(blockedShare * 100) / 100 },
	};
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
	const { promise: late, reject } = Promise.withResolvers<never>();
	const timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms);
	return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
