import { formatNumber } from "#web/lib/format.ts";
import { t } from "../text.ts";

/** Bar chart of twelve months of mail, oldest first, scaled to the busiest month. */
export function MonthBars({ months }: { months: readonly number[] }) {
	const max = Math.max(1, ...months);
	return (
		<figure className="min-w-0">
			<figcaption className="flex justify-between text-12 text-ink-3">
				<span>{t.details.emailsPerMonth}</span>
				<span>{t.details.maximum(Math.max(...months))}</span>
			</figcaption>
			<ol
				aria-label={t.details.emailsPerMonthOldest}
				className="mt-1.5 flex h-20 items-end gap-1 border-b border-line-strong"
			>
				{months.map((count, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: twelve places that stay where they are
					<li key={index} className="flex h-full flex-1 items-end" title={formatNumber(count)}>
						<span className="sr-only">{formatNumber(count)}</span>
						<span
							aria-hidden="true"
							className="w-full rounded-t-1 bg-accent"
							style={{ height: `${count === 0 ? 0 : Math.max(3, (count / max) * 100)}%` }}
						/>
					</li>
				))}
			</ol>
			<div aria-hidden="true" className="mt-1 flex justify-between text-12 text-ink-3">
				<span>{t.details.yearAgo}</span>
				<span>{t.details.now}</span>
			</div>
		</figure>
	);
}
