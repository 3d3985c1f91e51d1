import { queryOptions } from "@tanstack/react-query";
import { createClient } from "#shared/client.ts";
import type * as settings from "#shared/contracts/settings.ts";
import { exportsContract, settingsContract } from "#shared/contracts/settings.ts?routes";
import type { storageContract as StorageContract } from "#shared/contracts/storage.ts";
import { storageContract } from "#shared/contracts/storage.ts?routes";
import { send } from "#web/lib/api.ts";
import { keys } from "#web/lib/query-client.ts";

type Routes = typeof settings.settingsContract & typeof settings.exportsContract & typeof StorageContract;

/** API client for the settings routes. */
export const settingsApi = createClient<Routes>({ ...settingsContract, ...exportsContract, ...storageContract }, send);

export const settingsKeys = {
	settings: ["settings"],
	exports: ["exports"],
	storage: ["storage"],
	sessions: keys.sessions,
	identities: ["identities"],
	apiKeys: ["api-keys"],
	passkeys: ["passkeys"],
} as const;

export const settingsQuery = queryOptions({
	queryKey: settingsKeys.settings,
	queryFn: ({ signal }) => settingsApi.getSettings({}, { signal }),
	staleTime: 5 * 60_000,
});
