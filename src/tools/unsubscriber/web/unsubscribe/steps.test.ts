import { expect, test } from "vitest";
import type { Attempt, Subscription } from "../base/api.ts";
import { leftForUser, nextStepOf } from "./steps.ts";

type List = Pick<Subscription, "state" | "attempt" | "unsubscribe">;
const unsubscribe = { method: "web", explanation: "A page.", address: "https://shop.test/u", byUser: true } as const;
const tried = (state: "needs_action" | "failed", attempt: Partial<Attempt>): List => ({
	state,
	unsubscribe,
	attempt: { explanation: "Because.", address: null, method: "web", ...attempt } as Attempt,
});

test("a list that was not tried has the step of its method", () => {
	expect(nextStepOf({ state: "active", unsubscribe, attempt: null })).toEqual({
		...{ page: "https://shop.test/u", email: null, canRetry: false },
		why: "A page.",
	});
});

test("after an attempt, its address and its reason count", () => {
	const page = { page: "https://other.test/u", email: null, canRetry: false, why: "Because." };
	expect(nextStepOf(tried("needs_action", { address: "https://other.test/u" }))).toEqual(page);
	const mail = { page: null, email: "leave@shop.test", canRetry: false, why: "Because." };
	expect(nextStepOf(tried("needs_action", { method: "mailto", address: "mailto:leave@shop.test" }))).toEqual(mail);
});

test("a list that keeps sending after one click has no page to open", () => {
	const oneClick = { ...unsubscribe, method: "one_click", byUser: false } as const;
	expect(nextStepOf({ state: "still_sending", unsubscribe: oneClick, attempt: null })).toMatchObject({ page: null });
	expect(["failed", "needs_action", "still_sending", "kept"].map((state) => leftForUser({ state } as List))).toEqual([
		...[true, true, true, false],
	]);
});

test("a failed request can be tried again, or its page opened", () => {
	const failed = tried("failed", { method: "one_click", address: "https://shop.test/one" });
	expect(nextStepOf(failed)).toMatchObject({ page: "https://shop.test/one", canRetry: true });
	expect(nextStepOf(tried("failed", { method: "none" }))).toMatchObject({ canRetry: false });
});
