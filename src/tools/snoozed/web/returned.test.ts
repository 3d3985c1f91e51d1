import { expect, test } from "vitest";
import type { Reminder } from "../contract.ts";
import { isStuck, needsAttention } from "./returned.ts";

const reminder = (folder: string, isRead: boolean, part: Partial<Reminder> = {}) =>
	({ kind: "snooze", state: "returned", email: { folder, isRead }, ...part }) as Reminder;

test("what came back is unread, or could not be moved to the inbox", () => {
	expect(needsAttention(reminder("inbox", false))).toBe(true);
	expect(needsAttention(reminder("inbox", true))).toBe(false);
	expect(needsAttention(reminder("archive", true))).toBe(true);
	expect(isStuck(reminder("archive", true))).toBe(true);
	expect(isStuck(reminder("archive", true, { state: "waiting" }))).toBe(false);
	expect(isStuck(reminder("archive", true, { kind: "no_reply" }))).toBe(false);
});
