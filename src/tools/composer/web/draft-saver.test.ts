import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ContentChange, createDraftSaver } from "./draft-saver.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function saver(save: (change: ContentChange & { version: number }) => Promise<{ version: number }>) {
	const statuses: string[] = [];
	const isConflict = (error: unknown) => (error as Error).message === "conflict";
	const created = createDraftSaver({ version: 1, delay: 500, save, isConflict, onStatus: (s) => statuses.push(s) });
	return { ...created, statuses };
}

test("saves the changes of a moment together, one save after another", async () => {
	const saved: object[] = [];
	const one = saver(async (change) => {
		saved.push(change);
		return { version: change.version + 1 };
	});
	one.change({ subject: "P" });
	one.change({ subject: "Plans", text: "Hello" });
	await vi.advanceTimersByTimeAsync(500);
	one.change({ text: "Hello!" });
	expect(await one.flush()).toBe(true);
	expect(saved).toEqual([
		{ subject: "Plans", text: "Hello", version: 1 },
		{ text: "Hello!", version: 2 },
	]);
	expect(one.unsaved()).toBeNull();
});

test("keeps what could not be saved, and tries again", async () => {
	let isOffline = true;
	const saved: object[] = [];
	const one = saver(async (change) => {
		if (isOffline) throw new Error("offline");
		saved.push(change);
		return { version: change.version + 1 };
	});
	one.change({ subject: "Plans", text: "Hello" });
	expect(await one.flush()).toBe(false);
	expect(one.statuses.at(-1)).toBe("failed");
	one.change({ text: "newer" });
	isOffline = false;
	await vi.advanceTimersByTimeAsync(500);
	expect(saved).toEqual([{ subject: "Plans", text: "newer", version: 1 }]);
	expect(one.statuses.at(-1)).toBe("saved");
});

test("does not overwrite another window's version until the user says so", async () => {
	let current = 5;
	const saved: object[] = [];
	const one = saver(async (change) => {
		if (change.version !== current) throw new Error("conflict");
		saved.push(change);
		return { version: ++current };
	});
	one.change({ text: "mine" });
	expect(await one.flush()).toBe(false);
	await vi.advanceTimersByTimeAsync(60_000);
	expect([saved, one.statuses.at(-1)]).toEqual([[], "conflict"]);
	expect(await one.overwrite(5)).toBe(true);
	expect(saved).toEqual([{ text: "mine", version: 5 }]);
});
