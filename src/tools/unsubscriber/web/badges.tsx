import { Badge } from "#web/ui/badge.tsx";
import type { Subscription } from "./api.ts";
import { methodBadge, states } from "./labels.ts";
import { t } from "./text.ts";

/** Unsubscribe method and status of a list. Reasons are in tooltips and in the list's details. */
export function Badges({ list }: { list: Subscription }) {
	const state = states[list.state];
	const method = methodBadge(list);
	return (
		<span className="flex min-w-0 flex-wrap items-center gap-1">
			{list.hasUnsubscribe && (
				<span title={t.subscriptions.hasUnsubscribeNote}>
					<Badge>{t.subscriptions.hasUnsubscribe}</Badge>
				</span>
			)}
			<span title={list.unsubscribe.explanation}>
				<Badge tone={method.tone}>{method.label}</Badge>
			</span>
			{state && (
				<span title={list.attempt?.explanation ?? undefined}>
					<Badge tone={state.tone}>{state.label}</Badge>
				</span>
			)}
		</span>
	);
}
