import type { SettingsSection } from "#shared/settings.ts";
import type { ProvidedCapability } from "../capabilities/capabilities.ts";
import type { Subscription } from "../event-streams/streams.ts";
import type { Implementation } from "../http/implement.ts";
import type { JobKind } from "../jobs/jobs.ts";
import type { ScheduledTask } from "../schedule/task.ts";
import type { WebhookEvent } from "../webhooks/events.ts";
import type { WorkKind } from "../work/work.ts";
import type { Command } from "./command.ts";

/** A part of the server: its routes and job kinds. Listed in `modules.ts`, or in `tools.ts` for a tool. */
export interface ServerModule<Ctx> {
	name: string;
	routes(ctx: Ctx): Implementation[];
	jobs?: readonly JobKind<unknown, Ctx>[];
	/** Tables with rows of users that a data export leaves out: derived from mail, or bookkeeping. */
	notExported?: readonly string[];
	/** Sections of settings, which the settings routes serve. */
	settings?: readonly SettingsSection[];
	work?: readonly WorkKind<unknown, unknown, Ctx>[];
	/**
	 * Cleans up leftovers of crashed runs and expired data. Runs in the background, when a worker starts and once a
	 * day.
	 */
	maintain?(ctx: Ctx): Promise<void>;
	/** Long-running work of a worker besides jobs. @returns stops it at a consistent point */
	background?(ctx: Ctx): () => Promise<void>;
	/** Tasks that run on a schedule. */
	schedules?: readonly ScheduledTask<Ctx>[];
	/** Durable subscribers of event streams. */
	subscriptions?: readonly Subscription<Ctx>[];
	/** What it offers to other modules. */
	capabilities?: readonly ProvidedCapability<Ctx>[];
	/** Events that users can have sent to their webhooks; what is declared is also emitted. */
	webhookEvents?: readonly WebhookEvent[];
	/** Commands of `npm run mailstead`. */
	commands?: readonly Command[];
	/** Runs in every process before it serves requests or claims jobs. Short. */
	start?(ctx: Ctx): Promise<void>;
}
