import { type ChartColor, colorOf } from "./chart-data.ts";

/** Mark of a color in a legend; the rest is an outline, not a fill. */
export function Swatch({ color }: { color: ChartColor }) {
	return (
		<span
			aria-hidden="true"
			className="size-2 shrink-0 rounded-full"
			style={color === "other" ? { border: `1px solid ${colorOf(color)}` } : { background: colorOf(color) }}
		/>
	);
}
