import type { ServerModule } from "../../platform/modules/module.ts";
import type { MailContext } from "../context/context.ts";
import { classifyJob, enqueueClassify } from "./job.ts";
import { reclassifyJob } from "./reclassify.ts";

/** Categories of mail: set by its provider, by a small model, or by the user. */
export const categoriesModule: ServerModule<MailContext> = {
	name: "categories",
	routes: () => [],
	jobs: [reclassifyJob, classifyJob],
	maintain: enqueueClassify,
};
