import type { SettingsSection } from "#shared/settings.ts";
import type { Implementation } from "../http/implement.ts";
import type { JobKind } from "../jobs/jobs.ts";
import type { WorkKind } from "../work/work.ts";

/** New messages of one mailbox, stored completely or, where the body cannot be fetched, with headers only. */
export interface NewMail {
	ownerId: string;
	accountId: string;
	/** Oldest first, at most a few hundred. */
	ids: string[];
	signal: AbortSignal;
}

/** A part of the server: its routes and job kinds. Listed in `registry.ts`. */
export interface ServerModule<Ctx> {
	name: string;
	routes(ctx: Ctx): Implementation[];
	jobs?: readonly JobKind<unknown, Ctx>[];
	/** Sections of settings, which the settings routes serve. */
	settings?: readonly SettingsSection[];
	work?: readonly WorkKind<unknown, unknown, Ctx>[];
	/**
	 * Cleans up leftovers of crashed runs and expired data. Runs when a worker starts and once a day, in the
	 * background.
	 */
	maintain?(ctx: Ctx): Promise<void>;
	/** Long-running work of a worker besides jobs. @returns stops it at a consistent point */
	background?(ctx: Ctx): () => Promise<void>;
	/**
	 * Handles new mail, but never the mail of an initial sync. Called at least once per message, with retries. Modules
	 * are called in the order of `registry.ts`.
	 */
	onNewMail?(ctx: Ctx, mail: NewMail): Promise<void>;
}
