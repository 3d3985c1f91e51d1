import { formatNumber } from "#web/lib/base/format.ts";

interface SparklineProps {
	/** What the values are, for screen readers: "Emails per month, oldest first". */
	label: string;
	values: readonly number[];
	/** Pixels. */
	width?: number;
	height?: number;
	/** Marks the last value. */
	marksLast?: boolean;
}

/** Half the stroke width, so that the line is not clipped at the edges. */
const margin = 1.5;

/** A line the size of a word, for rows of a table; screen readers get the numbers. Small enough to load with its row. */
export function Sparkline({ label, values, width = 92, height = 26, marksLast = false }: SparklineProps) {
	const max = Math.max(1, ...values);
	const edge = marksLast || values.length === 1 ? 3 : margin;
	const step = (width - 2 * edge) / Math.max(1, values.length - 1);
	const points = values.map((value, index) => ({
		x: edge + index * step,
		y: height - edge - (value / max) * (height - 2 * edge),
	}));
	const last = points.at(-1);
	return (
		<svg
			role="img"
			aria-label={`${label}: ${values.map(formatNumber).join(", ")}`}
			viewBox={`0 0 ${width} ${height}`}
			width={width}
			height={height}
			className="block text-ink-3"
		>
			<polyline
				points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ")}
				fill="none"
				stroke="currentColor"
				strokeWidth="1.5"
				strokeLinejoin="round"
			/>
			{/* One point makes no line. */}
			{last && (marksLast || points.length === 1) && (
				<circle cx={last.x} cy={last.y} r={2.5} className={marksLast ? "fill-accent" : "fill-current"} />
			)}
		</svg>
	);
}
