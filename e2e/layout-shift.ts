import type { Page } from "playwright-core";

/** Cumulative layout shift of a page so far (https://web.dev/articles/cls). Up to 0.1 counts as good. */
export function layoutShift(page: Page): Promise<number> {
	return page.evaluate(
		() =>
			new Promise<number>((resolve) => {
				let sum = 0;
				new PerformanceObserver((list) => {
					for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
				}).observe({ type: "layout-shift", buffered: true });
				// The entries so far are reported in their own task.
				setTimeout(() => resolve(sum), 200);
			}),
	);
}
