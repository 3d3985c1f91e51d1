import type { Page } from "playwright-core";

/** Whether a page keeps drawing: a page that does not is frozen. */

/** @returns whether it draws two frames in time. @param limit in milliseconds */
export async function rendersWithin(page: Page, limit: number): Promise<boolean> {
	const drawn = page.evaluate(
		() => new Promise<true>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)))),
	);
	const late = Promise.withResolvers<false>();
	const timer = setTimeout(() => late.resolve(false), limit);
	try {
		return await Promise.race([drawn, late.promise]);
	} finally {
		clearTimeout(timer);
	}
}

/** @returns the longest time without a frame while something is done, in milliseconds */
export async function gapDuring(page: Page, act: () => Promise<void>): Promise<number> {
	await page.evaluate(() => {
		const measured = { gap: 0, last: performance.now() };
		(window as { measured?: typeof measured }).measured = measured;
		const tick = () => {
			const now = performance.now();
			measured.gap = Math.max(measured.gap, now - measured.last);
			measured.last = now;
			requestAnimationFrame(tick);
		};
		requestAnimationFrame(tick);
	});
	await act();
	return page.evaluate(() => (window as { measured?: { gap: number } }).measured?.gap ?? Number.NaN);
}
