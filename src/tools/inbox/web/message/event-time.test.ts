import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { formatEventTime } from "./event-time.ts";

const time = (at: string, isDate = false) => ({ at, isDate, isFloating: !isDate });
const plain = (text: string) => text.replace(/\s+/g, " ").replaceAll("–", "-");

/** What the user chose in Settings. */
let clock: "12" | "24";
beforeEach(() => {
	clock = "24";
	vi.stubGlobal("localStorage", { getItem: () => clock });
});
afterEach(() => vi.unstubAllGlobals());

test("says an event's time once, and whole days without the day after", () => {
	const meeting = { start: time("2026-01-05T09:00:00Z"), end: time("2026-01-05T10:30:00Z") };
	expect(plain(formatEventTime(meeting))).toMatch(/Mon.*Jan 5.*2026.*09:00 - 10:30/);
	const whole = (days: number) => ({
		start: time("2026-01-05T00:00:00Z", true),
		end: time(`2026-01-0${5 + days}T00:00:00Z`, true),
	});
	expect(plain(formatEventTime(whole(1)))).toBe("Mon, Jan 5, 2026");
	expect(plain(formatEventTime(whole(2)))).toMatch(/Mon, Jan 5.*Tue, Jan 6, 2026/);
	expect(plain(formatEventTime({ start: meeting.start, end: null }))).toMatch(/09:00$/);
	clock = "12";
	expect(plain(formatEventTime({ start: meeting.start, end: null }))).toMatch(/9:00 AM$/);
});
