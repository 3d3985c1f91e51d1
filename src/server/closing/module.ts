import type { ServerModule } from "../module.ts";
import { closingJob } from "./job.ts";

/** Leaving for good; the route is in the settings. */
export const closingModule: ServerModule = { name: "closing", routes: () => [], jobs: [closingJob] };
