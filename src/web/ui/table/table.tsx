import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../base/cx.ts";
import { useScrollTabStop } from "../base/scroll-tab-stop.ts";
import type { ColumnWidths } from "./column-widths.tsx";
import { useRowWindow } from "./row-window.ts";
import { type RowSelection, SelectAll, SelectRow, useRowSelection } from "./table-selection.tsx";

export interface Column<Row> {
	/** Stable id; `sort` refers to it. */
	id: string;
	header: string;
	/** Header for screen readers only, as over a column of buttons. */
	hideHeader?: boolean;
	cell: (row: Row) => ReactNode;
	/** `end` for numbers: right-aligned with tabular figures. */
	align?: "start" | "end";
	/** Hides the column on narrower screens. */
	from?: "sm" | "md" | "lg";
	/** CSS width, such as "30%" or "96px". */
	width?: string;
	sortable?: boolean;
}

export interface Sort {
	column: string;
	direction: "ascending" | "descending";
}

interface TableProps<Row> {
	/** Names the table for screen readers. */
	label: string;
	columns: readonly Column<Row>[];
	rows: readonly Row[];
	rowKey: (row: Row) => string;
	/** Checkboxes in front. */
	selection?: RowSelection<Row>;
	sort?: Sort;
	onSort?: (sort: Sort) => void;
	/** CSS height; the table then scrolls inside and renders only the rows in view. */
	maxHeight?: string;
	/** Pixels; must be exact only with `maxHeight`. */
	rowHeight?: number;
	/** Inside a flush Card: without its own frame. */
	bare?: boolean;
	/** Widths that the user can change: `useColumnWidths`. */
	widths?: ColumnWidths;
	/** What the rows have in common with others: the number of all rows on the server, and of the first shown. */
	position?: { first: number; total: number };
}

const from = { sm: "max-sm:hidden", md: "max-md:hidden", lg: "max-lg:hidden" };

/** A semantic table: thin borders, a sticky header, numbers right-aligned. Long ones render only what is in view. */
export function Table<Row>(props: TableProps<Row>) {
	const { label, columns, rows, rowKey, selection, sort, onSort, maxHeight, rowHeight = 54, bare, widths } = props;
	const { first, total } = props.position ?? { first: 0, total: rows.length };
	const { scroller, start, end, before, after } = useRowWindow(rows.length, rowHeight, maxHeight !== undefined);
	const { keys, chosen, toggle } = useRowSelection(props);
	const span = columns.length + (selection ? 1 : 0);
	return (
		<div
			ref={scroller}
			tabIndex={useScrollTabStop(scroller)}
			className={cx(
				"overflow-x-auto outline-none focus-visible:shadow-[inset_0_0_0_2px_var(--accent)]",
				!bare && "rounded-3 border border-line bg-surface",
				maxHeight && "overflow-y-auto",
			)}
			style={maxHeight ? { maxHeight } : undefined}
		>
			<table
				className={cx("border-collapse text-14", widths ? "w-full min-w-full table-fixed" : "w-full")}
				aria-rowcount={total + 1}
				style={widths?.style}
			>
				<caption className="sr-only">{label}</caption>
				{widths && <Columns columns={columns} widths={widths} hasSelection={selection !== undefined} />}
				<thead className="sticky top-0 z-[var(--z-sticky)] bg-sunken">
					<tr>
						{selection && (
							<SelectAll
								chosen={chosen}
								count={keys.length}
								onChange={(on) => selection.onChange(new Set(on ? keys : []))}
							/>
						)}
						{columns.map((column) => (
							<Head key={column.id} column={column} sort={sort} onSort={onSort} widths={widths} />
						))}
					</tr>
				</thead>
				<tbody>
					{before > 0 && <Gap height={before} span={span} />}
					{rows.slice(start, end).map((row, offset) => {
						const key = rowKey(row);
						const selected = selection?.selected.has(key) ?? false;
						return (
							<tr
								key={key}
								aria-rowindex={first + start + offset + 2}
								aria-selected={selection ? selected : undefined}
								className={cx("border-t border-line", selected && "bg-selected")}
								style={maxHeight ? { height: rowHeight } : undefined}
							>
								{selection && (
									<SelectRow
										name={selection.name(row)}
										selected={selected}
										disabled={selection.disabled?.(row)}
										onChange={(on, shift) => toggle(key, on, shift)}
									/>
								)}
								{columns.map((column) => (
									<td
										key={column.id}
										className={cx(bare ? "px-3 py-1.5" : "px-3 py-2.5", widths && "truncate", cellClass(column))}
									>
										{column.cell(row)}
									</td>
								))}
							</tr>
						);
					})}
					{after > 0 && <Gap height={after} span={span} />}
				</tbody>
			</table>
		</div>
	);
}

interface ColumnsProps<Row> {
	columns: readonly Column<Row>[];
	widths: ColumnWidths;
	hasSelection: boolean;
}

function Columns<Row>({ columns, widths, hasSelection }: ColumnsProps<Row>) {
	return (
		<colgroup>
			{hasSelection && <col className="w-11" />}
			{columns.map(({ id, from: shownFrom }) => (
				<col key={id} className={shownFrom && from[shownFrom]} style={{ width: widths.of(id) }} />
			))}
		</colgroup>
	);
}

function cellClass<Row>(column: Column<Row>): string {
	return cx(column.align === "end" && "text-right tabular-nums", column.from && from[column.from]);
}

function Gap({ height, span }: { height: number; span: number }) {
	return (
		// biome-ignore lint/a11y/noAriaHiddenOnFocusable: a spacer row, nothing in it takes focus
		<tr aria-hidden="true">
			<td colSpan={span} style={{ height, padding: 0 }} />
		</tr>
	);
}

interface HeadProps<Row> {
	column: Column<Row>;
	sort?: Sort;
	onSort?: (sort: Sort) => void;
	widths?: ColumnWidths;
}

function Head<Row>({ column, sort, onSort, widths }: HeadProps<Row>) {
	const active = sort?.column === column.id ? sort.direction : undefined;
	const Arrow = active === "ascending" ? ArrowUp : ArrowDown;
	const flip = () => onSort?.({ column: column.id, direction: active === "descending" ? "ascending" : "descending" });
	return (
		<th
			scope="col"
			aria-sort={column.sortable ? (active ?? "none") : undefined}
			style={column.width && !widths ? { width: column.width } : undefined}
			className={cx(
				"relative h-8 px-3 text-left text-12 font-semibold whitespace-nowrap text-ink-2",
				cellClass(column),
			)}
		>
			{column.sortable && onSort ? (
				<button type="button" onClick={flip} className="inline-flex h-6 items-center gap-1 hover:text-ink">
					{column.header}
					{active && <Arrow size={13} aria-hidden="true" />}
				</button>
			) : (
				<span className={column.hideHeader ? "sr-only" : undefined}>{column.header}</span>
			)}
			{!column.hideHeader && widths?.handle(column)}
		</th>
	);
}
