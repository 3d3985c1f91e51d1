/** Shortcuts as text: `mod+k` (Ctrl, or Cmd on Apple machines), `shift+u`, and sequences such as `g i`. */

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

/** What each key of a shortcut is called here, in order. */
export function keyLabels(keys: string): string[] {
	return keys.split(" ").map((stroke) =>
		stroke
			.split("+")
			.map((part) => names[part] ?? part.toUpperCase())
			.join(apple ? "" : " "),
	);
}

/** The stroke that an event is, written as the command table writes it. */
export function strokeOf(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">): string {
	const key = event.key === " " ? "space" : event.key.toLowerCase();
	const parts: string[] = [];
	if (apple ? event.metaKey : event.ctrlKey) parts.push("mod");
	if (event.altKey) parts.push("alt");
	// A shifted sign such as "?" or "#" already says that Shift was held; letters and named keys do not.
	if (event.shiftKey && (/^[a-z]$/.test(key) || key.length > 1)) parts.push("shift");
	return [...parts, key].join("+");
}
