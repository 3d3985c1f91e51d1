import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { formatNumber } from "#web/lib/base/format.ts";
import { usePhone } from "#web/lib/base/use-wide.ts";
import { t } from "../base/text.ts";
import { IconButton } from "../button/button.tsx";
import { Checkbox } from "../form/checkbox.tsx";
import { Select } from "../form/select.tsx";
import { Skeleton } from "../state/skeleton.tsx";
import { ErrorState } from "../state/states.tsx";
import { useColumnWidths } from "./column-widths.tsx";
import { type Column, type Sort, Table } from "./table.tsx";
import { VirtualList } from "./virtual-list.tsx";

interface Paging {
	/** From 0. */
	page: number;
	pageSize: number;
	/** Rows on the server. */
	total: number;
	onPage: (page: number) => void;
}

interface DataGridProps<Row> {
	/** Names the grid for screen readers. */
	label: string;
	/** The first one is the title of a card on phones. */
	columns: readonly Column<Row>[];
	/** Of this page; undefined while loading. */
	rows: readonly Row[] | undefined;
	rowKey: (row: Row) => string;
	error?: unknown;
	onRetry?: () => void;
	/** An EmptyState. */
	empty: ReactNode;
	/** The next page or order is being loaded; the previous rows stay. */
	isFetching?: boolean;
	selection?: {
		selected: ReadonlySet<string>;
		onChange: (selected: Set<string>) => void;
		name: (row: Row) => string;
	};
	sort?: Sort;
	onSort?: (sort: Sort) => void;
	paging?: Paging;
	/** CSS height; the grid then scrolls inside and renders only the rows in view. */
	maxHeight?: string;
	/** Pixels, exact. */
	rowHeight?: number;
}

/**
 * Rows of data, page by page: sortable, selectable (with Shift for ranges), with columns that can be resized. A phone
 * shows a card for each row.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
	const { label, rows, error, onRetry, empty, isFetching = false, paging } = props;
	const phone = usePhone();
	const state =
		rows === undefined ? (
			error ? (
				<ErrorState error={error} onRetry={onRetry} busy={isFetching} />
			) : (
				<Skeleton rows={6} label={t.grid.loadingNamed(label)} />
			)
		) : (
			rows.length === 0 && empty
		);
	return (
		<section aria-label={label} aria-busy={isFetching} className="min-w-0 rounded-3 border border-line bg-surface">
			{state || (
				<div className={isFetching ? "opacity-60 transition-opacity" : "transition-opacity"}>
					{rows !== undefined && (phone ? <Cards {...props} rows={rows} /> : <Rows {...props} rows={rows} />)}
				</div>
			)}
			{paging && rows !== undefined && paging.total > 0 && <Pager label={label} {...paging} />}
		</section>
	);
}

/** A phone shows this many cards in the page; more scroll in their own frame, which renders those in view. */
const inPage = 20;

type Shown<Row> = DataGridProps<Row> & { rows: readonly Row[] };

function Rows<Row>(props: Shown<Row>) {
	const { label, columns, rows, rowKey, selection, sort, onSort, maxHeight, rowHeight = 44, paging } = props;
	const widths = useColumnWidths(columns, selection !== undefined);
	return (
		<div className="overflow-hidden rounded-t-3 only:rounded-3">
			<Table
				bare
				widths={widths}
				{...{ label, columns, rows, rowKey, selection, sort, onSort, maxHeight, rowHeight }}
				position={paging && { first: paging.page * paging.pageSize, total: paging.total }}
			/>
		</div>
	);
}

