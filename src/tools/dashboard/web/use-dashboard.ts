import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEvents } from "#web/lib/api/events.ts";
import { keys } from "#web/lib/api/query-client.ts";
import { isOver } from "#web/lib/jobs/jobs.ts";
import { useSelection } from "#web/lib/mailbox/accounts.ts";
import { tool } from "../tool.ts";
import { dashboard } from "./api.ts";

const PENDING_MS = 2_000;

const figuresKey = [...keys.mail, tool.id, "figures"] as const;

/** Figures of the selected mailbox, or of all. */
export function useOverview() {
	const { account } = useSelection();
	const client = useQueryClient();
	// When a sync ends, its last emails have been reported, but not yet that it is complete.
	useEvents((event) => {
		if (event.type === "job" && isOver(event.job)) void client.invalidateQueries({ queryKey: figuresKey });
	});
	return useQuery({
		queryKey: [...figuresKey, account?.id ?? null],
		queryFn: ({ signal }) => dashboard.get_email_statistics({ query: { account: account?.id } }, { signal }),
		// A slow provider reports its quota later.
		refetchInterval: ({ state }) => (state.data?.storage?.isPending ? PENDING_MS : false),
	});
}

/** Data of the charts for a range. */
export function useCharts(span: { from: string; until?: string }) {
	const { account } = useSelection();
	return useQuery({
		queryKey: [...keys.mail, tool.id, "charts", account?.id ?? null, span],
		queryFn: ({ signal }) => dashboard.getDashboardCharts({ query: { account: account?.id, ...span } }, { signal }),
		placeholderData: (before) => before,
	});
}
