import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useJobAction } from "#web/lib/jobs/job-action.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { analysisQuery, archiveKeys, smartArchive } from "./base/api.ts";
import { t } from "./base/text.ts";

/** The analysis, and the job that updates it. @param account absent: all mailboxes */
export function useAnalysis(account: string | undefined) {
	const query = useQuery(analysisQuery(account));
	const [message, setMessage] = useState<string | null>(null);
	const action = useJobAction<typeof started>({
		start: async () => ({ jobs: [(await smartArchive.analyzeStorage({ body: { account } })).job] }),
		running: query.data?.job?.id ?? null,
		// The end of one that runs by schedule is not news.
		onDone: ({ input }) => {
			if (input) setMessage(t.useAnalysis.storageAnalysisComplete);
		},
		failed: (error, result) => {
			if (result !== null && result.input === undefined) return;
			toast({
				title: t.useAnalysis.analysisFailed,
				description: error.message || t.useAnalysis.analysisError,
				tone: "destructive",
			});
		},
		refresh: [archiveKeys.all],
	});
	return {
		query,
		/** The running analysis; null: none. */
		job: action.isRunning && action.job !== undefined && action.job.finishedAt === null ? action.job : null,
		isBusy: action.isRunning,
		/** The result of an analysis that was started here. */
		message,
		begin: () => void action.run(started),
	};
}

/** Distinguishes an analysis started here from one that was running. */
const started = "started";
