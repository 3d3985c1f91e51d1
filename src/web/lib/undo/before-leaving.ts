/** Changes that would be lost if the page closed now. */
let pendingCount = 0;

function ask(event: BeforeUnloadEvent): void {
	event.preventDefault();
}

/** The browser asks before the page closes, until what it returns is called. */
export function askBeforeLeaving(): () => void {
	// Added only as long as it is needed: with it, a browser may not keep the page for Back.
	if (++pendingCount === 1) globalThis.addEventListener?.("beforeunload", ask);
	let isOver = false;
	return () => {
		if (isOver) return;
		isOver = true;
		if (--pendingCount === 0) globalThis.removeEventListener?.("beforeunload", ask);
	};
}
