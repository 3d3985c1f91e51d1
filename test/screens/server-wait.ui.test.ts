import { it } from "vitest";
import { hubPath } from "#shared/brand.ts";
import { testScreens } from "./screens.ts";

/** Where users look for changes whose server does not respond. */

const screens = testScreens();
const WAITING = /^Waiting for .+ since .+\. .+ been synced yet\.$/;

it("is said in the mailbox's row of the hub, and with the jobs in progress", async () => {
	screens.server.amount = "most";
	const page = await screens.open(hubPath);
	await page.getByRole("listitem").getByText(WAITING).first().waitFor();
	await page.getByRole("banner").getByRole("button", { name: /job/ }).click();
	await page.getByRole("dialog").getByText(WAITING).first().waitFor();
});
