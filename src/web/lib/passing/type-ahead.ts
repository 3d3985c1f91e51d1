/**
 * What is typed while a form is still opening: kept, and typed into the form's first field once that has the focus. The form
 * is marked `data-type-ahead`.
 */

/** Ends it, unless a field of the form has the focus; null: nothing is kept. */
let end: (() => void) | null = null;

/** Keeps key presses from now until a field of the form gets the focus, or `endTypeAhead`. They reach no shortcut meanwhile. */
export function startTypeAhead(): void {
	// Another form opens, too: the first one gets the words.
	if (end !== null || isField(document.activeElement)) return;
	let text = "";
	/** The field has the focus, and gets the text in a moment: keys until then come after it. */
	let isReached = false;
	/** What the user clicks on while waiting gets the focus, and not the words. */
	let clicked: EventTarget | null = null;
	const onKey = (event: KeyboardEvent): void => {
		const { key } = event;
		if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
		if (isField(event.target) && !isReached) return;
		if (key === "Escape") {
			stop();
			return;
		}
		if (key.length === 1) text += key;
		else if (key === "Enter") text += "\n";
		else if (key === "Backspace") text = text.slice(0, -1);
		else return;
		event.preventDefault();
		event.stopImmediatePropagation();
	};
	const onPointer = ({ target }: PointerEvent): void => {
		clicked = target instanceof Element ? target.closest("input, textarea, select, [contenteditable]") : null;
	};
	const onFocus = ({ target }: FocusEvent): void => {
		if (!isField(target) || target === clicked || target.closest("[data-type-ahead]") === null) return;
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
		window.removeEventListener("pointerdown", onPointer, true);
		document.removeEventListener("focusin", onFocus);
		end = null;
	};
	end = () => {
		if (!isReached) stop();
	};
	window.addEventListener("keydown", onKey, true);
	window.addEventListener("pointerdown", onPointer, true);
	document.addEventListener("focusin", onFocus);
}

/** The form does not come, or has no field for it: what was typed is dropped, and the page gets its keys back. */
export function endTypeAhead(): void {
	end?.();
}

/** As if it were typed: the only way that inputs and editors alike notice. */
function insert(text: string): void {
	for (const [index, line] of text.split("\n").entries()) {
		if (index > 0) pressEnter();
		if (line !== "") document.execCommand("insertText", false, line);
	}
}

function pressEnter(): void {
	const target = document.activeElement;
	const press = new KeyboardEvent("keydown", { key: "Enter", code: "Enter", bubbles: true, cancelable: true });
	// A field that ends its entry, and an editor, act on the key itself.
	if (target?.dispatchEvent(press) && target instanceof HTMLTextAreaElement)
		document.execCommand("insertText", false, "\n");
}

function isField(target: EventTarget | null): target is HTMLElement {
	return (
		target instanceof HTMLElement &&
		(target.isContentEditable ||
			target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=button])"))
	);
}
