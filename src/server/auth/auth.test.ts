import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AppUnderTest, openApp } from "../http/testing/app.ts";

let site: AppUnderTest;
beforeAll(async () => {
	site = await openApp();
});
afterAll(() => site.close());

describe("signing up and in", () => {
	it("makes a person who can then sign in", async () => {
		const email = "ada@example.org";
		const password = "a long enough one";
		const made = await site.post("/api/auth/sign-up/email", { name: "Ada", email, password });
		expect(made.status).toBe(200);
		expect(made.headers.getSetCookie()).toEqual([]);
		const entered = await site.post("/api/auth/sign-in/email", { email, password });
		expect(entered.status).toBe(200);
		expect(entered.headers.getSetCookie()).toHaveLength(1);
	});
});
