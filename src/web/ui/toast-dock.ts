/**
 * The strip that toasts take, so that they cover nothing: below the page its height is `--dock` (base.css), above an open
 * dialog `--dialog-dock` (dialog.tsx).
 */

/** Toasts in view; older ones wait behind them. */
const MOST = 3;

interface Spacing {
	edge: number;
	gap: number;
}

const slips: { element: HTMLElement; spacing: Spacing }[] = [];
let isDocked = true;

function update(): void {
	const heights = slips.slice(-MOST).map(({ element }) => element.offsetHeight);
	const { edge = 0, gap = 0 } = slips.at(-1)?.spacing ?? {};
	const height = heights.reduce((sum, one) => sum + one, 0) + gap * (heights.length - 1) + 2 * edge;
	const { style } = document.documentElement;
	const taken = heights.length > 0 ? `${height}px` : "0px";
	style.setProperty("--dock", isDocked ? taken : "0px");
	style.setProperty("--dialog-dock", isDocked ? "0px" : taken);
}

/** Makes room for a toast. @returns takes the room back */
export function dockToast(element: HTMLElement | null, spacing: Spacing): (() => void) | undefined {
	if (element === null) return undefined;
	const slip = { element, spacing };
	slips.push(slip);
	const observer = new ResizeObserver(update);
	observer.observe(element);
	update();
	return () => {
		observer.disconnect();
		slips.splice(slips.indexOf(slip), 1);
		update();
	};
}

/** While a dialog is open, toasts are above it. */
export function setDocked(docked: boolean): void {
	isDocked = docked;
	update();
}
