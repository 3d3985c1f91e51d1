import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useJobAction } from "#web/lib/jobs/job-action.ts";
import { activeJobsQuery } from "#web/lib/jobs/jobs.ts";
import { useSelection } from "#web/lib/mailbox/accounts.ts";
import { announce } from "#web/ui/toast/toast.ts";
import { activityScore, scoreKeys } from "./api.ts";
import { t } from "./text.ts";

/** An older analysis is made again when the page is opened. */
const FRESH_MS = 3_600_000;

/** The score of the selected mailbox, or of all. */
export function useReport() {
	const { account } = useSelection();
	const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
	return useQuery({
		queryKey: scoreKeys.report(account?.id ?? null),
		queryFn: ({ signal }) => activityScore.getActivityScore({ query: { account: account?.id, zone } }, { signal }),
	});
}

/** Analyzes the selected mailbox or all; follows an analysis that runs already. */
export function useGenerate() {
	const { account } = useSelection();
	const { data: active } = useQuery(activeJobsQuery);
	const running = active?.find(
		({ kind, accountId }) => kind === "score-activity" && accountId === (account?.id ?? null),
	);
	return useJobAction({
		start: async () => ({
			jobs: [(await activityScore.generateActivityScore({ body: { account: account?.id } })).job],
		}),
		running: running?.id ?? null,
		onDone: () => announce(t.page.generated),
		failed: t.page.failed,
		refresh: [scoreKeys.all],
	});
}

/** Analyzes once when the page shows a mailbox without a recent analysis. @param lastAnalyzed undefined: not known yet */
export function useAutomaticAnalysis(lastAnalyzed: string | null | undefined, run: () => unknown): void {
	const { account } = useSelection();
	const done = useRef(new Set<string>());
	useEffect(() => {
		const key = account?.id ?? "all";
		if (lastAnalyzed === undefined || done.current.has(key)) return;
		done.current.add(key);
		if (lastAnalyzed === null || Date.now() - Date.parse(lastAnalyzed) > FRESH_MS) void run();
	}, [account, lastAnalyzed, run]);
}
