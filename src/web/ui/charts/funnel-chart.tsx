import { percentOf } from "#shared/figures/share.ts";
import { formatNumber } from "#web/lib/base/format.ts";
import { cx } from "../base/cx.ts";
import { type ChartTarget, colorOf, type Part } from "./chart-data.ts";
import { ChartFrame, type ChartFrameProps } from "./chart-frame.tsx";

export interface FunnelChartProps extends ChartFrameProps {
	/** Header of the steps in the table: "Step". */
	head: string;
	/** From the first to the last; each is part of the one before, or of the earlier one that it names. */
	steps: readonly (Pick<Part, "id" | "label" | "value"> & { of?: string })[];
	format?: (value: number) => string;
	/** Lists the items of a step. */
	linkOf?: (id: string) => ChartTarget | null;
}

const shades = ["seq-6", "seq-5", "seq-4", "seq-3", "seq-2", "seq-1"] as const;

function share(value: number, total: number): string {
	const percent = percentOf(value, total);
	return percent === null ? "–" : `${Math.round(percent)}%`;
}

/** Of the step before, or of the one that it names. */
function shareOfStep({ steps }: Pick<FunnelChartProps, "steps">, index: number): string {
	const step = steps[index];
	const named = steps.find(({ id }) => id === step?.of);
	const whole = named ?? steps[index - 1];
	if (step === undefined || whole === undefined) return "–";
	const percent = share(step.value, whole.value);
	return named === undefined || percent === "–" ? percent : `${percent} of ${named.label}`;
}

/** How many remain after each step. */
export default function FunnelChart(props: FunnelChartProps) {
	const { head, steps, format = formatNumber, linkOf } = props;
	const first = steps[0]?.value ?? 0;
	const max = Math.max(1, ...steps.map(({ value }) => value));
	return (
		<ChartFrame
			title={props.title}
			note={props.note}
			action={props.action}
			table={{
				head,
				columns: ["Count", "Of all", "Of the step before"],
				rows: steps.map(({ label, value }, index) => ({
					label,
					values: [format(value), share(value, first), shareOfStep(props, index)],
				})),
			}}
			isEmpty={first === 0}
			height={Math.max(2, steps.length) * 48}
			linkOf={linkOf && ((row) => linkOf(steps[row]?.id ?? ""))}
		>
			<ol aria-hidden="true" className="flex flex-col gap-1.5">
				{steps.map(({ id, label, value }, index) => (
					<li key={id} className="flex flex-col gap-1">
						<p className="flex items-baseline gap-2 text-13">
							<span className="min-w-0 flex-1 truncate text-ink-2">{label}</span>
							<span className="font-medium tabular-nums">{format(value)}</span>
							<span className="w-10 text-right text-ink-3 tabular-nums">{share(value, first)}</span>
						</p>
						<span className="h-3 rounded-1" style={{ background: "var(--chart-track)" }}>
							<span
								className={cx("block h-full rounded-1", value > 0 && "min-w-0.5")}
								style={{ width: `${(100 * value) / max}%`, background: colorOf(shades[index] ?? "seq-1") }}
							/>
						</span>
					</li>
				))}
			</ol>
		</ChartFrame>
	);
}
