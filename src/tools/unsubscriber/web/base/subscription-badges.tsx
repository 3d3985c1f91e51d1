import { Badge } from "#web/ui/base/badge.tsx";
import type { Subscription } from "./api.ts";
import { methodBadge, states } from "./labels.ts";
import { t } from "./text.ts";

/**
 * Status of a list, or its unsubscribe method; below, whether its newest email has List-Unsubscribe. Reasons are in tooltips and in the panel.
 * @param props.isCompact in one line
 */
export function SubscriptionBadges({ list, isCompact = false }: { list: Subscription; isCompact?: boolean }) {
	const state = states[list.state];
	const method = methodBadge(list);
	return (
		<span className="flex min-w-0 flex-col items-start gap-0.5">
			{state ? (
				<span title={list.attempt?.explanation ?? undefined}>
					<Badge tone={state.tone}>
						{list.pausedUntil === null ? state.label : t.holds.pausedUntil(list.pausedUntil)}
					</Badge>
				</span>
			) : (
				<span title={list.unsubscribe.explanation}>
					<Badge tone={method.tone}>{method.label}</Badge>
				</span>
			)}
			{list.hasUnsubscribe && !isCompact && (
				<span title={t.subscriptions.hasUnsubscribeNote} className="text-[10px] leading-3 font-semibold text-ink-3">
					{t.subscriptions.hasUnsubscribe}
				</span>
			)}
		</span>
	);
}
