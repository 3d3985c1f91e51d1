import { formatCount } from "#web/lib/format.ts";

/** The server's cap on the count. */
const most = 10_000;

/** Shows how many messages a search could not cover yet. */
export function PendingIndexLine({ count }: { count: number }) {
	if (count === 0) return null;
	const many = count < most ? formatCount(count, "email") : `more than ${formatCount(most, "email")}`;
	return (
		<p role="status" className="border-b border-line px-4 py-1.5 text-12 text-ink-2">
			The text of {many} is still being fetched. Searches find {count === 1 ? "it" : "them"} when it is here.
		</p>
	);
}
