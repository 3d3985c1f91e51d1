import { queryOptions } from "@tanstack/react-query";
import { allPages } from "#web/lib/api/all-pages.ts";
import { signInApi } from "#web/lib/session/sign-in-api.ts";
import { settingsKeys } from "#web/lib/settings/settings-api.ts";

export const identitiesQuery = queryOptions({
	queryKey: settingsKeys.identities,
	queryFn: ({ signal }) => signInApi.listIdentities({}, { signal }),
});

export const sessionsQuery = queryOptions({
	queryKey: settingsKeys.sessions,
	queryFn: ({ signal }) => allPages((cursor) => signInApi.listSessions({ query: { cursor } }, { signal })),
});
