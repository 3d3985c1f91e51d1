import { queryOptions } from "@tanstack/react-query";
import { createClient } from "#shared/client.ts";
import type { billingContract as BillingContract } from "#shared/contracts/billing.ts";
import { billingContract } from "#shared/contracts/billing.ts?routes";
import type { modelContract as ModelContract } from "#shared/contracts/model.ts";
import { modelContract } from "#shared/contracts/model.ts?routes";
import type { outgoingContract as OutgoingContract } from "#shared/contracts/outgoing.ts";
import { outgoingContract } from "#shared/contracts/outgoing.ts?routes";
import type { pricingContract as PricingContract } from "#shared/contracts/pricing.ts";
import { pricingContract } from "#shared/contracts/pricing.ts?routes";
import type * as settings from "#shared/contracts/settings.ts";
import { exportsContract, settingsContract } from "#shared/contracts/settings.ts?routes";
import type { storageContract as StorageContract } from "#shared/contracts/storage.ts";
import { storageContract } from "#shared/contracts/storage.ts?routes";
import { send } from "../api/api.ts";
import { keys } from "../api/query-client.ts";

type Routes = typeof settings.settingsContract &
	typeof settings.exportsContract &
	typeof StorageContract &
	typeof ModelContract &
	typeof OutgoingContract &
	typeof PricingContract &
	typeof BillingContract;

/** API client for the settings routes. */
export const settingsApi = createClient<Routes>(
	{
		...settingsContract,
		...exportsContract,
		...storageContract,
		...modelContract,
		...outgoingContract,
		...pricingContract,
		...billingContract,
	},
	send,
);

export const settingsKeys = {
	settings: ["settings"],
	exports: ["exports"],
	storage: ["storage"],
	sessions: keys.sessions,
	identities: ["identities"],
	apiKeys: ["api-keys"],
	passkeys: ["passkeys"],
	engine: ["ai"],
	modelCalls: ["ai", "calls"],
	suppressions: ["suppressions"],
	planUsage: ["plan-usage"],
	billing: ["billing"],
} as const;

/** Whether this server takes payments, and the state of the user's subscription. */
export const billingQuery = queryOptions({
	queryKey: settingsKeys.billing,
	queryFn: ({ signal }) => settingsApi.getBilling({}, { signal }),
});

/** The user's plan, and what is used of it. */
export const planUsageQuery = queryOptions({
	queryKey: settingsKeys.planUsage,
	queryFn: ({ signal }) => settingsApi.getPlanUsage({}, { signal }),
});

export const settingsQuery = queryOptions({
	queryKey: settingsKeys.settings,
	queryFn: ({ signal }) => settingsApi.getSettings({}, { signal }),
	staleTime: 5 * 60_000,
});

/** What writes and summarizes for the user, and where data goes. */
export const engineQuery = queryOptions({
	queryKey: settingsKeys.engine,
	queryFn: ({ signal }) => settingsApi.getEngine({}, { signal }),
	staleTime: 60_000,
});
