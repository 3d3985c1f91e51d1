import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createSlots } from "./slots.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Acquires in the background; `started` gets the key when the slot is available. */
function collect(slots: ReturnType<typeof createSlots>) {
	const started: string[] = [];
	const releases: (() => void)[] = [];
	const acquire = (key: string, signal?: AbortSignal): Promise<void> =>
		slots.acquire(key, signal).then((release) => {
			started.push(key);
			releases.push(release);
		});
	return { started, releases, acquire };
}

it("limits slots in total and per key, keys in turn", async () => {
	const slots = createSlots({ perKey: 1, total: 2 });
	const { started, releases, acquire } = collect(slots);
	for (const key of ["a", "a", "b", "c"]) void acquire(key);
	await vi.advanceTimersByTimeAsync(0);
	expect(started).toEqual(["a", "b"]);
	releases[0]?.();
	// Twice must not free two.
	releases[0]?.();
	await vi.advanceTimersByTimeAsync(0);
	expect(started).toEqual(["a", "b", "a"]);
	releases[1]?.();
	await vi.advanceTimersByTimeAsync(0);
	expect(started).toEqual(["a", "b", "a", "c"]);
	for (const release of releases) release();
	expect(slots.inUse).toBe(0);
});

it("starts uses of one key at intervals, other keys at once", async () => {
	const { started, acquire } = collect(createSlots({ perKey: 5, total: 10, intervalMs: 1_000 }));
	for (const key of ["a", "a", "a", "b"]) void acquire(key);
	await vi.advanceTimersByTimeAsync(0);
	expect(started).toEqual(["a", "b"]);
	await vi.advanceTimersByTimeAsync(1_000);
	expect(started).toEqual(["a", "b", "a"]);
	await vi.advanceTimersByTimeAsync(1_000);
	expect(started).toEqual(["a", "b", "a", "a"]);
});

it("drops waiters that abort", async () => {
	const slots = createSlots({ perKey: 1, total: 1 });
	const { started, releases, acquire } = collect(slots);
	void acquire("a");
	const caller = new AbortController();
	const waiting = acquire("a", caller.signal);
	void acquire("b");
	await vi.advanceTimersByTimeAsync(0);
	caller.abort(new Error("enough"));
	await expect(waiting).rejects.toThrow("enough");
	releases[0]?.();
	await vi.advanceTimersByTimeAsync(0);
	expect(started).toEqual(["a", "b"]);
});
