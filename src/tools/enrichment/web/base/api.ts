import { createClient } from "#shared/client.ts";
import type { settingsContract } from "#shared/contracts/settings.ts";
import { settingsContract as settingsRoutes } from "#shared/contracts/settings.ts?routes";
import { send } from "#web/lib/api/api.ts";
import type { enrichmentContract } from "../../contract.ts";
import { enrichmentContract as routes } from "../../contract.ts?routes";

/** Routes of the enrichment. */
export const enrichmentApi = createClient<typeof enrichmentContract>(routes, send);

/** Routes of the user's settings. */
export const settings = createClient<typeof settingsContract>(settingsRoutes, send);

/** Query keys. */
export const enrichmentKeys = {
	all: ["enrichment"],
	results: ["enrichment", "results"],
	lists: ["enrichment", "lists"],
	apiKeys: ["enrichment", "source-keys"],
	sources: ["settings", "enrichment"],
	optOuts: ["enrichment", "opt-outs"],
};
