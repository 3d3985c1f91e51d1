import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { TestUser } from "#test/server.ts";
import { type StripeServer, signEvent, startStripe } from "#test/stripe.ts";
import { expectAccessible } from "./accessible.ts";
import { type App, addSession, startApp } from "./app.ts";
import { PHONE, WIDE } from "./browser.ts";
import { fitsAndIsAccessible, shoot } from "./screenshots.ts";

let app: App;
/** Of the operator: the first to sign up. */
let own: Page;
/** Of somebody else. */
let page: Page;
let user: TestUser;

const KEY = "sk_test_key";
const SECRET = "whsec_test";

beforeAll(async () => {
	app = await startApp();
	own = await app.open();
	await addSession(own, await app.server.signUp("robin@vale.example"), app.server.url);
	user = await app.server.signUp("ada@vale.example");
	page = await app.open();
	await addSession(page, user, app.server.url);
});
// A refusal by a limit, and the answer that fails, are errors in the browser's console.
afterEach(() => app.expectNoPageErrors(/409 \(Conflict\)|500 \(Internal Server Error\)/));
afterAll(() => app.close());

it("are set by the operator, and shown on the pricing page", async () => {
	await own.goto("/operator/plans");
	await own.getByText("No plans").waitFor();
	await fitsAndIsAccessible(own, "plans-empty");
	await own.getByRole("button", { name: "Add plan" }).click();
	const dialog = own.getByRole("dialog", { name: "New plan" });
	await dialog.getByLabel("Name").fill("Basic");
	await dialog.getByLabel("Price", { exact: true }).fill("Free");
	await dialog.getByLabel("Validations a month").fill("1");
	await dialog.getByLabel("Mailboxes").fill("2");
	await dialog.getByLabel("AI personalizations a month").fill("0");
	await dialog.getByLabel("Includes").fill("Smart archive\n\nHelp by email");
	await dialog.getByRole("switch", { name: "Default plan" }).click();
	await expectAccessible(own);
	await shoot(own, "plan-dialog");
	// The fields of a tall form scroll above its buttons.
	await own.setViewportSize(PHONE);
	const bottomOf = async (part: Locator) => {
		const { y, height } = (await part.boundingBox()) ?? { y: 0, height: 0 };
		return y + height;
	};
	const bottom = await bottomOf(dialog);
	expect(bottom).toBeLessThanOrEqual(PHONE.height);
	// 12 px of padding and the border: nothing shows below them.
	expect(bottom - (await bottomOf(dialog.getByRole("button", { name: "Save plan" })))).toBeCloseTo(13, 0);
	await own.setViewportSize(WIDE);
	await dialog.getByRole("button", { name: "Save plan" }).click();
	await own.getByText("Plan saved").waitFor();
	await own.getByRole("button", { name: "Add plan" }).click();
	await dialog.getByLabel("Name").fill("basic");
	await dialog.getByLabel("Price", { exact: true }).fill("$5");
	await dialog.getByLabel("Period").fill("per month");
	await dialog.getByLabel("Description").fill("For teams.");
	await dialog.getByRole("button", { name: "Save plan" }).click();
	await own.getByText("There is a plan named basic already. Choose another name.").waitFor();
	await dialog.getByLabel("Name").fill("Team");
	await dialog.getByRole("button", { name: "Save plan" }).click();
	await own.getByRole("button", { name: "Edit Team" }).waitFor();
	await fitsAndIsAccessible(own, "plans");

	const visitor = await app.open();
	await visitor.route("**/api/v1/pricing", (route) => route.fulfill({ status: 500, body: "" }), { times: 1 });
	await visitor.goto("/pricing");
	await visitor.getByText("Couldn't load the plans").waitFor();
	await visitor.getByRole("button", { name: "Try again" }).click();
	const basic = visitor.getByRole("region", { name: "Basic" });
	await basic.getByRole("link", { name: "Get Started" }).waitFor();
	expect(await basic.getByRole("listitem").allTextContents()).toEqual([
		...["2 mailboxes", "1 validation a month", "0 AI personalizations a month", "Smart archive", "Help by email"],
	]);
	const team = visitor.getByRole("region", { name: "Team" });
	expect(await team.getByRole("listitem").allTextContents()).toEqual([
		...["Unlimited mailboxes", "Unlimited validations", "Unlimited AI personalizations"],
	]);
	await visitor.getByText("Nothing is charged here.", { exact: true }).waitFor();
	expect(await visitor.getByLabel("Gmail accounts").count()).toBe(0);
	await fitsAndIsAccessible(visitor, "pricing");
	await visitor.setViewportSize(PHONE);
	await fitsAndIsAccessible(visitor, "pricing-phone");
	await team.getByRole("link", { name: "Ask for Team" }).click();
	expect(await visitor.getByLabel("Subject").inputValue()).toBe("Team plan");
});

