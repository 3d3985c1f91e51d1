import { formatCount } from "#web/lib/format.ts";

/** As many as the server counts. */
const most = 10_000;

/** Says of a search what it could not look into. */
export function PendingIndexLine({ count }: { count: number }) {
	if (count === 0) return null;
	const many = count < most ? formatCount(count, "email") : `more than ${formatCount(most, "email")}`;
	return (
		<p role="status" className="border-b border-line px-4 py-1.5 text-12 text-ink-2">
			The text of {many} is still being fetched. Searches find {count === 1 ? "it" : "them"} when it is here.
		</p>
	);
}
