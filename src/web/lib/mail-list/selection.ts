import { selectionRange } from "#web/ui/base/selection-range.ts";

/** Selected rows of a list, loaded or not. */
export interface Selection {
	/** `some`: the rows in `ids`; `all`: every match except those. */
	mode: "some" | "all";
	ids: ReadonlySet<string>;
	/** Start of a range: the row last selected without Shift. */
	anchor: string | null;
}

export const nothing: Selection = { mode: "some", ids: new Set(), anchor: null };
/** Every match, loaded or not. */
export const everything: Selection = { mode: "all", ids: new Set(), anchor: null };

export function isSelected({ mode, ids }: Selection, id: string): boolean {
	return ids.has(id) === (mode === "some");
}

/** Whether no row is selected; with exceptions from everything, some may be. */
export function isEmpty({ mode, ids }: Selection): boolean {
	return mode === "some" && ids.size === 0;
}

/** @param total number of rows in the whole list */
export function selectedCount({ mode, ids }: Selection, total: number): number {
	return mode === "some" ? ids.size : Math.max(0, total - ids.size);
}

/**
 * How many rows at the top are selected when no others are; else 0. Rows that load later do not change it.
 * @param order the ids of the loaded rows, from the top
 */
export function selectedAtTop({ mode, ids }: Selection, order: readonly string[]): number {
	return mode === "some" && order.slice(0, ids.size).every((id) => ids.has(id)) ? ids.size : 0;
}

/** Selects or deselects these rows; the anchor stays. */
export function setSelected(selection: Selection, rows: readonly string[], on: boolean): Selection {
	const ids = new Set(selection.ids);
	for (const id of rows)
		if (on === (selection.mode === "some")) ids.add(id);
		else ids.delete(id);
	return { ...selection, ids };
}

/** Toggles one row, which becomes the anchor. */
export function toggle(selection: Selection, id: string): Selection {
	return { ...setSelected(selection, [id], !isSelected(selection, id)), anchor: id };
}

/**
 * Gives all rows from the anchor to this one the state that a click gives this one, as Gmail does with Shift. Without
 * an anchor in the list it is a plain toggle.
 * @param order the ids of the loaded rows, from the top
 */
export function range(selection: Selection, order: readonly string[], id: string): Selection {
	if (!order.includes(id)) return selection;
	if (selection.anchor === null || !order.includes(selection.anchor)) return toggle(selection, id);
	return setSelected(selection, selectionRange(order, selection.anchor, id), !isSelected(selection, id));
}

/**
 * One keyboard step of a range: `from` and `to` are selected, and stepping back towards the anchor deselects the row
 * that was left.
 */
export function step(selection: Selection, order: readonly string[], from: string, to: string): Selection {
	const anchor = selection.anchor !== null && isSelected(selection, from) ? selection.anchor : from;
	const [start, before, after] = [order.indexOf(anchor), order.indexOf(from), order.indexOf(to)];
	if (start < 0 || before < 0 || after < 0) return range(selection, order, to);
	const isBack = Math.abs(after - start) < Math.abs(before - start);
	const base = setSelected(selection, [from], !isBack);
	return { ...setSelected(base, [anchor, to], true), anchor };
}

/** Every loaded row. */
export function selectLoaded(order: readonly string[]): Selection {
	return { mode: "some", ids: new Set(order), anchor: order[0] ?? null };
}

/**
 * Everything with exceptions becomes the loaded rows without them, for lists whose server knows no exceptions; any
 * other selection is returned as it is.
 */
export function withoutExceptions(selection: Selection, order: readonly string[]): Selection {
	if (selection.mode === "some" || selection.ids.size === 0) return selection;
	return { ...selection, mode: "some", ids: new Set(order.filter((id) => isSelected(selection, id))) };
}

/** Drops rows that no longer exist; exceptions from everything are kept. Returns the same selection when nothing changed. */
export function prune(selection: Selection, present: ReadonlySet<string>): Selection {
	if (selection.mode === "all") return selection;
	const remaining = [...selection.ids].filter((id) => present.has(id));
	if (remaining.length === selection.ids.size) return selection;
	const anchor = selection.anchor !== null && present.has(selection.anchor) ? selection.anchor : null;
	return { mode: "some", ids: new Set(remaining), anchor };
}
