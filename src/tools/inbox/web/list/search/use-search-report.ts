import { useEffect, useRef } from "react";
import { announce, toast } from "#web/ui/toast/toast.ts";
import type { MailList } from "../../base/list-model.ts";
import { t } from "../../base/text.ts";

interface Answered {
	data: MailList | undefined;
	error: unknown;
	isPlaceholderData: boolean;
	fetchStatus: string;
}

/**
 * Announces the result of each search once, and failures to refresh a list that is shown.
 * @param search names the search; null where the list is a folder
 */
export function useSearchReport(search: string | null, result: Answered): void {
	const { data, error, isPlaceholderData, fetchStatus } = result;
	const reported = useRef<string | null>(null);
	useEffect(() => {
		if (search === null) reported.current = null;
		if (search === null || reported.current === search || !data || isPlaceholderData || fetchStatus !== "idle") return;
		reported.current = search;
		announce(`${t.list.searchCompleted}.`, t.list.foundCount(data.total, data.totalIsExact));
	}, [search, data, isPlaceholderData, fetchStatus]);
	// Without a list to show, the error takes its place.
	const hasList = data !== undefined && !isPlaceholderData;
	useEffect(() => {
		if (!error || !hasList) return;
		toast({
			id: "list-failed",
			title: search === null ? t.list.failedLoadEmails : t.list.searchFailed,
			description: error instanceof Error ? error.message : undefined,
			tone: "destructive",
		});
	}, [error, hasList, search]);
}
