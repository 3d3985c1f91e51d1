/** Which rows of a list are chosen, loaded or not. */
export interface Selection {
	/** `some`: those of `keys`; `all`: all but those. */
	mode: "some" | "all";
	keys: ReadonlySet<string>;
}

export const nothing: Selection = { mode: "some", keys: new Set() };
export const everything: Selection = { mode: "all", keys: new Set() };

export function isChosen({ mode, keys }: Selection, key: string): boolean {
	return keys.has(key) === (mode === "some");
}

/** @param total how many rows the whole list has */
export function chosenCount({ mode, keys }: Selection, total: number): number {
	return mode === "some" ? keys.size : Math.max(0, total - keys.size);
}

/** These rows on or off. */
export function choose(selection: Selection, keys: readonly string[], on: boolean): Selection {
	const next = new Set(selection.keys);
	for (const key of keys)
		if (on === (selection.mode === "some")) next.add(key);
		else next.delete(key);
	return { mode: selection.mode, keys: next };
}

/** The rows from one to the other, both included; the second alone when the first is not there. */
export function between(order: readonly string[], from: string | null, to: string): string[] {
	const [start, end] = [from === null ? -1 : order.indexOf(from), order.indexOf(to)];
	return start < 0 || end < 0 ? [to] : order.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** Without rows that have gone from the list; what is left out of everything stays left out. */
export function prune(selection: Selection, loaded: ReadonlySet<string>): Selection {
	if (selection.mode === "all") return selection;
	const kept = [...selection.keys].filter((key) => loaded.has(key));
	return kept.length === selection.keys.size ? selection : { mode: "some", keys: new Set(kept) };
}
