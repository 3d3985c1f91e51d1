import { expect, it, vi } from "vitest";
import { startPolling } from "./poll.ts";

it("runs one at a time, after the delay that the run before asked for, until it is stopped", async () => {
	vi.useFakeTimers();
	try {
		let runs = 0;
		let end = (): void => undefined;
		const stop = startPolling(async (signal) => {
			runs++;
			await new Promise<void>((resolve) => {
				end = resolve;
			});
			expect(signal.aborted).toBe(runs === 2);
			return 100;
		}, 10);
		await vi.advanceTimersByTimeAsync(9);
		expect(runs).toBe(0);
		await vi.advanceTimersByTimeAsync(1_000);
		expect(runs).toBe(1);
		end();
		await vi.advanceTimersByTimeAsync(99);
		expect(runs).toBe(1);
		await vi.advanceTimersByTimeAsync(1);
		expect(runs).toBe(2);
		let isStopped = false;
		const stopped = stop().then(() => {
			isStopped = true;
		});
		await vi.advanceTimersByTimeAsync(1_000);
		expect(isStopped).toBe(false);
		end();
		await stopped;
		await vi.advanceTimersByTimeAsync(1_000);
		expect(runs).toBe(2);
	} finally {
		vi.useRealTimers();
	}
});
