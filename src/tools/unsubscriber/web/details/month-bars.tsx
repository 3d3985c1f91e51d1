import { formatNumber } from "#web/lib/format.ts";

/** Bar chart of twelve months of mail, oldest first, scaled to the busiest month. */
export function MonthBars({ months }: { months: readonly number[] }) {
	const most = Math.max(1, ...months);
	return (
		<figure className="min-w-0">
			<figcaption className="flex justify-between text-12 text-ink-3">
				<span>Emails per month</span>
				<span>most: {formatNumber(Math.max(...months))}</span>
			</figcaption>
			<ol
				aria-label="Emails per month, oldest first"
				className="mt-1.5 flex h-20 items-end gap-1 border-b border-line-strong"
			>
				{months.map((count, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: twelve places that stay where they are
					<li key={index} className="flex h-full flex-1 items-end" title={formatNumber(count)}>
						<span className="sr-only">{formatNumber(count)}</span>
						<span
							aria-hidden="true"
							className="w-full rounded-t-1 bg-accent"
							style={{ height: `${count === 0 ? 0 : Math.max(3, (count / most) * 100)}%` }}
						/>
					</li>
				))}
			</ol>
			<div aria-hidden="true" className="mt-1 flex justify-between text-12 text-ink-3">
				<span>12 months ago</span>
				<span>now</span>
			</div>
		</figure>
	);
}
