import type { ServerModule } from "../module.ts";
import { tidyKept } from "./files.ts";

/** Files that tools make for people. */
export const keptModule: ServerModule = {
	name: "kept",
	routes: () => [],
	tidy: tidyKept,
};
