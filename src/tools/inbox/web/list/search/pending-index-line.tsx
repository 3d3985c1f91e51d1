import { formatCount } from "#web/lib/base/format.ts";
import { t } from "../../base/text.ts";

/** The server's cap on the count. */
const maxCount = 10_000;

/** Shows how many messages a search could not cover yet. */
export function PendingIndexLine({ count }: { count: number }) {
	if (count === 0) return null;
	const many = count < maxCount ? formatCount(count, "email") : t.list.moreThan(maxCount);
	return (
		<p role="status" className="border-b border-line px-4 py-1.5 text-12 text-ink-2">
			{t.list.pendingIndex(many, count)}
		</p>
	);
}
