import { tmpdir } from "node:os";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { EngineParts } from "./engine-parts.ts";
import { startPolling } from "./recover.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("polls no more after the engine stopped during a poll, which would keep its process alive", async () => {
	let polls = 0;
	const last = Promise.withResolvers<string[]>();
	const engine = {
		...{ ctx: { config: { dataDir: tmpdir() } }, workers: new Map(), isStopping: false },
		store: { sweep: () => (++polls === 3 ? last.promise : []), queuedKinds: () => [] },
	} as unknown as EngineParts;
	const stop = await startPolling(engine);
	while (polls < 3) await vi.advanceTimersToNextTimerAsync();
	engine.isStopping = true;
	stop();
	last.resolve([]);
	await vi.advanceTimersByTimeAsync(0);
	expect(vi.getTimerCount()).toBe(0);
});
