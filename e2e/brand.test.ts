import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { defaultBrand, setBrand } from "#shared/brand.ts";
import { type SmtpSink, startSmtpSink } from "#test/smtp-sink.ts";
import { expectAccessible } from "./accessible.ts";
import { type App, addSession, startApp } from "./app.ts";
import { PHONE, waitForIdle } from "./browser.ts";
import { fitsAndIsAccessible } from "./screenshots.ts";

let sink: SmtpSink;
let app: App;
/** Of the operator: the first to sign up. */
let own: Page;
/** Of somebody who is not signed in. */
let visitor: Page;
/** The default color. */
let accent: string;

beforeAll(async () => {
	sink = await startSmtpSink();
	app = await startApp({ SMTP_URL: sink.url });
	own = await app.open({ isShared: true });
	await addSession(own, await app.server.signUp("robin@vale.example"), app.server.url);
	visitor = await app.open({ isShared: true });
});
afterEach(() => app.expectNoPageErrors());
afterAll(async () => {
	await app.close();
	await sink.close();
	setBrand(defaultBrand);
});

/** Text, titles and labels of the page. */
const allTexts = (of: Page) =>
	of.evaluate(() =>
		[
			document.title,
			document.querySelector("#root")?.textContent,
			...[...document.querySelectorAll("[aria-label]")].map((one) => one.ariaLabel),
		]
			.join("\n")
			.replaceAll("mailstead", ""),
	);
const accentOf = (of: Page) =>
	of.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent"));

const yellow = "#facc15";
const logo =
	'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5" fill="#7c3aed"/></svg>';

it("is set by the operator, with a preview", async () => {
	await own.goto("/operator/brand");
	const name = own.getByLabel("Product name");
	expect(await name.inputValue()).toBe("Mailstead");
	accent = await accentOf(own);
	await fitsAndIsAccessible(own, "brand-default");
	await name.fill("Acme Mail");
	await own.getByLabel("Accent color", { exact: true }).fill(yellow);
	await own.getByLabel("Drop a logo here").setInputFiles({
		name: "logo.svg",
		mimeType: "image/svg+xml",
		buffer: Buffer.from(logo),
	});
	const preview = own.locator("section", { has: own.getByRole("heading", { name: "Preview" }) });
	await expect.poll(() => preview.getByText("Acme Mail", { exact: true }).count()).toBe(2);
	await expect.poll(() => preview.locator('img[src^="data:image/svg+xml"]').count()).toBe(2);
	await preview.getByText("Dark theme").waitFor();
	await preview.getByText("Acme Mail <no-reply@").waitFor();
	await fitsAndIsAccessible(own, "brand-preview");
	await own.getByRole("button", { name: "Save" }).click();
	await own.getByRole("banner").getByText("Acme Mail", { exact: true }).waitFor();
	expect(await accentOf(own)).not.toBe(accent);
});

it("shows everywhere: app, public pages, tabs, icons and mail", async () => {
	await expect.poll(() => own.title()).toBe("Brand · Operator · Acme Mail");
	for (const path of ["/mailstead", "/dashboard", "/settings/security", "/tool/unsubscriber"]) {
		await own.goto(path);
		await own.getByRole("banner").getByText("Acme Mail", { exact: true }).waitFor();
		await waitForIdle(own);
		expect(await allTexts(own), path).not.toContain("Mailstead");
	}
	for (const path of ["/", "/pricing", "/privacy", "/auth"]) {
		await visitor.goto(path);
		await visitor.getByRole("banner").getByText("Acme Mail", { exact: true }).waitFor();
		await waitForIdle(visitor);
		expect(await visitor.title(), path).toContain("Acme Mail");
		expect(await allTexts(visitor), path).not.toContain("Mailstead");
	}
	const shown = visitor.getByRole("banner").locator("img");
	expect(await shown.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
	expect(await visitor.locator('link[rel="icon"]').getAttribute("href")).toMatch(/^\/brand\/logo\?v=/);
	expect(await (await visitor.request.get("/app.webmanifest")).json()).toMatchObject({ name: "Acme Mail" });

	await own.goto("/operator/mail");
	await own.getByRole("button", { name: "Send test email" }).click();
	await own.getByText("The SMTP server answered:").waitFor();
	expect(sink.received.at(-1)?.raw).toMatch(/^From: Acme Mail <no-reply@/m);
	expect(sink.received.at(-1)?.raw).not.toContain("Mailstead");
});

it("is readable in both themes, also with a light color", async () => {
	for (const path of ["/", "/pricing", "/auth"]) {
		await visitor.goto(path);
		await fitsAndIsAccessible(visitor, `brand-visitor${path.replace("/", "-")}`);
	}
	for (const path of ["/mailstead", "/operator/brand", "/settings/appearance"]) {
		await own.goto(path);
		await own.getByRole("banner").waitFor();
		await fitsAndIsAccessible(own, `brand-own${path.replaceAll("/", "-")}`);
	}
	await own.setViewportSize(PHONE);
	await own.goto("/operator/brand");
	await own.getByLabel("Product name").waitFor();
	await fitsAndIsAccessible(own, "brand-phone");
});

it("returns to the default", async () => {
	await own.goto("/operator/brand");
	await own.getByRole("button", { name: "Reset to default" }).click();
	const dialog = own.getByRole("alertdialog");
	await expectAccessible(own);
	await dialog.getByRole("button", { name: "Reset to default" }).click();
	await expect.poll(() => own.title()).toBe("Brand · Operator · Mailstead");
	expect(await own.getByLabel("Product name").inputValue()).toBe("Mailstead");
	expect(await own.locator("style", { hasText: "--accent" }).count()).toBe(0);
	expect(await accentOf(own)).toBe(accent);
	expect(await own.locator('link[rel="icon"]').getAttribute("href")).toBe("/icon.svg");
});
