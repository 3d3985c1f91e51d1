import { createClient } from "#shared/client.ts";
import { send } from "#web/lib/api/api.ts";
import type { dashboardContract } from "../contract.ts";
import { dashboardContract as routes } from "../contract.ts?routes";

export const dashboard = createClient<typeof dashboardContract>(routes, send);
