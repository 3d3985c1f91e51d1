/** Selected messages of a list. */
export interface Selection {
	ids: ReadonlySet<string>;
	/** Anchor of a range: the row last selected without Shift. */
	anchor: string | null;
	/** Every matching message is selected, loaded or not. */
	everything: boolean;
}

export const nothing: Selection = { ids: new Set(), anchor: null, everything: false };

export function isEmpty(selection: Selection): boolean {
	return selection.ids.size === 0 && !selection.everything;
}

/** Toggles one row, which becomes the anchor. */
export function toggle(selection: Selection, id: string): Selection {
	const ids = new Set(selection.ids);
	if (!ids.delete(id)) ids.add(id);
	return { ids, anchor: id, everything: false };
}

/**
 * Adds the range from the anchor to this row. Without an anchor in the list it is a plain toggle.
 * @param order the ids of the loaded rows, from the top
 */
export function range(selection: Selection, order: readonly string[], id: string): Selection {
	const to = order.indexOf(id);
	const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
	if (to < 0) return selection;
	if (from < 0) return toggle(selection, id);
	const span = order.slice(Math.min(from, to), Math.max(from, to) + 1);
	return { ids: new Set([...selection.ids, ...span]), anchor: selection.anchor, everything: false };
}

/**
 * One keyboard step of a range: `from` and `to` are selected, and stepping back towards the anchor deselects the row
 * that was left.
 */
export function step(selection: Selection, order: readonly string[], from: string, to: string): Selection {
	const anchor = selection.anchor !== null && selection.ids.has(from) ? selection.anchor : from;
	const start = order.indexOf(anchor);
	const before = order.indexOf(from);
	const after = order.indexOf(to);
	if (start < 0 || before < 0 || after < 0) return range(selection, order, to);
	const ids = new Set(selection.ids);
	ids.add(anchor);
	if (Math.abs(after - start) < Math.abs(before - start)) ids.delete(from);
	else ids.add(from);
	ids.add(to);
	return { ids, anchor, everything: false };
}

/** Every loaded row. */
export function selectLoaded(order: readonly string[]): Selection {
	return { ids: new Set(order), anchor: order[0] ?? null, everything: false };
}

/** Every matching message, loaded or not. */
export function selectEverything(order: readonly string[]): Selection {
	return { ...selectLoaded(order), everything: true };
}

/** Drops rows that no longer exist. Returns the same selection when nothing changed. */
export function prune(selection: Selection, present: ReadonlySet<string>): Selection {
	if (selection.everything) return selection;
	const kept = [...selection.ids].filter((id) => present.has(id));
	if (kept.length === selection.ids.size) return selection;
	const anchor = selection.anchor !== null && present.has(selection.anchor) ? selection.anchor : null;
	return { ids: new Set(kept), anchor, everything: false };
}
