import type { PlatformContext } from "../context/context.ts";
import type { ServerModule } from "../modules/module.ts";
import { expireArtifacts } from "./files.ts";

/** Files that tools generate for users. */
export const artifactsModule: ServerModule<PlatformContext> = {
	name: "artifacts",
	routes: () => [],
	maintain: expireArtifacts,
};
