import { createClient } from "#shared/client.ts";
import type { repliesContract } from "#shared/contracts/replies.ts";
import { repliesContract as replyRoutes } from "#shared/contracts/replies.ts?routes";
import type { summariesContract } from "#shared/contracts/summaries.ts";
import { summariesContract as summaryRoutes } from "#shared/contracts/summaries.ts?routes";
import { send } from "#web/lib/api/api.ts";

/** Routes of summaries. */
export const summaries = createClient<typeof summariesContract>(summaryRoutes, send);

/** Routes of suggested replies. */
export const suggestions = createClient<typeof repliesContract>(replyRoutes, send);
