import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ContentChange, createDraftSaver } from "./draft-saver.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function saver(save: (change: ContentChange & { version: number }) => Promise<{ version: number }>) {
	const statuses: string[] = [];
	const kept: (object | null)[] = [];
	let sequence = 0;
	const created = createDraftSaver({
		...{ version: 1, delay: 500 },
		save: ({ saver: _, ...change }) => save(change),
		next: () => ({ id: "tab", sequence: ++sequence }),
		isConflict: (error) => (error as Error).message === "conflict",
		isTooLong: (error) => (error as Error).message === "too long",
		onStatus: (status) => statuses.push(status),
		keep: (unsaved) => kept.push(unsaved),
	});
	return { ...created, statuses, kept };
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

test("does not overwrite another window's version, and keeps what was written here", async () => {
	const saved: object[] = [];
	const one = saver(async (change) => {
		if (change.version !== 5) throw new Error("conflict");
		saved.push(change);
		return { version: 6 };
	});
	one.change({ text: "mine" });
	expect(await one.flush()).toBe(false);
	one.change({ subject: "newer" });
	await vi.advanceTimersByTimeAsync(60_000);
	expect([saved, one.statuses.at(-1)]).toEqual([[], "conflict"]);
	expect(one.kept.at(-1)).toMatchObject({ text: "mine", subject: "newer", version: 1 });
});

test("what is on its way counts as unsaved until it arrives, with what was typed since", async () => {
	const arrival = Promise.withResolvers<{ version: number }>();
	const one = saver(() => arrival.promise);
	one.change({ subject: "Plans" });
	void one.flush();
	one.change({ text: "Hello" });
	expect(one.unsaved()).toMatchObject({ subject: "Plans", text: "Hello", version: 1 });
	expect(one.kept.at(-1)).toMatchObject({ subject: "Plans", text: "Hello" });
	arrival.resolve({ version: 2 });
	expect(await one.flush()).toBe(true);
	expect(one.unsaved()).toBeNull();
	expect(one.kept.at(-1)).toBeNull();
});

test("does not try again what is too long, keeps it, and saves it once it is shorter", async () => {
	const sent: object[] = [];
	const one = saver(async (change) => {
		sent.push(change);
		if ((change.text ?? "").length > 5) throw new Error("too long");
		return { version: change.version + 1 };
	});
	one.change({ text: "A long text" });
	await vi.advanceTimersByTimeAsync(60_000);
	expect([sent.length, one.statuses.at(-1)]).toEqual([1, "too-long"]);
	one.change({ subject: "Plans" });
	expect(one.kept.at(-1)).toMatchObject({ text: "A long text", subject: "Plans" });
	one.change({ text: "Short" });
	expect(await one.flush()).toBe(true);
	expect(sent.at(-1)).toEqual({ text: "Short", subject: "Plans", version: 1 });
	expect(one.statuses.at(-1)).toBe("saved");
});
