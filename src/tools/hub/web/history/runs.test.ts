import { describe, expect, it } from "vitest";
import type { SyncRun } from "#shared/contracts/accounts.ts";
import type { Job } from "#web/lib/jobs/jobs.ts";
import { countsLine, outcomeOf, problemsLine, runsOf } from "./runs.ts";

const run = (id: string, more: Partial<SyncRun> = {}): SyncRun => ({
	id,
	state: "done",
	trigger: "push",
	startedAt: "2026-11-20T08:00:00Z",
	finishedAt: "2026-11-20T08:00:02Z",
	seconds: 2,
	added: 0,
	changed: 0,
	removed: 0,
	skippedCount: 0,
	damaged: 0,
	error: null,
	note: null,
	...more,
});
const job = {
	id: "now",
	kind: "sync",
	accountId: "a",
	state: "running",
	done: 20,
	total: 100,
	unit: "messages",
	note: "Reading Inbox",
	secondsLeft: 40,
	result: { added: 20 },
	error: null,
	errorCode: null,
	createdAt: "2026-11-20T09:00:00Z",
	startedAt: "2026-11-20T09:00:01Z",
	finishedAt: null,
} as Job;

describe("sync history", () => {
	it("starts with the running sync and its counts so far", () => {
		const known = run("now", { state: "running", trigger: "first", finishedAt: null, seconds: null });
		const runs = runsOf([known, run("before")], job);
		expect(runs.map(({ sync }) => sync.id)).toEqual(["now", "before"]);
		expect(runs[0]).toMatchObject({ job: { id: "now" }, sync: { added: 20, trigger: "first", note: "Reading Inbox" } });
	});

	it("shows a sync that the list does not contain yet", () => {
		expect(runsOf([run("before")], job).map(({ sync }) => sync.id)).toEqual(["now", "before"]);
		expect(runsOf([run("before")], null)).toEqual([{ sync: run("before"), job: null }]);
	});

	it("calls a sync done only if nothing was lost", () => {
		expect(outcomeOf(run("a")).label).toBe("Done");
		expect(outcomeOf(run("a", { skippedCount: 2 })).tone).toBe("amber");
		expect(outcomeOf(run("a", { state: "queued" })).label).toBe("Retried");
	});

	it("lists only nonzero counts", () => {
		expect(countsLine(run("a", { added: 3, removed: 1 }))).toBe("3 added, 1 removed");
		expect(countsLine(run("a"))).toBe("Nothing new");
		expect(problemsLine(run("a", { skippedCount: 2, damaged: 1 }))).toBe("2 unreadable, 1 damaged");
		expect(problemsLine(run("a"))).toBeNull();
	});
});
