import { queryOptions } from "@tanstack/react-query";
import { allPages } from "#web/lib/all-pages.ts";
import { settingsKeys } from "#web/lib/settings-api.ts";
import { signInApi } from "#web/lib/sign-in-api.ts";

export const identitiesQuery = queryOptions({
	queryKey: settingsKeys.identities,
	queryFn: ({ signal }) => signInApi.listIdentities({}, { signal }),
});

export const sessionsQuery = queryOptions({
	queryKey: settingsKeys.sessions,
	queryFn: ({ signal }) => allPages((cursor) => signInApi.listSessions({ query: { cursor } }, { signal })),
});
