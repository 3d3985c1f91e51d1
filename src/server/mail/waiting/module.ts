import type { ServerModule } from "../../platform/modules/module.ts";
import type { MailContext } from "../context/context.ts";
import { readActsJob } from "./job.ts";

/** What messages ask, promise or close. The lists are offered by tools. */
export const waitingModule: ServerModule<MailContext> = {
	name: "waiting",
	jobs: [readActsJob],
	routes: () => [],
};
