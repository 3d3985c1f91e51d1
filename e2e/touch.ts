import type { Locator, Page } from "playwright-core";

/** Drags a finger over a row. */
export async function swipeRight(phone: Page, row: Locator): Promise<void> {
	const box = await row.boundingBox();
	if (box === null) throw new Error("The row is not in view");
	const cdp = await phone.context().newCDPSession(phone);
	const y = box.y + box.height / 2;
	const touch = (type: "touchStart" | "touchMove" | "touchEnd", x = 0) =>
		cdp.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
	await touch("touchStart", 40);
	for (let x = 60; x <= 280; x += 20) await touch("touchMove", x);
	await touch("touchEnd");
}
