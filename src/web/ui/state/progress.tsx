import { Progress as Base } from "@base-ui/react/progress";
import { cx } from "../base/cx.ts";
import { t } from "../base/text.ts";

interface ProgressProps {
	/** Names the work; read by screen readers, shown when `showLabel`. */
	label: string;
	done: number;
	/** Null: unknown, the bar is indeterminate. */
	total: number | null;
	/** Right of the label: "1,204 of 8,311 messages". */
	detail?: string;
	showLabel?: boolean;
	tone?: "green" | "amber" | "red" | "neutral";
}

const tones = { green: "bg-green", amber: "bg-amber", red: "bg-red", neutral: "bg-ink-3" };

/** A progress bar for real work. */
export function Progress({ label, done, total, detail, showLabel = true, tone = "green" }: ProgressProps) {
	const known = total !== null && total > 0;
	const value = known ? Math.min(100, (done / total) * 100) : null;
	return (
		<Base.Root
			value={value}
			max={100}
			getAriaValueText={() => detail ?? (value === null ? "working" : t.states.percent(Math.round(value)))}
			className="flex min-w-0 flex-col gap-1.5"
		>
			<div className={cx("flex items-baseline justify-between gap-3", !showLabel && detail === undefined && "sr-only")}>
				<Base.Label className={cx("min-w-0 truncate text-13 font-medium", !showLabel && "sr-only")}>{label}</Base.Label>
				{detail !== undefined && <span className="shrink-0 text-12 text-ink-3 tabular-nums">{detail}</span>}
			</div>
			<Base.Track className="h-1.5 overflow-hidden rounded-full bg-line">
				<Base.Indicator
					className={cx(
						"block h-full rounded-full transition-[width] duration-[120ms]",
						tones[tone],
						value === null && "w-1/3 opacity-60",
					)}
				/>
			</Base.Track>
		</Base.Root>
	);
}
