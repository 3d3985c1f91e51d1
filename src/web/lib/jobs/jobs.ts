import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Job } from "#shared/contracts/jobs.ts";
import { allPages } from "../api/all-pages.ts";
import { api } from "../api/api.ts";
import { listen, useEvents } from "../api/events.ts";
import { keys } from "../api/query-client.ts";
import { formatBytes, formatNumber, formatTimeLeft } from "../base/format.ts";
import type { Account } from "../mailbox/accounts.ts";
import { useInstalled } from "../screens/installed.ts";

export type { Job };

export const activeJobsQuery = queryOptions({
	queryKey: [...keys.jobs, "active"],
	queryFn: ({ signal }) => allPages((cursor) => api.listJobs({ query: { active: "true", cursor } }, { signal })),
});

/** The latest of a mailbox, in any state. */
export const recentJobsQuery = (account: string) =>
	queryOptions({
		queryKey: [...keys.jobs, "recent", account],
		queryFn: async ({ signal }) => (await api.listJobs({ query: { account } }, { signal })).items,
	});

export function isOver(job: Job): boolean {
	return job.state === "done" || job.state === "failed" || job.state === "cancelled";
}

/** Whether the job adds mail: a sync, an import, or a reset of the demo mailbox. */
export function bringsMail(job: Pick<Job, "kind">): boolean {
	return job.kind === "sync" || job.kind === "reset-demo";
}

/** Titles of jobs: the kernel's and those of the registered tools. */
export function useJobTitle(): (job: Pick<Job, "kind">, account?: JobAccount) => string {
	const { jobTitles } = useInstalled();
	return (job, account) => jobTitles[job.kind] ?? jobTitle(job, account);
}

/** The mailbox that a job works on. */
type JobAccount = Pick<Account, "name" | "capabilities">;

function jobTitle(job: Pick<Job, "kind">, account?: JobAccount): string {
	if (job.kind === "sync") {
		const verb = account && !account.capabilities.receives ? "Import" : "Sync";
		return account ? `${verb} of ${account.name}` : verb;
	}
	if (job.kind === "reset-demo") return `Reset of ${account?.name ?? "the demo mailbox"}`;
	return kinds[job.kind] ?? job.kind;
}

const kinds: Record<string, string> = {
	"scheduled-task": "Scheduled task",
	"deliver-events": "Processing new mail",
	apply: "Changing your mail",
	undo: "Undo",
	disconnect: "Disconnecting",
	"delete-folder": "Deleting a folder",
	"contact-mail": "Emailing a contact message",
	export: "Export of your data",
	"account-deletion": "Deleting account data",
	"sync-failure-mail": "Sync failure notice",
	reclassify: "Moving mail to another category",
	classify: "Categorizing your email",
	"judge-trust": "Checking your email for phishing",
	reindex: "Updating the search index",
	"refresh-people": "Updating the people you correspond with",
	"find-lists": "Finding mailing lists",
};

/** "1,204 of 8,311 emails", "12 MB of 871 MB". */
export function jobProgress(job: Pick<Job, "done" | "total" | "unit">): string {
	const write = job.unit === "bytes" ? formatBytes : formatNumber;
	const counted = job.total === null ? write(job.done) : `${write(job.done)} of ${write(job.total)}`;
	if (job.unit === "bytes") return counted;
	return `${counted} ${job.unit === "messages" ? "emails" : job.unit}`;
}

/** Current step and estimated time: "Reading Inbox · about 3 min left"; null when neither is known. */
export function jobStage({ note, secondsLeft, state }: Pick<Job, "note" | "secondsLeft" | "state">): string | null {
	const timeLeft = state === "running" && secondsLeft !== null ? formatTimeLeft(secondsLeft) : null;
	return [note, timeLeft].filter(Boolean).join(" · ") || null;
}

/**
 * Follows one job; events keep it current, and a slow poll covers for a broken stream.
 * @param onOver called once when it ends, in any state
 */
export function useJob(id: string | null, onOver?: (job: Job) => void): Job | undefined {
	const client = useQueryClient();
	const queryKey = [...keys.jobs, id];
	const { data } = useQuery({
		queryKey,
		enabled: id !== null,
		queryFn: ({ signal }) => api.getJob({ params: { id: id ?? "" } }, { signal }),
		refetchInterval: (query) => (query.state.data && isOver(query.state.data) ? false : 5000),
	});
	useEvents(
		(event) => {
			if (event.type === "job" && event.job.id === id) client.setQueryData(queryKey, event.job);
		},
		undefined,
		id !== null,
	);
	const over = data !== undefined && isOver(data);
	// biome-ignore lint/correctness/useExhaustiveDependencies: called once, when the job turns from running to over
	useEffect(() => {
		if (over) onOver?.(data);
	}, [over, id]);
	return data;
}

/** Poll interval while a job is followed over the event stream: the stream may be broken. */
const FALLBACK_POLL_MS = 10_000;

/**
 * Resolves when a job is over, which the event stream reports. For plain functions; components use `useJobAction`, or `useJob` for a job that is
 * only shown.
 * @param onProgress called with every state that is seen
 * @throws ApiError when the job cannot be read
 */
export function jobOver(id: string, onProgress?: (job: Job) => void): Promise<Job> {
	return new Promise((resolve, reject) => {
		const receive = (job: Job): void => {
			if (job.id !== id) return;
			onProgress?.(job);
			if (!isOver(job)) return;
			stop();
			resolve(job);
		};
		const fail = (cause: unknown): void => {
			stop();
			reject(cause);
		};
		const read = (): void => void api.getJob({ params: { id } }).then(receive, fail);
		const stopListening = listen((event) => event.type === "job" && receive(event.job), read);
		const timer = setInterval(read, FALLBACK_POLL_MS);
		const stop = (): void => {
			clearInterval(timer);
			stopListening();
		};
		// It may have ended before this listened.
		read();
	});
}

/** Resolves when a job is done. @throws Error with the job's message when it failed or was cancelled */
export async function jobDone(job: Pick<Job, "id">): Promise<Job> {
	const over = await jobOver(job.id);
	if (over.state === "done") return over;
	throw new Error(over.error ?? (over.state === "cancelled" ? "It was canceled." : "The server gave no reason."));
}
