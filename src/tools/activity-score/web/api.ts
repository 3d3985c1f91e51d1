import { createClient } from "#shared/client.ts";
import type { settingsContract } from "#shared/contracts/settings.ts";
import { settingsContract as settingsRoutes } from "#shared/contracts/settings.ts?routes";
import { send } from "#web/lib/api/api.ts";
import { keys } from "#web/lib/api/query-client.ts";
import type { activityScoreContract } from "../contract.ts";
import { activityScoreContract as routes } from "../contract.ts?routes";
import { tool } from "../tool.ts";

export const activityScore = createClient<typeof activityScoreContract>(routes, send);

/** Routes of the user's settings. */
export const settings = createClient<typeof settingsContract>(settingsRoutes, send);

/** Query keys. */
export const scoreKeys = {
	all: [...keys.mail, tool.id],
	report: (account: string | null) => [...keys.mail, tool.id, "report", account],
	emails: (query: object) => [...keys.mail, tool.id, "emails", query],
	work: [tool.id, "work-hours"],
};
