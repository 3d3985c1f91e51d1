import { describe, expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { allow, app, emulator, expectToast, type Journey, openAs, origin, refusals, row } from "./consent-fixture.ts";

/** The tools that say which mailbox cannot be changed. */
const tools = ["/tool/unsubscriber", "/tool/categorizer", "/tool/block-filter", "/tool/smart-archive"];

/** A read-only mailbox, which becomes writable, and then a disconnected one. */
export function readOnlyJourney({ kind, name, bob }: Journey): void {
	const start = `/auth/${kind}/start`;
	describe(`a read-only ${name} mailbox`, () => {
		test("explains what it does not allow, and allows it after a new consent", async () => {
			const page = await openAs("bob@vale.example");
			await page.goto(origin + start);
			await page.getByRole("button", { name: `Connect ${name} Account` }).waitFor();
			await expectAccessible(page);
			expect(await page.getByText("Read-only access").count()).toBe(0);
			await page.getByRole("radio", { name: "Read-only" }).click();
			await page.getByText("Read-only access").waitFor();
			await page.getByRole("button", { name: `Connect ${name} Account` }).click();
			await page.waitForURL((url) => url.origin !== origin);
			await allow(page, bob);
			await page.getByText("Read-only", { exact: true }).waitFor();
			await page.goto(`${origin}/inbox`);
			await row(page, "Note 2").click();
			await page.getByRole("article").getByText("All there is to say of Note 2.").waitFor();
			await page.getByText("This mailbox is read-only.").waitFor();
			await expectAccessible(page);
			await page.keyboard.press("s");
			await expectToast(page, "Connected read-only", bob);
			expect(emulator.isStarred(bob, "Note 2")).toBe(false);
			for (const tool of tools) {
				await page.goto(origin + tool);
				await page.getByText("This mailbox is read-only.").waitFor();
				await page.getByRole("button", { name: "Allow changes" }).waitFor();
			}
			app.expectNoPageErrors(refusals);

			await page.goto(`${origin}/mailstead`);
			await page.getByRole("listitem").filter({ hasText: bob }).getByText("Read-only", { exact: true }).waitFor();
			await expectAccessible(page);
			await page.getByRole("button", { name: "Allow changes" }).click();
			await page.waitForURL((url) => url.origin !== origin);
			await allow(page, bob);
			await page.waitForURL(`${origin}/dashboard`);
			await expect.poll(() => page.getByText("Read-only", { exact: true }).count()).toBe(0);
			await page.goto(`${origin}/inbox`);
			await row(page, "Note 2").hover();
			await row(page, "Note 2").getByRole("button", { name: "Star", exact: true }).click();
			await expect.poll(() => emulator.isStarred(bob, "Note 2"), { timeout: 20_000 }).toBe(true);
			app.expectNoPageErrors(refusals);

			await app.server.ctx.database.exec("update connected_accounts set status = 'disconnected' where email = $1", [
				bob,
			]);
			for (const tool of tools) {
				await page.goto(origin + tool);
				await page.getByText("This mailbox is disconnected. No new emails arrive").waitFor();
				await page.getByRole("button", { name: "Reconnect" }).waitFor();
			}
			await page.getByRole("button", { name: "Reconnect" }).click();
			await page.waitForURL((url) => url.origin !== origin);
			await allow(page, bob);
			await page.waitForURL((url) => url.pathname === tools.at(-1));
			await expect.poll(() => page.getByText("This mailbox is disconnected.").count()).toBe(0);
			app.expectNoPageErrors(refusals);
		});
	});
}
