import { createClient } from "#shared/client.ts";
import { send } from "#web/lib/api/api.ts";
import type { askContract } from "../contract.ts";
import { askContract as routes } from "../contract.ts?routes";

export const askApi = createClient<typeof askContract>(routes, send);