it("limit what users do, who are told where they act", async () => {
	await page.goto("/tool/email-validator");
	const main = page.getByRole("main");
	await main.getByLabel("Email addresses").fill("ann@good.test, bob@good.test");
	await main.getByRole("button", { name: "Validate Emails" }).click();
	await main.getByText("Your plan, Basic, includes 1 validation a month. 1 is left, and this needs 2.").waitFor();
	await fitsAndIsAccessible(page, "validator-limit");
	await page.goto("/tool/ai-personalizer");
	await page.getByLabel("Recipient Email").first().fill("ann@good.test");
	await page.getByLabel("Campaign Goal").first().fill("Ask for a call");
	await page.getByRole("button", { name: /^Generate/ }).click();
	await page.getByText(/Your plan, Basic, includes 0 AI personalizations a month/).waitFor();
	await shoot(page, "assistant-limit");
	await page.goto("/settings/plan");
	await page.getByText("Your plan is Basic.").waitFor();
	await page.getByText("0 of 2").waitFor();
	await fitsAndIsAccessible(page, "settings-plan");
	await page.setViewportSize(PHONE);
	await fitsAndIsAccessible(page, "settings-plan-phone");
});

it("are assigned on the page of users, and deleted when nobody has them", async () => {
	await own.goto("/operator/users");
	await own.getByLabel("Search users").fill("ada");
	await expect.poll(() => own.getByRole("main").getByText("robin@vale.example").count()).toBe(0);
	await own.getByRole("combobox", { name: "Plan of ada@vale.example" }).click();
	await own.getByRole("option", { name: "Team" }).click();
	await own.getByText("Plan changed").waitFor();
	await fitsAndIsAccessible(own, "users");
	await page.goto("/settings/plan");
	await page.getByText("Your plan is Team.").waitFor();
	await own.goto("/operator/plans");
	await own.getByRole("button", { name: "Delete Team" }).click();
	await own.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
	await own.getByText("1 user has this plan. Assign another plan to them first.").waitFor();
	await own.getByRole("button", { name: "Edit Basic" }).click();
	const dialog = own.getByRole("dialog", { name: "Edit plan" });
	await dialog.getByLabel("Validations a month").fill("");
	await dialog.getByRole("button", { name: "Save plan" }).click();
	await own.goto("/operator/users");
	await own.getByRole("combobox", { name: "Plan of ada@vale.example" }).click();
	await own.getByRole("option", { name: "Default (Basic)" }).click();
	await page.goto("/settings/plan");
	await page.getByText("Your plan is Basic.").waitFor();
	await page.getByText("0 · no limit").waitFor();
	await own.goto("/operator/plans");
	await own.getByRole("button", { name: "Delete Team" }).click();
	await own.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
	await own.getByText("Plan deleted").waitFor();
	await own.getByRole("button", { name: "Edit Team" }).waitFor({ state: "detached" });
	expect(await own.getByRole("button", { name: "Edit Basic" }).count()).toBe(1);
});

it("are paid at Stripe where the operator has set keys, and managed there", async () => {
	const stripe = await startStripe(KEY);
	const env = { STRIPE_SECRET_KEY: KEY, STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_API_URL: stripe.url };
	const paid = await startApp({ ...env, ALLOW_PRIVATE_HOSTS: "on" });
	try {
		await payAndManage(paid, stripe);
		// The refused price is an error in the browser's console.
		paid.expectNoPageErrors(/400 \(Bad Request\)/);
	} finally {
		await paid.close();
		await stripe.close();
	}
});

async function payAndManage(paid: App, stripe: StripeServer): Promise<void> {
	const buyer = await paid.open();
	await addSession(buyer, await paid.server.signUp("robin@vale.example"), paid.server.url);
	await buyer.goto("/operator/plans");
	await buyer.getByRole("button", { name: "Add plan" }).click();
	const dialog = buyer.getByRole("dialog", { name: "New plan" });
	await dialog.getByLabel("Name").fill("Pro");
	await dialog.getByLabel("Price", { exact: true }).fill("$9");
	await dialog.getByLabel("Stripe price").fill("nine");
	await dialog.getByRole("button", { name: "Save plan" }).click();
	await dialog.getByText("Enter the id of a price, which begins with price_.").waitFor();
	await dialog.getByLabel("Stripe price").fill("price_pro");
	await dialog.getByRole("switch", { name: "Price per mailbox" }).click();
	await shoot(buyer, "plan-dialog-stripe");
	await dialog.getByRole("button", { name: "Save plan" }).click();
	await buyer.getByRole("button", { name: "Edit Pro" }).waitFor();

	await buyer.goto("/pricing");
	await buyer.getByText("Your card details never reach this server.").waitFor();
	expect(await buyer.getByText("Nothing is charged here.").count()).toBe(0);
	await buyer.getByText("As many mailboxes as you pay for").waitFor();
	await fitsAndIsAccessible(buyer, "pricing-stripe");
	await buyer.getByRole("button", { name: "Upgrade to Pro" }).click();
	await buyer.waitForURL(`${stripe.url}/pay/**`);
	for (const { body } of stripe.pay(buyer.url().split("/").at(-1) ?? "")) {
		const headers = { "stripe-signature": signEvent(body, SECRET, Math.floor(Date.now() / 1000)) };
		const reply = await fetch(`${paid.server.url}/api/v1/billing/events`, { method: "POST", headers, body });
		expect(reply.status).toBe(204);
	}
	await buyer.goto(`${paid.server.url}/settings/plan?checkout=done`);
	await buyer.getByText("Your plan is Pro.").waitFor();
	await buyer.getByText("0 of 1").waitFor();
	await fitsAndIsAccessible(buyer, "settings-plan-stripe");
	await buyer.getByRole("button", { name: "Manage subscription" }).click();
	await buyer.waitForURL(`${stripe.url}/portal/**`);
}
