import type { ServerModule } from "../../platform/modules/module.ts";
import type { Context } from "../auth/context.ts";
import { accountDeletionJob } from "./job.ts";

/** Account deletion; its route is in the settings module. */
export const accountDeletionModule: ServerModule<Context> = {
	name: "account-deletion",
	routes: () => [],
	jobs: [accountDeletionJob],
};
