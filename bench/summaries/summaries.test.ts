import { expect, it } from "vitest";
import { corpus } from "../../fixtures/corpora.ts";
import { testIf } from "../../fixtures/only-if.ts";
import type { ReadingRow } from "../reading/row.ts";
import { judgeSeparation, judgeSummaries } from "./judge.ts";
import { corpusMessages, ownMessages } from "./messages.ts";

const hasCorpora = corpus("README.md") !== null;

function expectMet(row: ReadingRow | null): void {
	expect(row).not.toBeNull();
	for (const { name, value, bar } of row?.figures ?? [])
		if (bar !== null) expect(value, `${row?.what}, ${name}\n${row?.misses.join("\n")}`).toBeGreaterThanOrEqual(bar);
}

it("summaries of our annotated messages meet the bars", () => {
	expect(ownMessages).toHaveLength(20);
	expectMet(judgeSummaries("Messages of ours", ownMessages));
});

testIf(hasCorpora)("summaries of all sixty annotated messages meet the bars", async () => {
	const others = await corpusMessages();
	// An annotation whose message was not found would prove nothing.
	expect(others).toHaveLength(40);
	expectMet(judgeSummaries("All", [...ownMessages, ...others]));
});

testIf(hasCorpora)("summaries are made of nothing but the visible part of published replies", async () => {
	expectMet(await judgeSeparation());
});
