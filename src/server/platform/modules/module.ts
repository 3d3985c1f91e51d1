import type { Implementation } from "../http/implement.ts";
import type { JobKind } from "../jobs/jobs.ts";

/** Messages that have just come into one mailbox, whole or, where their text cannot be had, with their header. */
export interface NewMail {
	ownerId: string;
	accountId: string;
	/** Oldest first, a few hundred at most. */
	ids: string[];
	signal: AbortSignal;
}

/** What a part of the server brings: its routes and its kinds of jobs. Listed in `registry.ts`. */
export interface ServerModule<Ctx> {
	name: string;
	routes(ctx: Ctx): Implementation[];
	jobs?: readonly JobKind<unknown, Ctx>[];
	/** Puts in order what an earlier run left behind and what is too old to keep, when a worker starts and once a day; nothing waits for it. */
	maintain?(ctx: Ctx): Promise<void>;
	/** What a worker does all the time besides jobs. @returns stops it at a clean point */
	background?(ctx: Ctx): () => Promise<void>;
	/**
	 * Does something with new mail, never with what a first listing brings: called at least once for each message, again
	 * after a failure. Modules are called in their order in `registry.ts`.
	 */
	onNewMail?(ctx: Ctx, mail: NewMail): Promise<void>;
}
