import { expect, it } from "vitest";
import { messageBlockers } from "./message-blockers.ts";
import { samplePlan, sampleStep } from "./testing/sample-plan.ts";

it("keeps follow-ups for people who clicked from a launch without a link that can be tracked before them", () => {
	const codes = (body: string, html: string | null) => {
		const first = sampleStep({ subject: "Hi", body, html });
		const steps = [first, sampleStep({ waitDays: 1, condition: "clicked" })];
		return messageBlockers(samplePlan({ tracksClicks: true, steps })).map(({ code }) => code);
	};
	expect(codes("See https://ink.example/a", null)).toEqual(["no-links"]);
	expect(codes("ink.example", '<a href="https://ink.example/a">ink.example</a>')).toEqual(["no-links"]);
	expect(codes("Our offer", '<a href="https://ink.example/a">Our offer</a>')).toEqual([]);
});
