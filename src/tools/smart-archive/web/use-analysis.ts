import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Job, useJob } from "#web/lib/jobs.ts";
import { toast } from "#web/ui/toast.ts";
import { analysisQuery, archiveKeys, smartArchive } from "./api.ts";

/** The analysis, and the job that updates it. @param account absent: all mailboxes */
export function useAnalysis(account: string | undefined) {
	const client = useQueryClient();
	const query = useQuery(analysisQuery(account));
	/** Started here, so its end is reported here. */
	const [asked, setAsked] = useState<string | null>(null);
	const begin = useMutation({
		mutationFn: () => smartArchive.analyseStorage({ body: { account } }),
		onSuccess: ({ job }) => setAsked(job.id),
		onError: (error) => failed(error.message),
	});
	const running = asked ?? query.data?.job?.id ?? null;
	const job = useJob(running, (over) => {
		if (asked === over.id) tell(over);
		setAsked(null);
		void client.invalidateQueries({ queryKey: archiveKeys.all });
	});
	return {
		query,
		/** The running analysis; null: none. */
		job: running !== null && job !== undefined && job.finishedAt === null ? job : null,
		isBusy: begin.isPending || running !== null,
		begin: () => begin.mutate(),
	};
}

function tell(over: Job): void {
	if (over.state === "done") toast({ title: "Storage Analysis Complete" });
	if (over.state === "failed") failed(over.error);
}

function failed(reason: string | null): void {
	toast({
		title: "Analysis Failed",
		description: reason || "An error occurred during analysis.",
		tone: "destructive",
	});
}
