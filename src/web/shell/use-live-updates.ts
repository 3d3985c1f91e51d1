import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { Job } from "#shared/contracts/jobs.ts";
import { useEvents } from "#web/lib/api/events.ts";
import { keys } from "#web/lib/api/query-client.ts";
import { activeJobsQuery, isOver, recentJobsQuery } from "#web/lib/jobs/jobs.ts";

/** Milliseconds: an import reports mail many times a second; lists refresh at most this often. */
const pace = 1000;

/** Refreshes each subject as soon as it is reported, at most once per `pace`, and once more after the last report. */
function createRefresher(client: QueryClient) {
	const waiting = new Map<string, ReturnType<typeof setTimeout>>();
	/** Last refresh of each, epoch milliseconds. */
	const last = new Map<string, number>();
	return {
		refresh(key: readonly string[]) {
			const name = key.join();
			if (waiting.has(name)) return;
			const run = () => {
				waiting.delete(name);
				last.set(name, Date.now());
				void client.invalidateQueries({ queryKey: key });
			};
			const rest = pace - (Date.now() - (last.get(name) ?? 0));
			waiting.set(name, setTimeout(run, Math.max(0, rest)));
		},
		stop() {
			for (const timer of waiting.values()) clearTimeout(timer);
			waiting.clear();
		},
	};
}

/** Updates a job in the cached lists of running and recent ones; removes it from the running ones once over. */
function noteJob(client: QueryClient, job: Job): void {
	const put = (jobs: Job[]) =>
		jobs.some(({ id }) => id === job.id) ? jobs.map((old) => (old.id === job.id ? job : old)) : [job, ...jobs];
	if (job.accountId !== null) client.setQueryData(recentJobsQuery(job.accountId).queryKey, (jobs) => jobs && put(jobs));
	client.setQueryData(activeJobsQuery.queryKey, (jobs = []) =>
		isOver(job) ? jobs.filter(({ id }) => id !== job.id) : put(jobs),
	);
}

/** Keeps cached data in sync with the server. The shell calls it once. */
export function useLiveUpdates(signedIn: boolean): void {
	const client = useQueryClient();
	const refresher = useMemo(() => createRefresher(client), [client]);
	useEffect(() => () => refresher.stop(), [refresher]);
	useEvents(
		(event) => {
			if (event.type === "job") {
				noteJob(client, event.job);
				if (!isOver(event.job)) return;
				refresher.refresh(keys.accounts);
				refresher.refresh(keys.jobs);
			} else if (event.type === "mail") {
				refresher.refresh(keys.mail);
				refresher.refresh(keys.accounts);
			} else if (event.type !== "stream" && event.type in keys) {
				// A page older than its server may receive event types that it does not know.
				refresher.refresh(keys[event.type]);
				// It may have been this session.
				if (event.type === "sessions") refresher.refresh(keys.session);
			}
		},
		() => void client.invalidateQueries(),
		signedIn,
	);
}
