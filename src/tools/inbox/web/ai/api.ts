import { createClient } from "#shared/client.ts";
import type { summariesContract } from "#shared/contracts/summaries.ts";
import { summariesContract as routes } from "#shared/contracts/summaries.ts?routes";
import { send } from "#web/lib/api/api.ts";

/** Routes of summaries and suggested replies. */
export const summaries = createClient<typeof summariesContract>(routes, send);
