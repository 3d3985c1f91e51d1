import { queryOptions } from "@tanstack/react-query";
import { createClient } from "#shared/client.ts";
import { send } from "#web/lib/api.ts";
import { keys } from "#web/lib/query-client.ts";
import type { snoozedContract } from "../contract.ts";
import { snoozedContract as routes } from "../contract.ts?routes";

export const snoozed = createClient<typeof snoozedContract>(routes, send);

/** Refreshed with the mail: its events report what came back. */
export const remindersQuery = queryOptions({
	queryKey: [...keys.mail, "reminders"],
	queryFn: async ({ signal }) => (await snoozed.listReminders({}, { signal })).items,
});

export const mutedQuery = queryOptions({
	queryKey: [...keys.mail, "muted"],
	queryFn: async ({ signal }) => (await snoozed.listMuted({}, { signal })).items,
});
