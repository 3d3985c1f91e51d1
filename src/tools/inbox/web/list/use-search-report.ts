import { useEffect, useRef } from "react";
import { formatCount } from "#web/lib/format.ts";
import { toast } from "#web/ui/toast.ts";
import type { MailList } from "../list-model.ts";

interface Answered {
	data: MailList | undefined;
	error: unknown;
	isPlaceholderData: boolean;
	fetchStatus: string;
}

/**
 * Announces the result of each search once, and each failure to load a list once.
 * @param search names the search; null where the list is a folder
 */
export function useSearchReport(search: string | null, result: Answered): void {
	const { data, error, isPlaceholderData, fetchStatus } = result;
	const reported = useRef<string | null>(null);
	useEffect(() => {
		if (search === null) reported.current = null;
		if (search === null || reported.current === search || !data || isPlaceholderData || fetchStatus !== "idle") return;
		reported.current = search;
		const some = data.totalIsExact ? "" : "at least ";
		toast({
			id: "search",
			title: "Search completed",
			description: `Found ${some}${formatCount(data.total, "email")}.`,
		});
	}, [search, data, isPlaceholderData, fetchStatus]);
	useEffect(() => {
		if (!error) return;
		toast({
			id: "list-failed",
			title: search === null ? "Failed to load emails" : "Search failed",
			description: error instanceof Error ? error.message : undefined,
			tone: "destructive",
		});
	}, [error, search]);
}
