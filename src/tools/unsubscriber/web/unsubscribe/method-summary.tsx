import { formatNumber } from "#web/lib/base/format.ts";
import { Notice } from "#web/ui/state/notice.tsx";
import { Progress } from "#web/ui/state/progress.tsx";
import type { Subscription } from "../base/api.ts";
import { methodsLine } from "../base/labels.ts";
import { t } from "../base/text.ts";
import type { useChecked } from "./use-checked.ts";

interface MethodSummaryProps {
	lists: readonly Subscription[];
	checked: ReturnType<typeof useChecked>;
}

/** How lists will be unsubscribed from, once that is verified; the progress of the check before. */
export function MethodSummary({ lists, checked }: MethodSummaryProps) {
	if (checked.error !== null) return <Notice tone="red">{t.unsubscribe.couldntCheck(checked.error.message)}</Notice>;
	if (checked.of !== lists || checked.lists === null)
		return (
			<Progress
				label={t.unsubscribe.checking}
				done={checked.done}
				total={lists.length}
				detail={t.unsubscribe.checkedCount(formatNumber(checked.done), formatNumber(lists.length))}
			/>
		);
	const byHand = checked.lists.filter(needsUser).length;
	return (
		<div className="flex flex-col gap-1 text-14">
			<p>{methodsLine(checked.lists)}.</p>
			{byHand > 0 && lists.length > 1 && <p className="text-ink-2">{t.unsubscribe.stepsAfterwards(byHand)}</p>}
		</div>
	);
}

/** The server doesn't perform this method. */
function needsUser({ unsubscribe: { method, byUser } }: Subscription): boolean {
	return byUser || method === "none";
}
