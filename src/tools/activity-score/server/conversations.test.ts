import { describe, expect, it } from "vitest";
import { linksOf, type ThreadMessage } from "./conversations.ts";
import { quantile } from "./quantile.ts";
import { workClock } from "./work-hours.ts";

const HOUR = 3_600_000;

/** A message at an hour; own messages start with "me". */
function message(id: string, hour: number, more: Partial<ThreadMessage> = {}): ThreadMessage {
	const isOwn = id.startsWith("me");
	return {
		...{ id, threadId: "thread", at: hour * HOUR, isOwn, isPerson: !isOwn, isAutomatic: false },
		...{ messageId: `${id}@test`, inReplyTo: null, ...more },
	};
}

/** Response times in hours by reply. */
function times(...thread: ThreadMessage[]): Record<string, number | null> {
	const links = linksOf(thread);
	return Object.fromEntries(
		thread
			.filter(({ isOwn }) => isOwn)
			.map(({ id, at }) => {
				const answersAt = links.get(id)?.answersAt ?? null;
				return [id, answersAt === null ? null : (at - answersAt) / HOUR];
			}),
	);
}

describe("response times", () => {
	it("start with the message that the reply names, otherwise with the newest before it", () => {
		expect(times(message("ann", 0), message("ben", 2), message("me", 5))).toEqual({ me: 3 });
		expect(times(message("ann", 0), message("ben", 2), message("me", 5, { inReplyTo: "ann@test" }))).toEqual({ me: 5 });
	});

	it("leave out follow-ups, automatic messages and impossible dates", () => {
		expect(times(message("ann", 0), message("me1", 1), message("me2", 9))).toEqual({ me1: 1, me2: null });
		expect(times(message("me1", 0), message("me2", 9, { inReplyTo: "me1@test" }))).toEqual({ me1: null, me2: null });
		expect(times(message("ann", 0), message("me", 1, { isAutomatic: true }))).toEqual({ me: null });
		expect(times(message("ann", 0, { isAutomatic: true }), message("me", 1))).toEqual({ me: null });
		expect(times(message("me", 1, { inReplyTo: "ann@test" }), message("ann", 4))).toEqual({ me: null });
	});

	it("count the sent copy of a message that a list sends back", () => {
		const copy = message("list", 3, { messageId: "me@test" });
		expect(linksOf([message("ann", 0), message("me", 1), copy]).has("list")).toBe(false);
	});
});

it("tells what was answered", () => {
	const links = linksOf([
		message("ann", 0),
		message("me", 1),
		message("ben", 2),
		message("auto", 3, { isAutomatic: true }),
	]);
	expect([...links].map(([id, { isAnswered }]) => [id, isAnswered])).toEqual([
		["ann", true],
		["me", false],
		["ben", false],
		["auto", false],
	]);
});

describe("work hours", () => {
	const hours = { workDays: [1, 2, 3, 4, 5], workFrom: 9, workUntil: 17 };
	const at = (text: string) => Date.parse(text);

	it("do not run at night and on weekends, in the user's time zone", () => {
		const clock = workClock(hours, "Europe/Berlin");
		// Friday 16:00 to Monday 10:00 in Berlin.
		expect(clock(at("2026-11-20T15:00:00Z"), at("2026-11-23T09:00:00Z"))).toBe(2);
		expect(clock(at("2026-11-21T09:00:00Z"), at("2026-11-21T12:00:00Z"))).toBe(0);
		// Clocks go back on October 25: 9 to 17 stays 9 to 17.
		expect(clock(at("2026-10-23T07:00:00Z"), at("2026-10-26T16:00:00Z"))).toBe(16);
		expect(clock(at("2026-11-02T00:00:00Z"), at("2026-11-17T00:00:00Z"))).toBe(88);
	});

	it("are all hours without work days, and never negative", () => {
		expect(workClock({ ...hours, workDays: [] }, "UTC")(0, 30 * HOUR)).toBe(30);
		expect(workClock(hours, "UTC")(HOUR, 0)).toBe(0);
	});
});

it("interpolates quantiles", () => {
	expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5);
	expect(quantile([], 0.5)).toBeNull();
	expect(quantile([7], 0.9)).toBe(7);
});
