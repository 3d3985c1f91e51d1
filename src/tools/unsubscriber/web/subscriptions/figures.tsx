import { formatBytes, formatNumber } from "#web/lib/format.ts";
import { useRange } from "#web/lib/range/use-range.ts";
import { StatStrip } from "#web/ui/stat-strip.tsx";
import type { Subscription } from "../api.ts";
import { readShare } from "../labels.ts";
import { t } from "../text.ts";
import { emailsAWeek } from "./emails-a-week.ts";

/** Four totals of the lists. @param total number of lists, including those not in `lists` */
export function Figures({ lists, total }: { lists: readonly Subscription[]; total: number }) {
	const count = lists.reduce((sum, list) => sum + list.count, 0);
	const readCount = lists.reduce((sum, list) => sum + list.readCount, 0);
	const bytes = lists.reduce((sum, list) => sum + list.bytes, 0);
	const { span } = useRange();
	const [space = "0", unit = "B"] = formatBytes(bytes).split(" ");
	return (
		<StatStrip
			label={t.subscriptions.summary}
			stats={[
				{ label: t.subscriptions.subscriptions, value: formatNumber(total) },
				{
					label: t.subscriptions.emailsAWeek,
					value: formatNumber(Math.round(emailsAWeek(lists, span))),
					note: t.subscriptions.inTotal(count),
				},
				{ label: t.subscriptions.youRead, value: readShare({ count, readCount }) },
				{ label: t.subscriptions.space, value: space, note: unit },
			]}
		/>
	);
}
