import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { createClient } from "#shared/client.ts";
import { allPages } from "#web/lib/api/all-pages.ts";
import { send } from "#web/lib/api/api.ts";
import { keys } from "#web/lib/api/query-client.ts";
import type { ReminderPart, snoozedContract } from "../contract.ts";
import { snoozedContract as routes } from "../contract.ts?routes";

export const snoozed = createClient<typeof snoozedContract>(routes, send);

/** Rows of a page on screen. */
const PAGE = 50;

/** Every reminder. Refreshed with the mail: its events report what came back. */
export const remindersQuery = queryOptions({
	queryKey: [...keys.mail, "reminders", "all"],
	queryFn: ({ signal }) => allPages((cursor) => snoozed.listReminders({ query: { cursor } }, { signal })),
});

/** Every muted conversation. */
export const mutedQuery = queryOptions({
	queryKey: [...keys.mail, "muted", "all"],
	queryFn: ({ signal }) => allPages((cursor) => snoozed.listMuted({ query: { cursor } }, { signal })),
});

/** The reminders of one part of the page. */
export const reminderPages = (part: ReminderPart) =>
	infiniteQueryOptions({
		queryKey: [...keys.mail, "reminders", "pages", part],
		queryFn: ({ pageParam: cursor, signal }) =>
			snoozed.listReminders({ query: { part, limit: PAGE, cursor } }, { signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
	});

export const mutedPages = infiniteQueryOptions({
	queryKey: [...keys.mail, "muted", "pages"],
	queryFn: ({ pageParam: cursor, signal }) => snoozed.listMuted({ query: { limit: PAGE, cursor } }, { signal }),
	initialPageParam: undefined as string | undefined,
	getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});
