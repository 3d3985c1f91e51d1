/** Longer than any part of the app takes to load. Where it cannot be loaded, the page gets its keys back. */
const MAX_MS = 10_000;

/** What is typed while a text field is being prepared. */
export interface TypeAhead {
	/** Stops. @returns what was typed */
	take(): string;
}

/** Keeps what is typed from now on from the page, which would take the keys for shortcuts. */
export function startTypeAhead(): TypeAhead {
	let text = "";
	const onKey = (event: KeyboardEvent): void => {
		const { key, ctrlKey, metaKey, altKey } = event;
		if (ctrlKey || metaKey || altKey) return;
		if (key === "Escape") {
			stop();
			return;
		}
		if (key === "Backspace") text = text.slice(0, -1);
		else if (key.length === 1) text += key;
		else if (key !== "Enter") return;
		event.preventDefault();
		event.stopImmediatePropagation();
	};
	const stop = (): void => {
		clearTimeout(timer);
		removeEventListener("keydown", onKey, true);
	};
	const timer = setTimeout(stop, MAX_MS);
	addEventListener("keydown", onKey, true);
	return {
		take() {
			stop();
			const typed = text;
			text = "";
			return typed;
		},
	};
}
