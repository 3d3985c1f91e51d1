import { type MouseEvent, type ReactNode, useRef } from "react";
import { usePhone } from "#web/lib/base/use-wide.ts";
import { useCommands } from "#web/lib/screens/commands.tsx";
import { cx } from "../base/cx.ts";
import { Spinner } from "../base/spinner.tsx";
import { t } from "../base/text.ts";
import { Checkbox } from "../form/checkbox.tsx";
import { steadyRows } from "../table/steady-rows.ts";
import { VirtualList, type VirtualListHandle } from "../table/virtual-list.tsx";
import { RowColumns, type WorkColumn } from "./row-columns.tsx";

export type { WorkColumn } from "./row-columns.tsx";

interface WorkListProps<Row> {
	/** Names the list. */
	label: string;
	rows: readonly Row[];
	rowKey: (row: Row) => string;
	/** Name of a row; its button opens the panel. */
	rowName: (row: Row) => string;
	columns: readonly WorkColumn<Row>[];
	/** Under the name. */
	rowNote?: (row: Row) => ReactNode;
	/** On a phone, instead of the columns: under the name, and at the end of the row. */
	phone: { note: (row: Row) => ReactNode; end: (row: Row) => ReactNode };
	/** Left of the column headers: the list's title and "Select All". */
	head: ReactNode;
	selection: {
		selected: ReadonlySet<string>;
		onChange: (selected: ReadonlySet<string>) => void;
		/** The label of a row's checkbox. */
		label: (row: Row) => string;
		/** Rows that can be selected; absent: all. */
		canSelect?: (row: Row) => boolean;
	};
	/** A change of the row is in progress. */
	isBusy: (row: Row) => boolean;
	/** Shown over the last columns on hover and focus; not on a phone or in a narrow list, whose panel has them. */
	actions: (row: Row) => ReactNode;
	/** The row in the panel; null: closed. */
	opened: string | null;
	onOpen: (row: Row) => void;
	onClose: () => void;
	/** Heading of the shortcuts; their ids begin with `id`. */
	group: { id: string; title: string };
	/** Total rows, if more exist on the server. */
	total?: number;
	/** The last rows come near: load the next page. */
	onEndNear?: () => void;
	/** More keys for the row that has the focus. */
	keys?: readonly { id: string; title: string; keys: string; run: (row: Row) => void }[];
}

/** Pixels. */
const rowHeights = { wide: 52, phone: 64 };

/** Rows of a workbench: one line each, all columns aligned, with selection, keyboard and actions on hover. */
export function WorkList<Row>(props: WorkListProps<Row>) {
	const { label, rows, rowKey, columns, head, selection, isBusy } = props;
	const isPhone = usePhone();
	const handle = useRef<VirtualListHandle>(null);
	const { select } = useWorkKeys(props, handle);
	const rowHeight = isPhone ? rowHeights.phone : rowHeights.wide;
	return (
		<div className="@container flex min-h-0 flex-1 flex-col">
			<div className="flex h-8 shrink-0 items-center gap-3 border-b border-line bg-sunken px-4 text-12 text-ink-2 lg:px-6">
				<span aria-hidden="true" className="w-4 shrink-0 max-sm:hidden" />
				<span className="flex min-w-0 flex-1 items-center gap-3">{head}</span>
				{!isPhone && <RowColumns columns={columns} isHead />}
			</div>
			<div ref={steadyRows} className="flex min-h-0 flex-1 flex-col bg-surface">
				<VirtualList
					label={label}
					count={rows.length}
					rowHeight={rowHeight}
					fixedRows
					rowKey={(index) => (rows[index] ? rowKey(rows[index]) : index)}
					handle={handle}
					{...(props.total !== undefined && { total: props.total })}
					{...(props.onEndNear !== undefined && { onEndNear: props.onEndNear })}
					row={(index) => {
						const row = rows[index];
						if (row === undefined) return null;
						const key = rowKey(row);
						return (
							<WorkRow
								{...props}
								row={row}
								isPhone={isPhone}
								selected={selection.selected.has(key)}
								busy={isBusy(row)}
								isOpen={props.opened === key}
								onSelect={(on, shift) => select(index, on, shift)}
							/>
						);
					}}
				/>
			</div>
		</div>
	);
}

interface WorkRowProps<Row> extends WorkListProps<Row> {
	row: Row;
	isPhone: boolean;
	selected: boolean;
	busy: boolean;
	isOpen: boolean;
	onSelect: (on: boolean, shift: boolean) => void;
}

