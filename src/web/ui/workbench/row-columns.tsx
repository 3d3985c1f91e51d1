import type { ReactNode } from "react";
import { cx } from "../base/cx.ts";

export interface WorkColumn<Row> {
	id: string;
	header: string;
	cell: (row: Row) => ReactNode;
	/** Pixels; a number of shares of the remaining width when `grows`. */
	width: number;
	grows?: boolean;
	/** `end` for numbers: right-aligned with tabular figures. */
	align?: "start" | "end";
	/** Width of the list from which it is shown, instead of always. */
	from?: "narrow" | "medium" | "wide";
}

/** Widths of the list, not of the window: the panel takes its part. */
const shownFrom = {
	narrow: "hidden sm:@min-[560px]:block",
	medium: "hidden sm:@min-[700px]:block",
	wide: "hidden sm:@min-[1000px]:block",
};

interface RowColumnsProps<Row> {
	columns: readonly WorkColumn<Row>[];
	row?: Row;
	/** The headers. They are for the eye: each cell names its value for screen readers. */
	isHead?: boolean;
}

/** The columns of a row, or their headers. */
export function RowColumns<Row>({ columns, row, isHead = false }: RowColumnsProps<Row>) {
	return columns.map((column) => (
		<div
			key={column.id}
			aria-hidden={isHead || undefined}
			className={cx(
				"min-w-0 shrink-0 text-14",
				column.from === undefined ? "hidden sm:block" : shownFrom[column.from],
				column.align === "end" && "text-right tabular-nums",
				isHead && "truncate text-12 font-semibold",
			)}
			style={column.grows ? { flex: `${column.width} 1 0` } : { width: column.width }}
		>
			{isHead ? (
				column.header
			) : (
				<>
					<span className="sr-only">{column.header}: </span>
					{row !== undefined && column.cell(row)}
				</>
			)}
		</div>
	));
}
