import { ArrowRight } from "lucide-react";
import { t } from "../base/text.ts";
import { type ChartColor, colorOf } from "./chart-data.ts";

interface BeforeAfterBarProps {
	/** What changes: "Inbox". */
	label: string;
	/** Formatted; the unit is part of `after`. */
	before: string;
	after: string;
	/** The part that changes, 0 to 1. */
	share: number;
	/** Of that part. */
	color: ChartColor;
	/** Says what the part is: "289 emails leave the inbox (24%)". */
	legend: string;
}

/** A quantity before and after a change: what stays, and what goes. */
export function BeforeAfterBar({ label, before, after, share, color, legend }: BeforeAfterBarProps) {
	const part = `${Math.min(100, Math.max(0.5, share * 100))}%`;
	return (
		<div className="flex flex-col gap-1">
			<p className="flex items-baseline justify-between gap-3 text-13">
				<span className="font-semibold">{label}</span>
				<span className="text-ink-2 tabular-nums">
					{before} <ArrowRight aria-hidden="true" size={13} className="inline" />
					<span className="sr-only">{t.chart.becomes}</span> <strong className="font-semibold text-ink">{after}</strong>
				</span>
			</p>
			<div aria-hidden="true" className="flex h-3 gap-px overflow-hidden rounded-1">
				<span className="min-w-0 flex-1" style={{ background: colorOf("seq-4") }} />
				<span className="shrink-0" style={{ width: part, background: colorOf(color) }} />
			</div>
			<p className="flex items-center gap-1.5 text-12 text-ink-2">
				<span aria-hidden="true" className="size-2 rounded-full" style={{ background: colorOf(color) }} />
				{legend}
			</p>
		</div>
	);
}
