import type { ServerModule } from "../../module.ts";
import { recategoriseJob } from "./recategorise.ts";
import { enqueueSorting, sortJob } from "./sort.ts";

/** Which category mail is in: by its provider, by a small model, or by its owner's word. */
export const categoriesModule: ServerModule = {
	name: "categories",
	routes: () => [],
	jobs: [recategoriseJob, sortJob],
	tidy: enqueueSorting,
};
