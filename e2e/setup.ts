import { afterEach } from "vitest";
import { describePages } from "./browser.ts";

/** A failed journey also reports what its pages showed: often nobody can look at the machine where it failed. */
afterEach(async ({ task }) => {
	if (task.result?.state === "fail") throw new Error(await describePages());
});
