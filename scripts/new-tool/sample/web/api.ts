import { createClient } from "#shared/client.ts";
import { send } from "#web/lib/api/api.ts";
import type { sampleContract } from "../contract.ts";
import { sampleContract as routes } from "../contract.ts?routes";

export const sample = createClient<typeof sampleContract>(routes, send);
