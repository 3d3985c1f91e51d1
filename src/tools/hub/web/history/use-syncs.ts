import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { SyncRun } from "#shared/contracts/accounts.ts";
import { api } from "#web/lib/api/api.ts";
import { useEvents } from "#web/lib/api/events.ts";
import { keys } from "#web/lib/api/query-client.ts";
import { activeJobsQuery, bringsMail, type Job } from "#web/lib/jobs/jobs.ts";
import { type Run, runsOf } from "./runs.ts";

const perPage = 30;

const syncsKey = (accountId: string) => [...keys.jobs, "syncs", accountId] as const;

interface Syncs {
	query: ReturnType<typeof useSyncPages>;
	/** Undefined until the first page has loaded. */
	runs: Run[] | undefined;
	working: boolean;
}

/** A mailbox's syncs, newest first and page by page; the running one first, updated live. */
export function useSyncs(accountId: string): Syncs {
	const client = useQueryClient();
	const query = useSyncPages(accountId);
	const active = useQuery(activeJobsQuery).data;
	const job = active?.find((one: Job) => one.accountId === accountId && bringsMail(one)) ?? null;
	// Automatic syncs emit no job events, only mail events.
	useEvents((event) => {
		if (event.type === "mail" && event.accountId === accountId && !query.isFetching)
			void client.invalidateQueries({ queryKey: syncsKey(accountId) });
	});
	const pages = query.data?.pages;
	const runs = useMemo(
		() =>
			pages &&
			runsOf(
				pages.flatMap((page): SyncRun[] => page.items),
				job,
			),
		[pages, job],
	);
	return { query, runs, working: job !== null };
}

function useSyncPages(accountId: string) {
	return useInfiniteQuery({
		queryKey: syncsKey(accountId),
		queryFn: ({ pageParam, signal }) =>
			api.listSyncs({ params: { id: accountId }, query: { limit: perPage, cursor: pageParam } }, { signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (page) => page.nextCursor ?? undefined,
	});
}
