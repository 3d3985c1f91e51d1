/** A touch on a row, in pixels from where it began. */
export interface Swipe {
	x: number;
	y: number;
}

/** Before this the direction is unknown: a tap, a scroll or a swipe. */
const SLACK = 10;
/** A swipe acts from this share of the row's width, and at most from here. */
const SHARE = 0.3;
const FAR = 120;

/** Whether the touch moves the row; null: still unknown. */
export function isSwipe({ x, y }: Swipe): boolean | null {
	if (Math.max(Math.abs(x), Math.abs(y)) < SLACK) return null;
	return Math.abs(x) > Math.abs(y) * 1.5;
}

/** What letting go does: to the right or to the left; null: the row goes back. */
export function swipedTo({ x }: Swipe, width: number): "right" | "left" | null {
	if (Math.abs(x) < Math.min(FAR, width * SHARE)) return null;
	return x > 0 ? "right" : "left";
}
