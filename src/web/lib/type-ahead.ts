/** What is typed while a form is still loading: kept, and typed into the form's first field once that has the focus. */

/** A form that has not come by then does not come. */
const MAX_MS = 8_000;

let cancel: (() => void) | null = null;

/** Keeps key presses from now until a field gets the focus, or the user clicks. They reach no shortcut meanwhile. */
export function startTypeAhead(): void {
	cancel?.();
	if (isField(document.activeElement)) return;
	let text = "";
	/** The field has the focus, and gets the text in a moment: keys until then come after it. */
	let isReached = false;
	const onKey = (event: KeyboardEvent): void => {
		const { key } = event;
		if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
		if (isField(event.target) && !isReached) return;
		if (key === "Escape") {
			stop();
			return;
		}
		if (key.length === 1) text += key;
		else if (key === "Backspace") text = text.slice(0, -1);
		else if (key !== "Enter") return;
		event.preventDefault();
		event.stopImmediatePropagation();
	};
	const onFocus = ({ target }: FocusEvent): void => {
		if (!isField(target)) return;
		if (text === "") {
			stop();
			return;
		}
		isReached = true;
		document.removeEventListener("focusin", onFocus);
		// In the next task: an editor sets its selection after it has got the focus.
		setTimeout(() => {
			stop();
			insert(text);
		});
	};
	const stop = (): void => {
		window.removeEventListener("keydown", onKey, true);
		window.removeEventListener("pointerdown", stop, true);
		document.removeEventListener("focusin", onFocus);
		clearTimeout(timer);
		if (cancel === stop) cancel = null;
	};
	const timer = setTimeout(stop, MAX_MS);
	cancel = stop;
	window.addEventListener("keydown", onKey, true);
	window.addEventListener("pointerdown", stop, true);
	document.addEventListener("focusin", onFocus);
}

/** The form does not come: what was typed is dropped. */
export function cancelTypeAhead(): void {
	cancel?.();
}

/** As if it were typed: the only way that inputs and editors alike notice. */
function insert(text: string): void {
	document.execCommand("insertText", false, text);
}

function isField(target: EventTarget | null): boolean {
	return (
		target instanceof HTMLElement &&
		(target.isContentEditable ||
			target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=button])"))
	);
}
