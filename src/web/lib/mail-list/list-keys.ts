/** What a key does in a list of emails. */
export type ListKey =
	| { type: "move" | "extend"; by: number }
	/** `shift`: from the anchor to the row. */
	| { type: "toggle"; shift: boolean }
	| { type: "open" };

type Pressed = Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">;

const letters: Record<string, number> = { j: 1, k: -1 };
const ends: Record<string, number> = { Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY };

interface KeyOptions {
	/** Rows in view, for Page Up and Page Down. */
	pageRows: number;
	/** Letters without Ctrl or Cmd are shortcuts (WCAG 2.1.4). */
	singleKeys: boolean;
}

/** The meaning of a key in a list: arrows, Page Up and Down, Home, End, j, k, x, Space, Enter. Null: none. */
export function listKey(event: Pressed, { pageRows, singleKeys }: KeyOptions): ListKey | null {
	if (event.ctrlKey || event.metaKey || event.altKey) return null;
	const letter = event.key.length === 1 ? event.key.toLowerCase() : "";
	if (letter === " " || (letter === "x" && singleKeys)) return { type: "toggle", shift: event.shiftKey };
	if (event.key === "Enter") return { type: "open" };
	const arrows: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: pageRows, PageUp: -pageRows };
	const by = arrows[event.key] ?? ends[event.key] ?? (singleKeys ? letters[letter] : undefined);
	return by === undefined ? null : { type: event.shiftKey ? "extend" : "move", by };
}
