/**
 * Milliseconds in which a row takes no press after it has moved by itself: who presses then meant the row that was there.
 * Browsers hold back as long for the buttons of permission prompts.
 */
const HELD = 500;
/** Pixels that no one notices. */
const TOLERANCE = 4;
/** Pixels between presses at one place: of a hand that rests on a mouse, or of a finger. */
const SAME_PLACE = 24;

/**
 * Ref of a list whose rows have actions and move when one of them leaves, as `ref={steadyRows}`: the action of the next row
 * does not slide under a pointer that is about to press. Keys are not affected, nor is a pointer that went there afterwards.
 */
export function steadyRows(list: HTMLElement | null): (() => void) | undefined {
	if (list === null) return undefined;
	let points = pointsOf(list);
	let pointer: Point | null = null;
	const moves = new WeakMap<Element, { at: number; pointer: Point | null }>();
	const follow = ({ clientX, clientY }: PointerEvent) => {
		pointer = { x: clientX, y: clientY };
	};
	const measure = () => {
		const now = pointsOf(list);
		for (const [row, point] of now) {
			const before = points.get(row);
			if (before !== undefined && isFar(before, point, TOLERANCE)) moves.set(row, { at: performance.now(), pointer });
		}
		points = now;
	};
	const scrolled = () => {
		points = pointsOf(list);
	};
	let isHeld = false;
	const guard = (event: Event) => {
		if (event.type === "pointerdown") {
			const row = event.target instanceof Element ? rowOf(list, event.target) : undefined;
			const move = row && moves.get(row);
			const { clientX: x, clientY: y } = event as PointerEvent;
			const wasThere = move?.pointer != null && !isFar(move.pointer, { x, y }, SAME_PLACE);
			isHeld = move !== undefined && wasThere && performance.now() - move.at < HELD;
		}
		// A click without a pointer comes from a key or from assistive technology.
		if (!isHeld || (event.type === "click" && (event as MouseEvent).detail === 0)) return;
		event.preventDefault();
		event.stopPropagation();
	};
	const changes = new MutationObserver(measure);
	changes.observe(list, { childList: true, subtree: true });
	const sizes = new ResizeObserver(measure);
	sizes.observe(list);
	const capture = { capture: true };
	for (const type of presses) list.addEventListener(type, guard, capture);
	for (const type of positions) document.addEventListener(type, follow, { capture: true, passive: true });
	list.addEventListener("scroll", scrolled, { capture: true, passive: true });
	return () => {
		changes.disconnect();
		sizes.disconnect();
		for (const type of presses) list.removeEventListener(type, guard, capture);
		for (const type of positions) document.removeEventListener(type, follow, capture);
		list.removeEventListener("scroll", scrolled, capture);
	};
}

const presses = ["pointerdown", "mousedown", "click"] as const;
const positions = ["pointermove", "pointerdown"] as const;

/** The corner of a row, in its list; or of a pointer, in the window. */
interface Point {
	x: number;
	y: number;
}

function pointsOf(list: HTMLElement): Map<Element, Point> {
	const origin = list.getBoundingClientRect();
	return new Map(
		[...list.querySelectorAll(":scope > li, [data-index]")].map((row) => {
			const { left, top } = row.getBoundingClientRect();
			return [row, { x: left - origin.left, y: top - origin.top }];
		}),
	);
}

function isFar(a: Point, b: Point, tolerance: number): boolean {
	return Math.abs(a.x - b.x) > tolerance || Math.abs(a.y - b.y) > tolerance;
}

function rowOf(list: HTMLElement, target: Element): Element | undefined {
	for (let at: Element | null = target; at !== null && at !== list; at = at.parentElement)
		if (at.parentElement === list || at.hasAttribute("data-index")) return at;
	return undefined;
}
