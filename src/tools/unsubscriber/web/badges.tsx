import { Badge } from "#web/ui/badge.tsx";
import type { Subscription } from "./api.ts";
import { methodBadge, states } from "./labels.ts";
import { t } from "./text.ts";

/**
 * Status of a list, or its unsubscribe method; below, whether it announces one. Reasons are in tooltips and in the panel.
 * @param props.isShort in one line
 */
export function Badges({ list, isShort = false }: { list: Subscription; isShort?: boolean }) {
	const state = states[list.state];
	const method = methodBadge(list);
	return (
		<span className="flex min-w-0 flex-col items-start gap-0.5">
			{state ? (
				<span title={list.attempt?.explanation ?? undefined}>
					<Badge tone={state.tone}>{state.label}</Badge>
				</span>
			) : (
				<span title={list.unsubscribe.explanation}>
					<Badge tone={method.tone}>{method.label}</Badge>
				</span>
			)}
			{list.hasUnsubscribe && !isShort && (
				<span title={t.subscriptions.hasUnsubscribeNote} className="text-[10px] leading-3 font-semibold text-ink-3">
					{t.subscriptions.hasUnsubscribe}
				</span>
			)}
		</span>
	);
}
