import { queryOptions } from "@tanstack/react-query";
import { createClient } from "#shared/client.ts";
import type { webhooksContract as Contract } from "#shared/contracts/webhooks.ts";
import { webhooksContract } from "#shared/contracts/webhooks.ts?routes";
import { send } from "#web/lib/api/api.ts";
import { keys } from "#web/lib/api/query-client.ts";

/** API client for the webhook routes. */
export const webhooksApi = createClient<typeof Contract>(webhooksContract, send);

export const webhookKeys = {
	all: keys.webhooks,
	deliveries: (id: string) => [...keys.webhooks, id, "deliveries"],
} as const;

export const webhooksQuery = queryOptions({
	queryKey: [...keys.webhooks, "list"],
	queryFn: async ({ signal }) => (await webhooksApi.listWebhooks({}, { signal })).items,
});

/** The types of events that the server can send. */
export const webhookEventsQuery = queryOptions({
	queryKey: ["webhook-events"],
	queryFn: async ({ signal }) => (await webhooksApi.listWebhookEvents({}, { signal })).items,
	staleTime: Number.POSITIVE_INFINITY,
});
