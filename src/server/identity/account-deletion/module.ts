import type { ServerModule } from "../../platform/modules/module.ts";
import type { Context } from "../auth/context.ts";
import { accountDeletionJob } from "./job.ts";

/** Leaving for good; the route is in the settings. */
export const accountDeletionModule: ServerModule<Context> = {
	name: "closing",
	routes: () => [],
	jobs: [accountDeletionJob],
};