function WorkRow<Row>(props: WorkRowProps<Row>) {
	const { row, columns, isPhone, selected, busy, isOpen, onSelect, onOpen, phone } = props;
	/** A click outside the controls also opens the row. */
	const click = (event: MouseEvent<HTMLElement>) => {
		if (event.target instanceof Element && event.target.closest("a, button, input, [role=checkbox]") === null)
			onOpen(row);
	};
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: the row's name is the button; this is its larger target
		// biome-ignore lint/a11y/useKeyWithClickEvents: the row's name is the button; this is its larger target
		<div
			aria-busy={busy}
			onClick={click}
			className={cx(
				"group relative flex h-full cursor-pointer items-center gap-3 border-b border-line px-4 lg:px-6",
				selected || isOpen ? "bg-selected" : "hover:bg-paper",
				isOpen && "shadow-[inset_3px_0_0_var(--accent)]",
			)}
		>
			<span className="flex size-4 shrink-0 items-center justify-center">
				{busy ? (
					<Spinner />
				) : (
					<Checkbox
						label={props.selection.label(row)}
						checked={selected}
						disabled={!canSelect(props.selection, row)}
						onChange={onSelect}
					/>
				)}
			</span>
			<div className="min-w-0 flex-1">
				<button
					type="button"
					data-row={props.rowKey(row)}
					aria-expanded={isOpen}
					onClick={() => onOpen(row)}
					className="block max-w-full truncate rounded-1 text-left text-14 leading-5 font-semibold hover:underline"
				>
					{props.rowName(row)}
				</button>
				{isPhone ? (
					<div className="flex min-w-0 items-center gap-2 text-12 text-ink-2">{phone.note(row)}</div>
				) : (
					<div className="truncate text-12 text-ink-3">{props.rowNote?.(row)}</div>
				)}
			</div>
			{isPhone ? (
				<div className="flex shrink-0 items-center gap-3">{phone.end(row)}</div>
			) : (
				<>
					<RowColumns columns={columns} row={row} />
					<div
						className={cx(
							"absolute inset-y-0 right-0 hidden items-center @min-[560px]:flex gap-1.5 pr-4 pl-6 lg:pr-6",
							selected || isOpen ? "bg-selected" : "bg-paper",
							"pointer-events-none opacity-0 group-focus-within:pointer-events-auto group-focus-within:opacity-100",
							"group-hover:pointer-events-auto group-hover:opacity-100",
						)}
					>
						{props.actions(row)}
					</div>
				</>
			)}
		</div>
	);
}

function canSelect<Row>({ canSelect: can }: WorkListProps<Row>["selection"], row: Row): boolean {
	return can === undefined || can(row);
}

/** Selection with Shift, and the keys of the list. */
function useWorkKeys<Row>(props: WorkListProps<Row>, handle: React.RefObject<VirtualListHandle | null>) {
	const { rows, rowKey, selection, isBusy, group, opened, onOpen, onClose } = props;
	/** Anchor of a Shift selection. */
	const anchor = useRef<number | null>(null);
	const select = (index: number, on: boolean, shift: boolean) => {
		const start = shift ? (anchor.current ?? index) : index;
		anchor.current = index;
		const next = new Set(selection.selected);
		for (const row of rows.slice(Math.min(start, index), Math.max(start, index) + 1)) {
			if (on && !isBusy(row) && canSelect(selection, row)) next.add(rowKey(row));
			else next.delete(rowKey(row));
		}
		selection.onChange(next);
	};
	/** Index of the row that has the focus or contains it; -1: none. */
	const active = () => {
		const row = document.activeElement?.closest("[data-index]");
		return row && handle.current?.element()?.contains(row) ? Number(row.getAttribute("data-index")) : -1;
	};
	const step = (by: number) => {
		const index = Math.min(rows.length - 1, Math.max(0, active() + by));
		handle.current?.scrollTo(index);
		const focus = () => {
			const name = handle.current?.element()?.querySelector<HTMLElement>(`[data-index="${index}"] [data-row]`);
			name?.focus({ preventScroll: true });
			return name != null;
		};
		// A row that is out of view is rendered only once the list has scrolled to it.
		if (!focus()) requestAnimationFrame(focus);
		const row = rows[index];
		if (opened !== null && row !== undefined) onOpen(row);
	};
	const onActive = (act: (row: Row, index: number) => void) => () => {
		const index = active();
		const row = rows[index];
		if (row !== undefined) act(row, index);
	};
	const common = { group: group.title, hidden: true };
	useCommands([
		{ ...common, id: `${group.id}.next`, title: t.workbench.nextRow, keys: "j", run: () => step(1) },
		{ ...common, id: `${group.id}.previous`, title: t.workbench.previousRow, keys: "k", run: () => step(-1) },
		{
			...common,
			id: `${group.id}.select`,
			title: t.workbench.selectRow,
			keys: "x",
			when: () => active() >= 0,
			run: onActive((row, index) => select(index, !selection.selected.has(rowKey(row)), false)),
		},
		{
			...common,
			id: `${group.id}.open`,
			title: t.workbench.openRow,
			keys: "o",
			when: () => active() >= 0,
			run: onActive(onOpen),
		},
		{
			...common,
			id: `${group.id}.close`,
			title: t.workbench.closePanel,
			keys: "escape",
			when: () => opened !== null,
			run: onClose,
		},
		...(props.keys ?? []).map(({ id, title, keys, run }) => ({
			...{ ...common, id: `${group.id}.${id}`, title, keys },
			when: () => active() >= 0,
			run: onActive((row) => !isBusy(row) && run(row)),
		})),
	]);
	return { select };
}
