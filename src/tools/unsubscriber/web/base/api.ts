import { createClient } from "#shared/client.ts";
import { send } from "#web/lib/api/api.ts";
import { keys } from "#web/lib/api/query-client.ts";
import type { unsubscriberContract } from "../../contract.ts";
import { unsubscriberContract as routes } from "../../contract.ts?routes";

export type { Attempt, Method, Mode, Periods, Subscription, SubscriptionState, View } from "../../contract.ts";

export const unsubscriber = createClient<typeof unsubscriberContract>(routes, send);

/** Queries to invalidate when mail changes or an unsubscribe request ends. */
export const listsKey = [...keys.mail, "subscriptions"] as const;
