import { type RefObject, useLayoutEffect } from "react";

/**
 * Where toasts are: over the page, at its bottom left, and over nothing that is in use. They move above dialogs, menus and
 * bars of buttons, or next to them; where there is no room, they cover what has no controls, else text.
 */

export interface Box {
	left: number;
	right: number;
	top: number;
	bottom: number;
}

/** Where toasts of this size may be. */
export interface Space {
	width: number;
	height: number;
	/** Left edges, the best one first. */
	lefts: readonly number[];
	/** They end here if nothing is in the way. */
	bottom: number;
	/** They start below. */
	top: number;
}

/** Pixels around the toasts. */
const EDGE = 12;
/** Pixels between toasts, and above what they must not cover. */
export const TOAST_GAP = 8;

/**
 * The place that is nearest to the bottom.
 * @param layers what they should not cover, each without what the one before kept free in vain
 */
export function placeToasts(space: Space, layers: readonly (readonly Box[])[]): { left: number; bottom: number } {
	const [first = EDGE] = space.lefts;
	for (const layer of layers) {
		const places = space.lefts.map((left) => ({ left, bottom: lowest(space, left, layer) }));
		const best = places.reduce((one, other) => (other.bottom > one.bottom ? other : one));
		if (best.bottom - space.height >= space.top) return best;
	}
	return { left: first, bottom: space.bottom };
}

function lowest({ width, height, bottom }: Space, left: number, taken: readonly Box[]): number {
	let end = bottom;
	// From the bottom to the top: what was passed is below.
	for (const box of taken.toSorted((one, other) => other.bottom - one.bottom)) {
		const isBeside = box.right <= left || box.left >= left + width;
		if (!isBeside && box.top < end && box.bottom > end - height) end = box.top - TOAST_GAP;
	}
	return end;
}

const PANELS = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";
/** Buttons at the bottom of a page or a panel, which stay in view while the rest scrolls. */
const BARS = "[data-toasts-above]";
const CONTROLS = "a[href], button, input, select, textarea, [contenteditable=true], [tabindex='0']";
const TOASTS = "[data-sonner-toast][data-visible=true][data-removed=false] > *";
/** Taller ones are used as a whole: a page, a list, an editor. */
const TALL = 0.3;

/** Longer than a dialog or menu takes to come to its place. */
const OPENING_MS = 500;

function newestPanel(): Element | null {
	return [...document.querySelectorAll(PANELS)].at(-1) ?? null;
}

/** Keeps the toasts in their place while there are some. @param frame contains them and nothing else */
export function useToastPlace(frame: RefObject<HTMLElement | null>, hasToasts: boolean): void {
	useLayoutEffect(() => {
		const { current: element } = frame;
		if (!hasToasts || element === null) return;
		let shown = 0;
		let hovered: Element | null = null;
		let panel = newestPanel();
		let makesWayUntil = 0;
		// What they must not cover comes, goes and moves for many reasons, and is looked at for seconds.
		const follow = (now: number) => {
			request = requestAnimationFrame(follow);
			const toasts = [...element.querySelectorAll<HTMLElement>(TOASTS)];
			const newest = newestPanel();
			if (newest !== null && newest !== panel) makesWayUntil = now + OPENING_MS;
			panel = newest;
			if (toasts.length > shown) hovered = hoveredControl(element);
			// Toasts do not move while they are used, unless a dialog opens below them: its buttons could not be pressed.
			else if (now > makesWayUntil && element.matches(":hover, :focus-within")) return;
			shown = toasts.length;
			if (shown > 0) place(element, toasts, hovered);
		};
		let request = requestAnimationFrame(follow);
		return () => cancelAnimationFrame(request);
	}, [frame, hasToasts]);
}

function place(frame: HTMLElement, toasts: readonly HTMLElement[], hovered: Element | null): void {
	const panels = [...document.querySelectorAll(PANELS)];
	const bars = [...document.querySelectorAll(BARS)];
	const controls = (all: readonly Element[]) => boxesOf(all.flatMap((one) => [...one.querySelectorAll(CONTROLS)]));
	const inUse = [focused(frame), hovered].filter((one) => one?.isConnected === true);
	const small = boxesOf(inUse).filter((box) => box.bottom - box.top < TALL * innerHeight);
	const barControls = controls(bars);
	const main = document.querySelector("main")?.getBoundingClientRect().left ?? 0;
	const end = visibleEnd();
	const { left, bottom } = placeToasts(
		{
			width: Math.max(...toasts.map((one) => one.offsetWidth)),
			height: toasts.reduce((sum, one) => sum + one.offsetHeight, TOAST_GAP * (toasts.length - 1)),
			lefts: [main + EDGE, EDGE],
			bottom: end - EDGE,
			top: EDGE,
		},
		[
			[...boxesOf([...panels, ...bars]), ...small],
			[...controls(panels), ...barControls, ...small],
			[...barControls, ...small],
			barControls,
		],
	);
	frame.style.setProperty("--toast-left", `${left}px`);
	frame.style.setProperty("--toast-bottom", `${innerHeight - bottom}px`);
}

function boxesOf(elements: readonly (Element | null)[]): Box[] {
	const boxes = elements.flatMap((one) => one?.getBoundingClientRect() ?? []);
	return boxes.filter(({ width, height }) => width > 0 && height > 0);
}

/** What has the focus; of an editor, the line of the cursor. */
function focused(frame: HTMLElement): Element | null {
	const { activeElement } = document;
	if (activeElement === null || activeElement === document.body || frame.contains(activeElement)) return null;
	if (!(activeElement instanceof HTMLElement && activeElement.isContentEditable)) return activeElement;
	const node = getSelection()?.focusNode ?? activeElement;
	return node instanceof Element ? node : node.parentElement;
}

/** What is under the pointer, and about to be pressed: a button, a row. */
function hoveredControl(frame: HTMLElement): Element | null {
	const element = [...document.querySelectorAll(":hover")].at(-1);
	return element === undefined || frame.contains(element) ? null : element.closest(`[tabindex], ${CONTROLS}`);
}

/** The bottom of what is visible: a keyboard on the screen covers the rest. */
function visibleEnd(): number {
	const { visualViewport: visible } = window;
	return visible === null || visible.scale !== 1 ? innerHeight : visible.offsetTop + visible.height;
}
