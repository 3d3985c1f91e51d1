import { expect, it } from "vitest";
import type { WaitingPlan } from "#shared/contracts/plans.ts";
import { testScreens } from "./screens.ts";

/** A list whose first row leaves when its button is pressed. */

const screens = testScreens();

it("takes no press on the row that slides under the pointer, until it has been there for a moment", async () => {
	const discarded: number[] = [];
	screens.server.amount = "most";
	screens.server.answers = {
		listWaitingPlans(sample) {
			const { items, ...page } = sample as { items: WaitingPlan[] };
			return { ...page, items: items.slice(discarded.length) };
		},
		discardPlan: () => void discarded.push(1),
	};
	const page = await screens.open("/activity");
	const buttons = page.getByRole("button", { name: /^Discard: / });
	const box = await buttons.first().boundingBox();
	if (box === null || (await buttons.count()) !== 2) throw new Error("No two plans are shown");
	const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
	// Presses what is at the same point as soon as a row has left.
	await page.evaluate(({ x, y }) => {
		const list = document.elementFromPoint(x, y)?.closest("ul");
		const rows = list?.childElementCount;
		const press = () => {
			if (list?.childElementCount === rows) return requestAnimationFrame(press);
			const under = document.elementFromPoint(x, y);
			for (const type of ["pointerdown", "mousedown", "click"])
				under?.dispatchEvent(
					new PointerEvent(type, { bubbles: true, cancelable: true, detail: 1, clientX: x, clientY: y }),
				);
			document.body.dataset.pressed = under?.closest("button")?.getAttribute("aria-label") ?? "nothing";
		};
		press();
	}, point);
	await page.mouse.click(point.x, point.y);
	await page.locator("body[data-pressed^='Discard: ']").waitFor();
	expect(await buttons.count()).toBe(1);
	expect(discarded).toHaveLength(1);
	// A little later it is what the user sees and means.
	await expect
		.poll(async () => {
			await page.mouse.click(point.x, point.y);
			return discarded.length;
		})
		.toBe(2);
});
