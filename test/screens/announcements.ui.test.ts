import { expect, it } from "vitest";
import { testScreens } from "./screens.ts";

/** What users see anyway. */

const screens = testScreens();

it("the result of a search is said to screen readers, and covers nothing", async () => {
	screens.server.amount = "most";
	const page = await screens.open("/inbox?q=report");
	await page
		.getByRole("status")
		.getByText(/^Search completed\. Found \d+ emails?\.$/)
		.waitFor();
	expect(await page.locator("[data-sonner-toast]").count()).toBe(0);
});