function Cards<Row>({ label, columns, rows, rowKey, selection, sort, onSort }: Shown<Row>) {
	const [title, ...others] = columns;
	const sortable = columns.filter((column) => column.sortable);
	const options = sortable.flatMap(({ id, header }) => [
		{ value: `${id} ascending`, label: t.grid.ascending(header) },
		{ value: `${id} descending`, label: t.grid.descending(header) },
	]);
	return (
		<>
			{onSort && options.length > 0 && (
				<div className="border-b border-line p-3">
					<Select
						label={t.grid.orderOf(label)}
						options={options}
						value={sort ? `${sort.column} ${sort.direction}` : null}
						placeholder={t.grid.order}
						onChange={(value) => {
							const [column = "", direction] = value.split(" ");
							onSort({ column, direction: direction === "ascending" ? "ascending" : "descending" });
						}}
					/>
				</div>
			)}
			<div className="flex" style={rows.length > inPage ? { height: "75dvh" } : undefined}>
				<VirtualList
					label={label}
					count={rows.length}
					rowHeight={44 + 22 * others.length}
					inFlow={rows.length <= inPage}
					rowKey={(index) => {
						const row = rows[index];
						return row === undefined ? index : rowKey(row);
					}}
					row={(index) => {
						const row = rows[index];
						return row !== undefined && <DataCard row={row} {...{ title, others, rowKey, selection }} />;
					}}
				/>
			</div>
		</>
	);
}

interface DataCardProps<Row> extends Pick<DataGridProps<Row>, "rowKey" | "selection"> {
	row: Row;
	title: Column<Row> | undefined;
	others: readonly Column<Row>[];
}

function DataCard<Row>({ row, title, others, rowKey, selection }: DataCardProps<Row>) {
	const key = rowKey(row);
	const selected = selection?.selected.has(key) ?? false;
	return (
		<div className={`flex gap-3 border-b border-line px-3 py-3 ${selected ? "bg-selected" : ""}`}>
			{selection && (
				<span className="-m-2 flex p-2 pt-2.5">
					<Checkbox
						label={t.table.selectNamed(selection.name(row))}
						checked={selected}
						onChange={(on) => {
							const next = new Set(selection.selected);
							if (on) next.add(key);
							else next.delete(key);
							selection.onChange(next);
						}}
					/>
				</span>
			)}
			<div className="min-w-0 flex-1">
				{/* A button in it is 40 px high for a finger; the card keeps its height. */}
				<div className="min-w-0 truncate pb-1 text-14 font-medium pointer-coarse:has-[>button]:-mt-2.5 pointer-coarse:has-[>button]:-mb-1.5 pointer-coarse:has-[>button]:pb-0 pointer-coarse:[&>button]:py-2.5">
					{title?.cell(row)}
				</div>
				<dl className="flex flex-col gap-0.5 text-13">
					{others.map((column) => (
						<div key={column.id} className="flex items-center justify-between gap-4">
							<dt className={column.hideHeader ? "sr-only" : "shrink-0 text-ink-3"}>{column.header}</dt>
							<dd className="min-w-0 truncate text-right tabular-nums">{column.cell(row)}</dd>
						</div>
					))}
				</dl>
			</div>
		</div>
	);
}

function Pager({ label, page, pageSize, total, onPage }: Paging & { label: string }) {
	const first = page * pageSize + 1;
	const last = Math.min(total, (page + 1) * pageSize);
	const position =
		first === 1 && last === total
			? formatNumber(total)
			: `${formatNumber(first)}–${formatNumber(last)} of ${formatNumber(total)}`;
	return (
		<nav
			aria-label={t.grid.pagesOf(label)}
			className="flex h-11 items-center justify-end gap-1 border-t border-line px-2 text-13 text-ink-2"
		>
			<span role="status" className="pr-2 tabular-nums">
				{position}
			</span>
			<IconButton
				icon={ChevronLeft}
				size="small"
				label={t.grid.previousPage}
				disabled={page === 0}
				onClick={() => onPage(page - 1)}
			/>
			<IconButton
				icon={ChevronRight}
				size="small"
				label={t.grid.nextPage}
				disabled={last >= total}
				onClick={() => onPage(page + 1)}
			/>
		</nav>
	);
}
