import { ChartColumn, Table2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { cx } from "../base/cx.ts";
import { t } from "../base/text.ts";
import { Button } from "../button/button.tsx";
import type { ChartTable, ChartTarget, Part } from "./chart-data.ts";
import { ChartLink } from "./chart-link.tsx";
import { Swatch } from "./swatch.tsx";

export interface ChartFrameProps {
	/** What the chart shows: "Mail per week". */
	title: string;
	/** Next to the title: totals, range. */
	note?: ReactNode;
	/** At the end of the head: a link to details. */
	action?: ReactNode;
}

interface FrameProps extends ChartFrameProps {
	table: ChartTable;
	/** Names of the colors; left out where the chart itself names them. */
	legend?: readonly Pick<Part, "id" | "label" | "color">[];
	/** There is nothing to draw. */
	isEmpty: boolean;
	/** Height of the drawing in pixels. */
	height: number;
	/** Lists the emails behind a number of the table. */
	linkOf?: (row: number, column: number) => ChartTarget | null;
	children: ReactNode;
}

/** Title, legend and drawing of a chart, and the table behind it: for screen readers, and for all on request. */
export function ChartFrame(props: FrameProps) {
	const { title, note, action, table, legend = [], isEmpty, height, linkOf, children } = props;
	const [asTable, setAsTable] = useState(false);
	const other = asTable ? t.chart.showChart : t.chart.showTable;
	return (
		<figure aria-label={title} className="@container relative min-w-0">
			<figcaption className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 pb-2">
				<span className="text-14 font-semibold">{title}</span>
				{note !== undefined && <span className="min-w-0 text-13 text-ink-3">{note}</span>}
				{/* The button's text, not its padding, ends where the chart does. */}
				<span className={cx("ml-auto flex items-center gap-2", !isEmpty && "-mr-2.5")}>
					{action}
					{!isEmpty && (
						<Button
							size="small"
							variant="ghost"
							icon={asTable ? ChartColumn : Table2}
							aria-label={t.chart.named(other, title)}
							onClick={() => setAsTable(!asTable)}
						>
							<span className="@max-[440px]:sr-only">{other}</span>
						</Button>
					)}
				</span>
			</figcaption>
			{isEmpty ? (
				<p
					className="flex items-center justify-center rounded-2 border border-dashed border-line-strong text-13 text-ink-3"
					style={{ height }}
				>
					{t.chart.noData}
				</p>
			) : (
				<>
					<DataTable title={title} table={table} isShown={asTable} height={height} linkOf={linkOf} />
					{!asTable && children}
					{!asTable && legend.length > 1 && (
						<ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-13 text-ink-2">
							{legend.map(({ id, label, color }) => (
								<li key={id} className="flex items-center gap-2">
									<Swatch color={color} />
									{label}
								</li>
							))}
						</ul>
					)}
				</>
			)}
		</figure>
	);
}

interface DataTableProps {
	title: string;
	table: ChartTable;
	isShown: boolean;
	height: number;
	linkOf: FrameProps["linkOf"];
}

function DataTable({ title, table, isShown, height, linkOf }: DataTableProps) {
	return (
		<div
			className={isShown ? "overflow-auto rounded-2 border border-line" : "sr-only"}
			style={isShown ? { maxHeight: Math.max(240, height) } : undefined}
			// A scrolling region must be reachable by keyboard.
			{...(isShown && { tabIndex: 0, role: "region", "aria-label": `${title}: table` })}
		>
			<table className="w-full border-collapse text-13">
				<caption className="sr-only">{title}</caption>
				<thead className="sticky top-0 bg-sunken text-12 text-ink-2">
					<tr>
						<th scope="col" className="px-3 py-1.5 text-left font-semibold">
							{table.head}
						</th>
						{table.columns.map((column) => (
							<th key={column} scope="col" className="px-3 py-1.5 text-right font-semibold whitespace-nowrap">
								{column}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{table.rows.map(({ label, values }, row) => (
						<tr key={label} className="border-t border-line">
							<th scope="row" className="px-3 py-1.5 text-left font-normal whitespace-nowrap">
								{label}
							</th>
							{values.map((value, column) => (
								<td key={table.columns[column]} className="px-3 py-1.5 text-right tabular-nums">
									<ChartLink
										target={isShown ? (linkOf?.(row, column) ?? null) : null}
										className="rounded-1 underline decoration-line-strong underline-offset-4 hover:decoration-current"
									>
										{value}
									</ChartLink>
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}

/** Placeholder while a chart is being loaded, of the chart's height. */
export function ChartSkeleton({ height, title }: { height: number; title: string }) {
	return (
		<div role="status" className={cx("flex flex-col gap-2")}>
			<span className="text-14 font-semibold">{title}</span>
			<span className="sr-only">{t.chart.loading}</span>
			<span aria-hidden="true" className="rounded-2 bg-sunken" style={{ height }} />
		</div>
	);
}
