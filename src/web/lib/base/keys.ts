/** Shortcuts as text: `mod+k` (Ctrl, or Cmd on Apple devices), `shift+u`, and sequences such as `g i`. */

const apple = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);

const names: Record<string, string> = {
	mod: apple ? "⌘" : "Ctrl",
	shift: "Shift",
	alt: apple ? "⌥" : "Alt",
	enter: "Enter",
	escape: "Esc",
	arrowup: "↑",
	arrowdown: "↓",
	space: "Space",
};

/** Labels of a shortcut's keys on this platform, in order. */
export function keyLabels(keys: string): string[] {
	return keys.split(" ").map((stroke) =>
		stroke
			.split("+")
			.map((part) => names[part] ?? part.toUpperCase())
			.join(apple ? "" : " "),
	);
}

/** A keyboard event in the command table's notation. */
export function strokeOf(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">): string {
	const key = event.key === " " ? "space" : event.key.toLowerCase();
	const parts: string[] = [];
	if (apple ? event.metaKey : event.ctrlKey) parts.push("mod");
	if (event.altKey) parts.push("alt");
	// A shifted character such as "?" or "#" already implies Shift; letters and named keys do not.
	if (event.shiftKey && (/^[a-z]$/.test(key) || key.length > 1)) parts.push("shift");
	return [...parts, key].join("+");
}
