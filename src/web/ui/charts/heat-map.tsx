import { formatNumber } from "#web/lib/base/format.ts";
import { t } from "../base/text.ts";
import { type ChartTarget, colorOf, stepOf } from "./chart-data.ts";
import { ChartFrame, type ChartFrameProps } from "./chart-frame.tsx";
import { ChartLink } from "./chart-link.tsx";

export interface HeatMapProps extends ChartFrameProps {
	/** Names of the rows, such as "Mon", in the order of the locale's week. */
	rows: readonly string[];
	/** Names of the columns, such as hours; every sixth is written. */
	columns: readonly string[];
	/** By row, then column. */
	values: readonly (readonly number[])[];
	/** Header of the rows in the table: "Day". */
	head: string;
	format?: (value: number) => string;
	/** Lists the emails of a cell. */
	linkOf?: (row: number, column: number) => ChartTarget | null;
}

const steps = [1, 2, 3, 4, 5, 6] as const;

/** Density by two dimensions, such as day and hour. */
export default function HeatMap(props: HeatMapProps) {
	const { rows, columns, values, head, format = formatNumber, linkOf } = props;
	const max = Math.max(0, ...values.flat());
	return (
		<ChartFrame
			title={props.title}
			note={props.note}
			action={props.action}
			table={{
				head,
				columns,
				rows: rows.map((label, row) => ({
					label,
					values: columns.map((_, column) => format(values[row]?.[column] ?? 0)),
				})),
			}}
			isEmpty={max === 0}
			height={rows.length * 24 + 40}
			linkOf={linkOf}
		>
			<div aria-hidden="true">
				<div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 text-12 text-ink-3">
					{rows.map((name, row) => (
						<div key={name} className="contents">
							<span>{name}</span>
							<span className="flex h-6 gap-px py-px">
								{columns.map((column, index) => {
									const value = values[row]?.[index] ?? 0;
									const step = stepOf(value, max);
									const cell = {
										title: `${name} ${column}: ${format(value)}`,
										className: "min-w-0 flex-1 rounded-[2px]",
										style: { background: step === 0 ? "var(--chart-track)" : colorOf(`seq-${step}`) },
									};
									// For the pointer: the table behind is for the keyboard and screen readers.
									const target = value > 0 ? (linkOf?.(row, index) ?? null) : null;
									return target === null ? (
										<span key={column} {...cell} />
									) : (
										<ChartLink key={column} target={target} tabIndex={-1} {...cell} />
									);
								})}
							</span>
						</div>
					))}
					<span />
					<span className="flex pt-1">
						{columns.map((column, index) => (
							<span key={column} className="min-w-0 flex-1 overflow-visible whitespace-nowrap">
								{index % 6 === 0 ? column : ""}
							</span>
						))}
					</span>
				</div>
				<p className="mt-2 flex items-center justify-end gap-1.5 text-12 text-ink-3">
					{t.chart.less}
					<span className="flex gap-px">
						{steps.map((step) => (
							<span key={step} className="h-2 w-4 rounded-[2px]" style={{ background: colorOf(`seq-${step}`) }} />
						))}
					</span>
					{t.chart.more}
				</p>
			</div>
		</ChartFrame>
	);
}
