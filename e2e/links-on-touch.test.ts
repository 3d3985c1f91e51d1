import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { type App, openHubAs, startApp } from "./app.ts";
import { PHONE } from "./browser.ts";

/** Link destinations: shown on hover on a desktop, and before opening on a touch screen, which has no hover. */

let app: App;
let desktop: Page;
let phone: Page;
let id = "";
let textId = "";

const links = [
	'<p><a href="https://evil.example/login?session=1">https://bank.example/login</a></p>',
	'<p><a href="https://shop.example/order/1">Track your order</a></p>',
	'<p><a href="https://shop.example/offers">shop.example/offers</a></p>',
	'<p><a href="mailto:%E0%A4%A">Write to us</a></p>',
].join("");

const mail = (subject: string, type: string, body: string, name = "Mallory") =>
	[
		"From mallory@evil.example Thu Nov 19 10:00:00 2026",
		`From: ${name} <mallory@evil.example>`,
		"To: Robin <robin@vale.example>",
		`Subject: ${subject}`,
		"Date: Thu, 19 Nov 2026 10:00:00 +0000",
		`Message-ID: <${subject.length}@evil.example>`,
		"MIME-Version: 1.0",
		`Content-Type: ${type}; charset=utf-8`,
		"",
		body,
		"",
	].join("\n");

beforeAll(async () => {
	app = await startApp();
	desktop = await app.open();
	await openHubAs(app, desktop, "robin@vale.example");
	const response = await desktop.context().request.post("/api/v1/accounts/mbox?filename=links.mbox", {
		data: Buffer.from(
			`${mail("Links", "text/html", links)}\n${mail("Links in text", "text/plain", "See https://bank.example@evil.example/x and https://shop.example/y")}\n${mail("Your account is limited", "text/html", "<p>Confirm it today.</p>", "PayPal Service")}`,
		),
		headers: { "content-type": "application/octet-stream", origin: app.server.url },
	});
	expect(response.status()).toBe(202);
	await app.server.ctx.jobs.drain();
	const list = await desktop.context().request.get("/api/v1/emails?limit=10");
	const { items } = (await list.json()) as { items: { id: string; subject: string }[] };
	id = items.find((item) => item.subject === "Links")?.id ?? "";
	textId = items.find((item) => item.subject === "Links in text")?.id ?? "";
	phone = await app.open({ viewport: PHONE, touch: true });
	await phone.context().addCookies(await desktop.context().cookies());
	await phone.context().route(/^https?:\/\/(?!localhost|127\.)/, (route) => route.fulfill({ body: "elsewhere" }));
});
afterAll(() => app.close());

const frameOf = (page: Page) => page.frameLocator("iframe");

test("on a desktop the destination shows on hover, whatever the link's URL is", async () => {
	await desktop.goto(`/inbox/${id}`);
	await frameOf(desktop).getByText("https://bank.example/login").hover();
	await desktop.getByText(/Says bank\.example, leads to/).waitFor();
	await frameOf(desktop).getByText("Write to us").hover();
	await desktop.getByText("%E0%A4%A").waitFor();
	await frameOf(desktop).getByText("Track your order").focus();
	await desktop.getByRole("status").getByText("shop.example").waitFor();
	app.expectNoPageErrors();
});

test("on a touch screen a link that hides its destination shows it first", async () => {
	await phone.goto(`/inbox/${id}`);
	await frameOf(phone).getByText("https://bank.example/login").tap();
	const sheet = phone.getByRole("dialog", { name: "Open this link?" });
	await sheet.getByText("The text says bank.example, but the link leads to evil.example.").waitFor();
	await sheet.getByText("https://evil.example/login?session=1").waitFor();
	await expectAccessible(phone);
	await sheet.getByRole("button", { name: "Cancel" }).tap();
	await sheet.waitFor({ state: "hidden" });
	await frameOf(phone).getByText("Track your order").tap();
	await sheet.getByText("shop.example", { exact: true }).waitFor();
	const [opened] = await Promise.all([
		phone.context().waitForEvent("page"),
		sheet.getByRole("link", { name: "Open" }).tap(),
	]);
	await opened.waitForURL("https://shop.example/order/1");
	await opened.close();
	await sheet.waitFor({ state: "hidden" });
	app.expectNoPageErrors();
});

test("the sheet works with the keyboard", async () => {
	await frameOf(phone).getByText("Track your order").tap();
	const sheet = phone.getByRole("dialog", { name: "Open this link?" });
	await expect
		.poll(() => sheet.getByRole("button", { name: "Cancel" }).evaluate((it) => it === document.activeElement))
		.toBe(true);
	await phone.keyboard.press("Escape");
	await sheet.waitFor({ state: "hidden" });
	app.expectNoPageErrors();
});

test("a link that shows its destination opens at once", async () => {
	const [opened] = await Promise.all([
		phone.context().waitForEvent("page"),
		frameOf(phone).getByText("shop.example/offers").tap(),
	]);
	await opened.waitForURL("https://shop.example/offers");
	await opened.close();
	app.expectNoPageErrors();
});

test("links in plain text do the same", async () => {
	await phone.goto(`/inbox/${textId}`);
	await phone.getByRole("link", { name: "https://bank.example@evil.example/x" }).tap();
	const sheet = phone.getByRole("dialog", { name: "Open this link?" });
	await sheet.getByText("evil.example", { exact: true }).waitFor();
	await phone.keyboard.press("Escape");
	await sheet.waitFor({ state: "hidden" });
	const [opened] = await Promise.all([
		phone.context().waitForEvent("page"),
		phone.getByRole("link", { name: "https://shop.example/y" }).tap(),
	]);
	await opened.waitForURL("https://shop.example/y");
	app.expectNoPageErrors();
});

test("on a touch screen the actions of a card can be tapped without hovering", async () => {
	await phone.goto("/inbox");
	const card = phone.getByRole("row").filter({ hasText: "Links in text" });
	await card.getByRole("button", { name: "Star", exact: true }).tap();
	await expect.poll(() => card.getByRole("button", { name: "Star", pressed: true }).count()).toBe(1);
	await card.getByRole("button", { name: "Unread", exact: true }).tap();
	await card.getByRole("button", { name: "Read", exact: true }).waitFor();
	await expectAccessible(phone);
	await card.getByRole("button", { name: "Delete", exact: true }).tap();
	await card.waitFor({ state: "detached" });
});

test("a message that pretends to be from somebody else says so, and goes to spam from there", async () => {
	await phone.goto("/inbox");
	await phone.getByText("Your account is limited").first().click();
	const warning = phone.getByRole("alert").filter({ hasText: "Be careful with this message" });
	await warning.getByText("The sender calls itself PayPal, but writes from evil.example.").waitFor();
	await expectAccessible(phone);
	await warning.getByRole("button", { name: "Report phishing" }).click();
	await phone.getByRole("button", { name: "Undo" }).last().waitFor();
	await app.server.ctx.jobs.drain();
	await phone.goto("/inbox?folder=spam");
	await phone.getByText("Your account is limited").first().waitFor();
});
