import type { PlatformContext } from "../context/context.ts";
import type { ServerModule } from "../modules/module.ts";
import { expireArtifacts } from "./files.ts";

/** Files that tools make for people. */
export const artifactsModule: ServerModule<PlatformContext> = {
	name: "kept",
	routes: () => [],
	maintain: expireArtifacts,
};
