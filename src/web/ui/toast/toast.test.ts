import { beforeEach, expect, it } from "vitest";
import { announce, attachToastScreen, lastAnnouncement, onAnnouncement, toast } from "./toast.ts";

const shown: string[] = [];
beforeEach(() => {
	shown.length = 0;
	return attachToastScreen({ show: (id) => shown.push(id), dismiss: () => undefined, focus: () => undefined });
});

it("shows one toast for what happens again, and one each for what can be undone", () => {
	toast({ title: "Link copied" });
	toast({ title: "Link copied" });
	expect(new Set(shown).size).toBe(1);
	toast({ title: "Email archived", undo: () => undefined });
	toast({ title: "Email archived", undo: () => undefined });
	expect(new Set(shown).size).toBe(3);
});

it("announces without a toast, also twice the same", () => {
	const heard: { text: string; serial: number }[] = [];
	const stop = onAnnouncement(() => heard.push(lastAnnouncement()));
	announce("Search completed.", "Found 2 emails.");
	announce("Search completed.", "Found 2 emails.");
	stop();
	expect(heard.map(({ text }) => text)).toEqual(Array(2).fill("Search completed. Found 2 emails."));
	expect(heard[0]?.serial).not.toBe(heard[1]?.serial);
	expect(shown).toEqual([]);
});
