import { expect, it } from "vitest";
import { unwrap } from "./unwrap.ts";

it("joins lines that a mail program wrapped", () => {
	const text = [
		"Hi Ben,",
		"",
		"The launch of the new booking page is moved to the seventeenth of",
		"March because the payment tests failed. Please review the test report",
		"by Friday.",
		"",
		"What is left:",
		"- the checklist of the launch, which Mara updates before the meeting and",
		"- the invitation",
		"Phone: 123",
		"Ada",
	].join("\n");
	expect(unwrap(text).split("\n")).toEqual([
		"Hi Ben,",
		"",
		"The launch of the new booking page is moved to the seventeenth of March because the payment tests failed. Please review the test report by Friday.",
		"",
		"What is left:",
		"- the checklist of the launch, which Mara updates before the meeting and",
		"- the invitation",
		"Phone: 123",
		"Ada",
	]);
});

it("leaves paragraphs of one line as they are", () => {
	const text = `${"A paragraph that a program did not wrap. ".repeat(5)}\n${"Another one follows. ".repeat(6)}\nShort.`;
	expect(unwrap(text)).toBe(text.replaceAll(" \n", "\n"));
});

it("ends a line at a link, which is longer than a program wraps", () => {
	const text = "Shop now <https://click.shop.example/ls/click?upn=u001.aBcDeFgHiJkLm>\nThe offer ends on Sunday.";
	expect(unwrap(text)).toBe(text);
});
