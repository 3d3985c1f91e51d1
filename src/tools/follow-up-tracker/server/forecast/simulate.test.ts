import { expect, it } from "vitest";
import type { Pace } from "../pacing.ts";
import { forecastOf } from "./forecast.ts";
import { type Mailbox, playMailbox, type Sending } from "./simulate.ts";

/** A Monday, 8:00 in Berlin. */
const NOW = Date.parse("2026-06-01T06:00:00Z");

const berlin: Pace = {
	...{ timeZone: "Europe/Berlin", sendDays: [1, 2, 3, 4, 5], sendFrom: 540, sendUntil: 1_020 },
	...{ dailyCap: 3, spacingSeconds: 600, warmUpStart: null, warmUpStep: null, zoneField: "" },
};

const people = (count: number, timeZone: string | null = null, nextAt = NOW) => ({ step: 0, count, nextAt, timeZone });

function mailbox(sendings: Partial<Sending>[], changes: Partial<Mailbox> = {}): Mailbox {
	const all = sendings.map((one, index) => ({
		...{ campaignId: String(index), pace: berlin, waitDays: [0], waiting: [people(1)] },
		...one,
	}));
	return { sentAt: [], sendingDays: [], sendings: all, ...changes };
}

const times = (box: Mailbox) =>
	[...playMailbox(box, NOW)].map(
		({ at, step, campaignId }) => `${new Date(at).toISOString().slice(5, 16)} ${campaignId}/${step}`,
	);

const forecast = (boxes: Mailbox[], stepCount: number, until = Number.POSITIVE_INFINITY) =>
	forecastOf(boxes, { now: NOW, campaignId: "0", timeZone: "Europe/Berlin", stepCount, until });

it("sends in the window, spaced, up to the cap, and follows up before it goes on with the list", () => {
	expect(times(mailbox([{ waitDays: [0, 1], waiting: [people(4)] }]))).toEqual([
		...["06-01T07:00 0/0", "06-01T07:10 0/0", "06-01T07:20 0/0"],
		...["06-02T07:00 0/1", "06-02T07:10 0/1", "06-02T07:20 0/1"],
		...["06-03T07:00 0/0", "06-04T07:00 0/1"],
	]);
});

it("waits over weekends, and counts what was sent today", () => {
	const sentAt = [1, 2, 3].map((minutes) => NOW - minutes * 60_000).reverse();
	const box = mailbox([{ waitDays: [0, 3], waiting: [people(1)] }], { sentAt });
	expect(times(box)).toEqual(["06-02T07:00 0/0", "06-05T07:00 0/1"]);
	expect(times(mailbox([{ waitDays: [0, 5] }]))).toEqual(["06-01T07:00 0/0", "06-08T07:00 0/1"]);
});

it("warms up by the days on which the mailbox sends", () => {
	const pace = { ...berlin, dailyCap: 4, warmUpStart: 1, warmUpStep: 2 };
	const days = (sendingDays: string[]) =>
		forecast([mailbox([{ pace, waiting: [people(8)] }], { sendingDays })], 1).days.map(({ counts }) => counts[0]);
	expect(days([])).toEqual([1, 3, 4]);
	expect(days(["2026-05-29"])).toEqual([3, 4, 1]);
	expect(days(["2026-03-01"])).toEqual([1, 3, 4]);
});

it("writes to everyone in their own hours, while others wait", () => {
	const pace = { ...berlin, zoneField: "zone", dailyCap: 10 };
	const waiting = [people(1, "America/New_York"), people(1, "Asia/Tokyo"), people(1), people(1, "America/New_York")];
	// It is 15:00 in Tokyo.
	expect(times(mailbox([{ pace, waiting }]))).toEqual([
		...["06-01T06:00 0/0", "06-01T07:00 0/0", "06-01T13:00 0/0", "06-01T13:10 0/0"],
	]);
});

it("shares cap and spacing with the mailbox's other campaigns", () => {
	const waiting = [people(3)];
	expect(times(mailbox([{ waiting }, { waiting }]))).toEqual([
		...[
			"06-01T07:00 0/0",
			"06-01T07:10 1/0",
			"06-01T07:20 0/0",
			"06-02T07:00 1/0",
			"06-02T07:10 0/0",
			"06-02T07:20 1/0",
		],
	]);
});

it("counts each day's messages over all mailboxes, until the end or as far as it looks", () => {
	const boxes = [4, 2].map((count) => mailbox([{ waitDays: [0, 1], waiting: [people(count)] }]));
	expect(forecast(boxes, 2)).toEqual({
		days: [
			{ day: "2026-06-01", counts: [5, 0] },
			{ day: "2026-06-02", counts: [0, 5] },
			{ day: "2026-06-03", counts: [1, 0] },
			{ day: "2026-06-04", counts: [0, 1] },
		],
		...{ total: 12, nextAt: "2026-06-01T07:00:00.000Z", endsAt: "2026-06-04T07:00:00.000Z", isCut: false },
	});
	const cut = forecast(boxes, 2, Date.parse("2026-06-01T12:00:00Z"));
	expect([cut.total, cut.isCut, cut.days.length]).toEqual([5, true, 1]);
	expect(forecast([mailbox([{ waiting: [] }])], 1)).toEqual({
		days: [],
		total: 0,
		nextAt: null,
		endsAt: null,
		isCut: false,
	});
});

it("plays the largest campaign to its end", () => {
	const pace = { ...berlin, dailyCap: 500, spacingSeconds: 30 };
	const waitDays = Array.from({ length: 10 }, (_, index) => (index === 0 ? 0 : 2));
	const { total } = forecast([mailbox([{ pace, waitDays, waiting: [people(10_000)] }])], 10);
	expect(total).toBe(100_000);
});
