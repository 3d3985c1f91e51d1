import type { Context } from "./context.ts";
import type { Implementation } from "./http/implement.ts";
import type { JobKind } from "./jobs/jobs.ts";

/** What a part of the server brings: its routes and its kinds of jobs. Listed in `registry.ts`. */
export interface ServerModule {
	name: string;
	routes(ctx: Context): Implementation[];
	jobs?: readonly JobKind[];
	/** Puts in order what an earlier run left behind and what is too old to keep, when a worker starts and once a day; nothing waits for it. */
	tidy?(ctx: Context): Promise<void>;
	/** What a worker does all the time besides jobs. @returns stops it at a clean point */
	background?(ctx: Context): () => Promise<void>;
}
