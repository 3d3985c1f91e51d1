import type { Context } from "./context.ts";
import type { Implementation } from "./http/implement.ts";
import type { JobKind } from "./jobs/jobs.ts";

/** Messages that have just come into one mailbox, whole or, where their text cannot be had, with their header. */
export interface Arrived {
	ownerId: string;
	accountId: string;
	/** Oldest first, a few hundred at most. */
	ids: string[];
	signal: AbortSignal;
}

/** What a part of the server brings: its routes and its kinds of jobs. Listed in `registry.ts`. */
export interface ServerModule {
	name: string;
	routes(ctx: Context): Implementation[];
	jobs?: readonly JobKind[];
	/** Puts in order what an earlier run left behind and what is too old to keep, when a worker starts and once a day; nothing waits for it. */
	tidy?(ctx: Context): Promise<void>;
	/** What a worker does all the time besides jobs. @returns stops it at a clean point */
	background?(ctx: Context): () => Promise<void>;
	/**
	 * Does something with new mail, never with what a first listing brings: called at least once for each message, again
	 * after a failure. Modules are called in their order in `registry.ts`.
	 */
	arrived?(ctx: Context, mail: Arrived): Promise<void>;
}
