import { systemContract } from "#shared/contracts/system.ts";
import { AppError } from "../errors.ts";
import type { ServerModule } from "../module.ts";
import { implement } from "./implement.ts";

const PATIENCE_MS = 2_000;

/** Whether the process lives, whether it can work, how it is doing, and the sum of the sign-in page. */
export const systemModule: ServerModule = {
	name: "system",
	routes: (ctx) => [
		implement(systemContract, {
			securityCheck: ({ remoteAddress }) => ctx.auth.securityCheck.issue(remoteAddress),
			health: () => ({ status: "ok" as const, version: ctx.config.version }),
			async ready() {
				// The migrations are in before anything listens; a database that answers is what is left to ask.
				await within(PATIENCE_MS, ctx.database.query("select 1", [])).catch((cause: unknown) => {
					throw new AppError(503, "not-ready", "The database does not answer.", { cause });
				});
				return { status: "ready" as const };
			},
			async metrics() {
				const { contentType, text } = await ctx.metrics.text();
				return new Response(text, { headers: { "content-type": contentType } });
			},
		}),
	],
};

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
	const { promise: late, reject } = Promise.withResolvers<never>();
	const timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms);
	return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
