import { useCallback, useMemo } from "react";
import { jobOver } from "#web/lib/jobs/jobs.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { type Subscription, unsubscriber } from "../base/api.ts";
import { t } from "../base/text.ts";
import { latestAttempt, requestUnsubscribing } from "./request.ts";
import { needsStep } from "./steps.ts";

/** What follows where the user has to do something: another try, and what they did themselves. */
export function useManualSteps(refresh: () => Promise<void>) {
	/** Another try for a list of a checklist. @returns the list after it */
	const retry = useCallback(
		async (list: Subscription): Promise<Subscription> => {
			try {
				const { job } = await requestUnsubscribing([list], "unsubscribe");
				if (job !== null) await jobOver(job.id);
				const attempt = (await latestAttempt(list)) ?? list.attempt;
				return { ...list, attempt, state: attempt?.state ?? list.state };
			} catch (error) {
				toast({ title: t.unsubscribe.unsubscribeFailed, description: (error as Error).message, tone: "destructive" });
				return list;
			} finally {
				await refresh();
			}
		},
		[refresh],
	);

	/** Records that the list can only be unsubscribed from manually and the user is about to. */
	const recordAttempt = useCallback(
		async (list: Subscription) => {
			if (needsStep(list) && list.attempt !== null) return;
			// The page is already open: a failure to record must not stop the user.
			await requestUnsubscribing([list], "unsubscribe").catch(() => undefined);
			await refresh();
		},
		[refresh],
	);

	/** Records that the user unsubscribed manually. @param isShown the screen shows it already: no toast */
	const markUnsubscribed = useCallback(
		async (list: Subscription, isShown = false) => {
			try {
				await unsubscriber.markUnsubscribed({ body: { subscriptions: [list.id] } });
				if (!isShown) toast({ title: t.unsubscribe.saved, description: t.unsubscribe.savedDescription(list.name) });
			} catch (error) {
				toast({ title: t.unsubscribe.couldntSave, description: (error as Error).message, tone: "destructive" });
			} finally {
				await refresh();
			}
		},
		[refresh],
	);

	return useMemo(() => ({ retry, recordAttempt, markUnsubscribed }), [retry, recordAttempt, markUnsubscribed]);
}
