import { createClient } from "#shared/client.ts";
import { send } from "#web/lib/api/api.ts";
import type { categorizerContract } from "../../contract.ts";
import { categorizerContract as routes } from "../../contract.ts?routes";

export const categorizer = createClient<typeof categorizerContract>(routes, send);
