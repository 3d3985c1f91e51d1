import { expect, it } from "vitest";
import { bandOf, deductionOf, gradeOf, levelOf, scoreOf } from "./score.ts";

it("has the bands of the specification", () => {
	expect([20.1, 20, 10.1, 10].map((value) => bandOf("emailsPerDay", value))).toEqual([
		"veryActive",
		"active",
		"active",
		"light",
	]);
	expect([3.9, 4, 7.9, 8].map((value) => bandOf("responseTime", value))).toEqual(["veryFast", "fast", "fast", "slow"]);
	expect([71, 70, 41, 40].map((value) => bandOf("replyRate", value))).toEqual(["excellent", "good", "good", "low"]);
	expect([81, 80, 61, 60].map((value) => bandOf("openRate", value))).toEqual(["excellent", "good", "good", "low"]);
	expect([80, 79, 60, 59].map(levelOf)).toEqual(["good", "medium", "medium", "poor"]);
	expect([81, 80, 61, 60].map(gradeOf)).toEqual(["A+", "B", "B", "C"]);
});

it("takes 20, 15, 10 and 10 off for metrics in their lowest band", () => {
	expect(scoreOf({ emailsPerDay: 30, responseTime: 1, replyRate: 90, openRate: 90 })).toBe(100);
	expect(scoreOf({ emailsPerDay: 1, responseTime: 1, replyRate: 90, openRate: 90 })).toBe(80);
	expect(scoreOf({ emailsPerDay: 30, responseTime: 9, replyRate: 90, openRate: 90 })).toBe(85);
	expect(scoreOf({ emailsPerDay: 1, responseTime: 20, replyRate: 10, openRate: 10 })).toBe(45);
});

it("leaves out what has too little data, and has no score without any", () => {
	expect(deductionOf("replyRate", null)).toBeNull();
	expect(scoreOf({ emailsPerDay: 1, responseTime: null, replyRate: null, openRate: 90 })).toBe(80);
	// How much mail there is does not say that somebody is on top of it.
	expect(scoreOf({ emailsPerDay: 1, responseTime: null, replyRate: null, openRate: null })).toBeNull();
	expect(scoreOf({ emailsPerDay: 30, responseTime: null, replyRate: null, openRate: null })).toBeNull();
	expect(scoreOf({ emailsPerDay: null, responseTime: null, replyRate: null, openRate: null })).toBeNull();
});
