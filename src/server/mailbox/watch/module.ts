import type { ServerModule } from "../../module.ts";
import { tidySyncs } from "../sync/history.ts";
import { noticeRoutes } from "./notices.ts";
import { watchMailboxes } from "./service.ts";

/** Notices by itself what happens in mailboxes, and keeps the history of syncs short. */
export const watchModule: ServerModule = {
	name: "watch",
	routes: (ctx) => [noticeRoutes(ctx)],
	background: watchMailboxes,
	tidy: tidySyncs,
};
