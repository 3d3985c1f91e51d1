import { formatBytes } from "#web/lib/base/format.ts";
import { useRange } from "#web/lib/range/use-range.ts";
import { Defined } from "#web/ui/base/defined.tsx";
import { Facts } from "#web/ui/workbench/workbench.tsx";
import type { Subscription } from "../base/api.ts";
import { emailsAWeek } from "../base/emails-a-week.ts";
import { readRate } from "../base/labels.ts";
import { t } from "../base/text.ts";

interface ListFactsProps {
	lists: readonly Subscription[];
	/** Number of lists, including those not in `lists`. */
	total: number;
}

/** Totals of the lists, in one line. */
export function ListFacts({ lists, total }: ListFactsProps) {
	const { span } = useRange();
	const count = lists.reduce((sum, list) => sum + list.count, 0);
	const readCount = lists.reduce((sum, list) => sum + list.readCount, 0);
	const bytes = lists.reduce((sum, list) => sum + list.bytes, 0);
	return (
		<Facts
			items={[
				t.subscriptions.lists(total),
				count > 0 && (
					<Defined key="rate" figure="listRate">
						{t.subscriptions.emailsAWeek(emailsAWeek(lists, span))}
					</Defined>
				),
				count > 0 && t.subscriptions.readPart(readRate({ count, readCount })),
				bytes > 0 && formatBytes(bytes),
			]}
		/>
	);
}
