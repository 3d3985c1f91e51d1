import type { Context } from "../identity/auth/context.ts";
import type { ServerModule } from "../platform/modules/module.ts";

export const workModule: ServerModule<Context> = {
	name: "work",
	routes: () => [],
	maintain: ({ work }) => work.maintain(),
};
