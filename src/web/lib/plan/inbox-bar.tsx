import { useQueries } from "@tanstack/react-query";
import type { Plan, PlanFolder } from "#shared/contracts/plans.ts";
import { BeforeAfterBar } from "#web/ui/charts/before-after-bar.tsx";
import { api } from "../api/api.ts";
import { keys } from "../api/query-client.ts";
import { formatCount, formatNumber } from "../base/format.ts";
import { t } from "../base/text.ts";
import { leavesInbox } from "./leaves-inbox.ts";

interface InboxBarProps {
	action: Plan["action"];
	/** Those that are included, with their counts. */
	folders: readonly PlanFolder[];
}

/** The inbox before and after a change that takes emails out of it; nothing for other changes. */
export function InboxBar({ action, folders }: InboxBarProps) {
	const inboxes = folders.filter(({ role }) => role === "inbox");
	const moved = inboxes.reduce((sum, { count }) => sum + count, 0);
	const isShown = leavesInbox(action) && moved > 0;
	const accounts = isShown ? [...new Set(inboxes.map(({ accountId }) => accountId))] : [];
	const totals = useQueries({
		queries: accounts.map((id) => ({
			queryKey: [...keys.accounts, id, "folders"],
			queryFn: async ({ signal }: { signal: AbortSignal }) =>
				(await api.listFolders({ params: { id } }, { signal })).items,
		})),
	});
	const before = totals.reduce(
		(sum, { data = [] }) => sum + data.reduce((all, { role, total }) => all + (role === "inbox" ? total : 0), 0),
		0,
	);
	if (!isShown || totals.some(({ data }) => data === undefined) || before < moved) return null;
	return (
		<BeforeAfterBar
			label={t.plan.inbox}
			before={formatNumber(before)}
			after={formatCount(before - moved, "email")}
			share={moved / before}
			color={action === "trash" || action === "delete" ? "more" : "seq-1"}
			legend={t.plan.leaveInbox(moved, Math.round((100 * moved) / before))}
		/>
	);
}
