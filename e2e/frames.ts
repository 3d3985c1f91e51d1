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

/**
 * The CPU time that the page's main thread needs for something, in milliseconds. Unlike the time without a frame it does
 * not grow with what else the machine does.
 */
export async function cpuDuring(page: Page, act: () => Promise<void>): Promise<number> {
	const session = await page.context().newCDPSession(page);
	const used = async (): Promise<number> => {
		const { metrics } = await session.send("Performance.getMetrics");
		return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1000;
	};
	try {
		await session.send("Performance.enable", { timeDomain: "threadTicks" });
		const before = await used();
		await act();
		return (await used()) - before;
	} finally {
		await session.detach();
	}
}

/** How much faster than this machine a page with a slow clock believes its own to be. */
const FASTER = 10;

/**
 * Slows the clock that a page measures its work with: what a message may take is a time, and a busy machine lays out ten
 * thousand elements too slowly, which the app rightly refuses.
 */
export async function slowClock(page: Page): Promise<void> {
	await page.addInitScript((faster) => {
		const now = performance.now.bind(performance);
		performance.now = () => now() / faster;
	}, FASTER);
}
