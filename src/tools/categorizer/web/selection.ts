/** Selected rows of a list, loaded or not. */
export interface Selection {
	/** `some`: those in `keys`; `all`: all except those. */
	mode: "some" | "all";
	keys: ReadonlySet<string>;
}

export const nothing: Selection = { mode: "some", keys: new Set() };
export const everything: Selection = { mode: "all", keys: new Set() };

export function isChosen({ mode, keys }: Selection, key: string): boolean {
	return keys.has(key) === (mode === "some");
}

/** @param total number of rows in the whole list */
export function chosenCount({ mode, keys }: Selection, total: number): number {
	return mode === "some" ? keys.size : Math.max(0, total - keys.size);
}

/** Selects or deselects these rows. */
export function choose(selection: Selection, keys: readonly string[], on: boolean): Selection {
	const next = new Set(selection.keys);
	for (const key of keys)
		if (on === (selection.mode === "some")) next.add(key);
		else next.delete(key);
	return { mode: selection.mode, keys: next };
}

/** The rows between the two, inclusive; only the second when the first is not in the list. */
export function between(order: readonly string[], from: string | null, to: string): string[] {
	const [start, end] = [from === null ? -1 : order.indexOf(from), order.indexOf(to)];
	return start < 0 || end < 0 ? [to] : order.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** Drops rows that are no longer in the list; exceptions from everything are kept. */
export function prune(selection: Selection, loaded: ReadonlySet<string>): Selection {
	if (selection.mode === "all") return selection;
	const kept = [...selection.keys].filter((key) => loaded.has(key));
	return kept.length === selection.keys.size ? selection : { mode: "some", keys: new Set(kept) };
}
