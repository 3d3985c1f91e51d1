import { useRef } from "react";
import { selectionRange } from "../base/selection-range.ts";
import { t } from "../base/text.ts";
import { Checkbox } from "../form/checkbox.tsx";

/** The selected rows of a table. */
export interface RowSelection<Row> {
	selected: ReadonlySet<string>;
	onChange: (selected: Set<string>) => void;
	/** Labels a row: its sender. */
	name: (row: Row) => string;
	disabled?: (row: Row) => boolean;
}

interface SelectableRows<Row> {
	rows: readonly Row[];
	rowKey: (row: Row) => string;
	selection?: RowSelection<Row>;
}

/** The rows that can be selected, how many are, and the change of one or, with Shift, of a range. */
export function useRowSelection<Row>({ rows, rowKey, selection }: SelectableRows<Row>) {
	const anchor = useRef<string | null>(null);
	const keys = selection ? rows.filter((row) => !selection.disabled?.(row)).map(rowKey) : [];
	const chosen = selection ? keys.filter((key) => selection.selected.has(key)).length : 0;
	const toggle = (key: string, on: boolean, shift: boolean) => {
		const next = new Set(selection?.selected);
		for (const one of shift ? selectionRange(keys, anchor.current, key) : [key])
			if (on) next.add(one);
			else next.delete(one);
		anchor.current = key;
		selection?.onChange(next);
	};
	return { keys, chosen, toggle };
}

interface SelectAllProps {
	/** Rows that are selected, of those that can be. */
	chosen: number;
	count: number;
	onChange: (on: boolean) => void;
}

/** In the header: selects all rows, or none. */
export function SelectAll({ chosen, count, onChange }: SelectAllProps) {
	return (
		<th scope="col" className="w-11 px-3 text-left">
			<Checkbox
				label={t.table.selectAll}
				checked={chosen > 0 && chosen === count}
				mixed={chosen > 0 && chosen < count}
				onChange={onChange}
			/>
		</th>
	);
}

interface SelectRowProps {
	/** Of the row: its sender. */
	name: string;
	selected: boolean;
	disabled: boolean | undefined;
	/** @param shift the key was held, for a range */
	onChange: (on: boolean, shift: boolean) => void;
}

/** Selects one row. */
export function SelectRow({ name, selected, disabled, onChange }: SelectRowProps) {
	return (
		<td className="w-11 px-3">
			<Checkbox
				label={t.table.selectNamed(name)}
				checked={selected}
				disabled={disabled}
				onChange={(on, shift) => onChange(on, shift)}
			/>
		</td>
	);
}
