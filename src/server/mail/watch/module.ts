import type { ServerModule } from "../../platform/modules/module.ts";
import type { MailContext } from "../context/context.ts";
import { expireSyncHistory } from "../sync/status/history.ts";
import { watchMailboxes } from "./service.ts";
import { webhookRoutes } from "./webhooks.ts";

/** Watches accounts for changes, and prunes the sync history. */
export const watchModule: ServerModule<MailContext> = {
	name: "watch",
	routes: webhookRoutes,
	background: watchMailboxes,
	maintain: expireSyncHistory,
};
