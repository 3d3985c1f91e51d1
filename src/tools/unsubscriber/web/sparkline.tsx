import { formatNumber } from "#web/lib/format.ts";
import { t } from "./text.ts";

const width = 92;
const height = 26;
/** Half the stroke width, so that the line is not clipped at the edges. */
const margin = 1.5;

/** Sparkline of twelve months of mail, oldest first; screen readers get the numbers. */
export function Sparkline({ months }: { months: readonly number[] }) {
	const most = Math.max(1, ...months);
	const step = (width - 2 * margin) / Math.max(1, months.length - 1);
	const points = months
		.map((count, index) => {
			const y = height - margin - (count / most) * (height - 2 * margin);
			return `${(margin + index * step).toFixed(1)},${y.toFixed(1)}`;
		})
		.join(" ");
	return (
		<svg
			role="img"
			aria-label={t.subscriptions.perMonth(months.map(formatNumber).join(", "))}
			viewBox={`0 0 ${width} ${height}`}
			width={width}
			height={height}
			className="block text-ink-3"
		>
			<polyline points={points} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
		</svg>
	);
}
