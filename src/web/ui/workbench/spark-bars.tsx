import { formatNumber } from "#web/lib/base/format.ts";
import { type ChartColor, colorOf } from "../charts/chart-data.ts";

interface SparkBarsProps {
	/** What the values are, for screen readers: "Emails per month, oldest first". */
	label: string;
	values: readonly number[];
	color?: ChartColor;
}

/** Pixels. */
const [width, height] = [84, 24];

/** Bars the size of a word, for rows of a list, scaled to their own maximum; screen readers get the numbers. */
export function SparkBars({ label, values, color = "primary" }: SparkBarsProps) {
	const max = Math.max(1, ...values);
	const slot = Math.min(12, width / Math.max(1, values.length));
	const gap = slot >= 4 ? 2 : slot >= 2 ? 1 : 0;
	return (
		<svg
			role="img"
			aria-label={`${label}: ${values.map(formatNumber).join(", ")}`}
			width={width}
			height={height}
			className="block"
		>
			{values.map((value, index) => {
				const tall = value === 0 ? 1 : Math.max(2, (value / max) * height);
				return (
					<rect
						// biome-ignore lint/suspicious/noArrayIndexKey: periods keep their positions
						key={index}
						x={index * slot}
						y={height - tall}
						width={Math.max(1, slot - gap)}
						height={tall}
						fill={value === 0 ? "var(--chart-track)" : colorOf(color)}
					/>
				);
			})}
		</svg>
	);
}
