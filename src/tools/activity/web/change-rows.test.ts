import { expect, test } from "vitest";
import type { Operation } from "#shared/contracts/plans.ts";
import { byDay, changesOf } from "./change-rows.ts";

const operation = (id: string, day: number, more: Partial<Operation> = {}) =>
	({ id, undoOf: null, undoneBy: null, createdAt: `2026-11-${day}T12:00:00`, ...more }) as Operation;

test("a change and its undos are one, with its state", () => {
	const change = operation("a", 19, { undoneBy: "b" });
	const undo = operation("b", 20, { undoOf: "a", undoneBy: "c" });
	const redo = operation("c", 21, { undoOf: "b" });
	const other = operation("o", 20);
	const found = (...all: Operation[]) => changesOf(all).map(({ first, last, state }) => [first.id, last.id, state]);
	expect(found(other, change)).toEqual([
		["o", "o", "applied"],
		["a", "a", "undone"],
	]);
	expect(found({ ...undo, undoneBy: null }, other, change)).toEqual([
		["o", "o", "applied"],
		["a", "b", "undone"],
	]);
	expect(found(redo, undo, other, change)).toEqual([
		["o", "o", "applied"],
		["a", "c", "redone"],
	]);
	// Until the page with its change is loaded.
	expect(found(redo, undo)).toEqual([["b", "c", "undone"]]);
});

test("changes are grouped by day", () => {
	const lines = byDay(changesOf([operation("a", 20), operation("b", 20), operation("c", 19)]));
	expect(lines.map((line) => (line.type === "day" ? line.day : line.change.first.id))).toEqual([
		...["2026-11-20", "a", "b", "2026-11-19", "c"],
	]);
});
