import { expect, it } from "vitest";
import { type Box, placeToasts } from "./toast-place.ts";

const space = { width: 300, height: 40, lefts: [220, 12], bottom: 888, top: 12 };
const box = (left: number, top: number, width: number, height: number): Box => ({
	left,
	right: left + width,
	top,
	bottom: top + height,
});

it("are at the bottom, above what is there", () => {
	expect(placeToasts(space, [[]])).toEqual({ left: 220, bottom: 888 });
	expect(placeToasts(space, [[box(208, 836, 1232, 64)]])).toEqual({ left: 220, bottom: 828 });
	const bars = [box(0, 800, 1440, 30), box(0, 840, 1440, 60)];
	expect(placeToasts(space, [bars])).toEqual({ left: 220, bottom: 792 });
	// There is room between these.
	expect(placeToasts(space, [[box(0, 700, 1440, 50), box(0, 840, 1440, 60)]])).toEqual({ left: 220, bottom: 832 });
});

it("are beside what is there, where that is nearer to the bottom", () => {
	expect(placeToasts(space, [[box(440, 260, 560, 640)]])).toEqual({ left: 12, bottom: 888 });
});

it("cover something where there is no room, and the bars last", () => {
	const panel = box(0, 0, 1440, 900);
	const fields = [box(0, 20, 1440, 780)];
	const bar = box(0, 836, 1440, 64);
	expect(placeToasts(space, [[panel], [...fields, bar], [bar]])).toEqual({ left: 220, bottom: 828 });
	expect(placeToasts(space, [[panel], [panel]])).toEqual({ left: 220, bottom: 888 });
});
