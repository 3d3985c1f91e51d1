import { expect, it } from "vitest";
import { foldedRuns } from "./folded-runs.ts";

/** Capitals are open; messages that share a row are in parentheses. */
const written = (messages: string) =>
	foldedRuns([...messages], (one) => one === one.toUpperCase())
		.map(({ shown, folded }) => shown.join("") + (folded.length > 0 ? `(${folded.join("")})` : ""))
		.join(" ");

it.each([
	["A", "A"],
	["abC", "ab C"],
	["abcDE", "a (bc) D E"],
	["AbCdefgH", "A b C d (efg) H"],
	["Abcd", "A b (cd)"],
])("folds %s to %s", (messages, folded) => expect(written(messages)).toBe(folded));
