import type { Condition } from "../../../condition.ts";
import type { Test } from "./parse.ts";

/** Shared by the readers of tests and actions. */

/** A Sieve test as a condition. */
export interface ReadTest {
	/** Matches at most what the test does. */
	condition: Condition;
	/** Matches at least what the test does: the same, where the test can be expressed exactly. Null: unknown. */
	wider: Condition | null;
}

/** How a script is read. */
export interface Reading {
	/** Written by the export: texts that are searched for stand for words, as in the filter that it was made from. */
	isOwn: boolean;
	/** @throws UnsupportedRule for texts whose value is unknown */
	check: (texts: string[]) => void;
	/** Differences in meaning. */
	notes: Set<string>;
}

export function exactly(condition: Condition): ReadTest {
	return { condition, wider: condition };
}

export function negated(condition: Condition): Condition {
	return { ...condition, not: !condition.not };
}

export function grouped(kind: "all" | "any", read: readonly ReadTest[]): ReadTest {
	const condition: Condition = { kind, not: false, parts: distinct(read.map((one) => one.condition)) };
	if (read.every((one) => one.wider === one.condition)) return exactly(condition);
	const wider = distinct(read.flatMap((one) => one.wider ?? []));
	// Of several that all have to hold, those that are known limit the mail.
	const isKnown = kind === "all" ? wider.length > 0 : read.every((one) => one.wider !== null);
	return { condition, wider: isKnown ? { kind, not: false, parts: wider } : null };
}

function distinct(parts: readonly Condition[]): Condition[] {
	return [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()];
}

/** The lists of strings among the arguments. */
export function stringsOf(test: Test): string[][] {
	// `:comparator` is followed by its name.
	return test.arguments.flatMap((one, n) => {
		const before = test.arguments[n - 1];
		const isComparator = before?.type === "tag" && before.name === "comparator";
		return one.type === "strings" && !isComparator ? [one.values] : [];
	});
}

/** The keys of the test: the last list. */
export function keysOf(test: Test): string[] {
	return stringsOf(test).at(-1) ?? [];
}

export function tagsOf(test: Test): Set<string> {
	return new Set(test.arguments.flatMap((one) => (one.type === "tag" ? [one.name] : [])));
}
