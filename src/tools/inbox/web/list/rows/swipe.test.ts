import { expect, it } from "vitest";
import { isSwipe, swipedTo } from "./swipe.ts";

it("tells a swipe from a tap and from scrolling", () => {
	expect(isSwipe({ x: 6, y: 4 })).toBeNull();
	expect(isSwipe({ x: 30, y: 8 })).toBe(true);
	expect(isSwipe({ x: -30, y: 8 })).toBe(true);
	expect(isSwipe({ x: 14, y: 12 })).toBe(false);
	expect(isSwipe({ x: 3, y: 40 })).toBe(false);
});

it("acts only on a long swipe", () => {
	expect(swipedTo({ x: 60, y: 0 }, 390)).toBeNull();
	expect(swipedTo({ x: 118, y: 0 }, 390)).toBe("right");
	expect(swipedTo({ x: -130, y: 0 }, 390)).toBe("left");
	expect(swipedTo({ x: 121, y: 0 }, 2000)).toBe("right");
});
