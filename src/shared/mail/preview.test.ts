import { expect, test } from "vitest";
import { previewOf } from "./preview.ts";

test("shows the sender's own words on one line", () => {
	expect(previewOf("Hello  Ann,\n\nthe plan is ready.\n\n-- \nBob")).toBe("Hello Ann, the plan is ready.");
	expect(previewOf("On Mon, 4 Jan 2021 at 10:00, Ann\n<ann@example.org> wrote:\n> old words\n\nNew words")).toBe(
		"New words",
	);
	expect(previewOf("=====================\nSale!\n---------------------\nToday only")).toBe("Sale! Today only");
	expect(previewOf("Sale\u200c\u00a0\u034f\u200c\u00a0\u034f\u00ad now")).toBe("Sale now");
});

test("drops web addresses and link labels", () => {
	expect(
		previewOf(
			"View online: https://news.example/v?id=1\n\nDear Ann, the spring list <https://news.example/l> is here.",
		),
	).toBe("Dear Ann, the spring list is here.");
	expect(previewOf("https://news.example/")).toBe("https://news.example/");
});

test("falls back to quoted text, then to empty", () => {
	expect(previewOf("> only\n> quoted")).toBe("only quoted");
	expect(previewOf("")).toBe("");
	expect(previewOf(" \n\n")).toBe("");
});

test("has at most 200 characters and is cut between words", () => {
	const preview = previewOf("word ".repeat(100));
	expect(preview.length).toBeLessThanOrEqual(200);
	expect(preview.endsWith("word")).toBe(true);
	expect(previewOf("😀".repeat(150)).isWellFormed()).toBe(true);
	expect(previewOf(`x${"😀".repeat(150)}`).isWellFormed()).toBe(true);
});
