import { describe, expect, it } from "vitest";
import type { Operation } from "#shared/contracts/plans.ts";
import { undoActionOf } from "./use-activity.ts";

const operation = (id: string, more: Partial<Operation> = {}): Operation => ({
	id,
	action: { type: "archive" },
	title: "Archived 3 emails",
	subject: null,
	state: "done",
	accountId: null,
	query: null,
	source: "inbox",
	device: null,
	count: 3,
	bytes: 1,
	applied: 3,
	bytesApplied: 1,
	skipped: 0,
	failed: 0,
	undoOf: null,
	undoneBy: null,
	canUndo: true,
	jobId: null,
	waiting: null,
	createdAt: "2026-11-20T12:00:00.000Z",
	finishedAt: null,
	...more,
});
const known = (...all: Operation[]) => new Map(all.map((one) => [one.id, one]));

describe("undo of an operation", () => {
	it("undoes an operation", () => {
		const change = operation("a");
		expect(undoActionOf(change, known(change))).toEqual({ id: "a", label: "Undo" });
	});

	it("redoes what was undone, from either entry", () => {
		const change = operation("a", { undoneBy: "b", canUndo: false });
		const undo = operation("b", { undoOf: "a" });
		expect(undoActionOf(change, known(change, undo))).toEqual({ id: "b", label: "Redo" });
		expect(undoActionOf(undo, known(change, undo))).toEqual({ id: "b", label: "Redo" });
	});

	it("undoes what was redone", () => {
		const change = operation("a", { undoneBy: "b", canUndo: false });
		const undo = operation("b", { undoOf: "a", undoneBy: "c", canUndo: false });
		const redo = operation("c", { undoOf: "b" });
		const all = known(change, undo, redo);
		expect(undoActionOf(redo, all)).toEqual({ id: "c", label: "Undo" });
		expect(undoActionOf(undo, all)).toEqual({ id: "c", label: "Undo" });
		expect(undoActionOf(change, all)).toBeNull();
	});

	it("offers nothing after permanent deletion", () => {
		expect(undoActionOf(operation("a", { canUndo: false }), new Map())).toBeNull();
	});
});
