import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { consentKinds, providerInfo } from "#shared/providers.ts";
import { type SmtpSink, startSmtpSink } from "#test/smtp-sink.ts";
import { expectAccessible, expectAccessibleInBothThemes } from "./accessible.ts";
import { type App, addSession, openHubAs, startApp } from "./app.ts";
import { PHONE, WIDE, waitForIdle } from "./browser.ts";
import { layoutShift } from "./layout-shift.ts";

const pages = ["/", "/pricing", "/contact", "/privacy", "/terms"];
const operator = "robin@vale.example";

let sink: SmtpSink;
let app: App;
/** Signed in as the operator. */
let own: Page;
beforeAll(async () => {
	sink = await startSmtpSink();
	app = await startApp({ SMTP_URL: sink.url, CONTACT_EMAIL: operator });
	own = await app.open();
	await openHubAs(app, own, operator);
});
afterEach(() => app.expectNoPageErrors());
afterAll(async () => {
	await app.close();
	await sink.close();
});

/** Waits until the session is known: the buttons of the top bar show. */
async function visit(page: Page, path: string): Promise<void> {
	await page.goto(path);
	await page.getByRole("link", { name: "Sign Up" }).first().waitFor();
}

describe("the public pages", () => {
	it.each([
		["wide", WIDE],
		["on a phone", PHONE],
	])("are accessible, whole and steady in both themes: %s", async (_, viewport) => {
		const page = await app.open({ viewport });
		const width = () => page.evaluate(() => document.documentElement.scrollWidth);
		for (const path of pages) {
			await visit(page, path);
			await page.getByRole("contentinfo").getByText("© 2024 Mailstead").waitFor();
			expect(await width(), path).toBeLessThanOrEqual(viewport.width);
			expect(await layoutShift(page), path).toBeLessThan(0.01);
			await expectAccessibleInBothThemes(page, async () => {
				expect(await width(), path).toBeLessThanOrEqual(viewport.width);
				expect(await layoutShift(page), path).toBeLessThan(0.01);
			});
		}
	});

	it("name each permission that a mailbox asks for in the privacy policy", async () => {
		const page = await app.open();
		await visit(page, "/privacy");
		const policy = (await page.getByRole("main").textContent()) ?? "";
		const scopes = consentKinds.flatMap((kind) => {
			const { identity, read, full, extras } = providerInfo(kind).connect.scopes;
			return [...identity, ...read, ...full, ...Object.values<string>(extras)];
		});
		const named = (scope: string) => scope.replace(/^https:\/\/www\.googleapis\.com\/auth\/(?:userinfo\.)?/, "");
		expect(new Set(scopes).size).toBeGreaterThan(12);
		expect(scopes.filter((scope) => !policy.includes(named(scope)))).toEqual([]);
	});

	it("fit the narrowest phone", async () => {
		const page = await app.open({ viewport: { width: 360, height: 640 } });
		for (const path of pages) {
			await visit(page, path);
			expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
		}
	});

	it("load nothing from other servers, and little script for visitors", async () => {
		const page = await app.open();
		const hosts = new Set<string>();
		const scripts: Promise<number>[] = [];
		page.on("response", (response) => {
			hosts.add(new URL(response.url()).origin);
			const request = response.request();
			if (request.resourceType() === "script") scripts.push(request.sizes().then((sizes) => sizes.responseBodySize));
		});
		await page.goto("/", { waitUntil: "networkidle" });
		expect([...hosts]).toEqual([app.server.url]);
		const script = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
		expect(script).toBeGreaterThan(10_000);
		expect(script).toBeLessThan(90_000);
	});

	it("have no broken links", async () => {
		const page = await app.open();
		const seen = new Set<string>();
		for (const path of pages) {
			await visit(page, path);
			for (const href of await page
				.locator("a[href^='/']")
				.evaluateAll((links) => links.map((a) => a.getAttribute("href") ?? "")))
				seen.add(href.split("?")[0] ?? "");
		}
		expect(seen.size).toBeGreaterThan(6);
		for (const path of seen) {
			await page.goto(path);
			await waitForIdle(page);
			expect(await page.getByRole("heading", { level: 1 }).textContent(), path).not.toBe("Page Not Found");
		}
	});

	it("count up to the operator's figures, and stay static with reduced motion", async () => {
		const still = await app.open();
		await visit(still, "/");
		const figures = (page: Page) => page.getByRole("region", { name: "Figures" }).locator("dd > [aria-hidden]");
		expect(await figures(still).allTextContents()).toEqual(["50,000", "1,200", "99%"]);
		const moving = await app.open();
		await moving.emulateMedia({ reducedMotion: "no-preference" });
		await visit(moving, "/");
		expect(await figures(moving).first().textContent()).toBe("0");
		await moving.getByRole("region", { name: "Figures" }).scrollIntoViewIfNeeded();
		await expect.poll(() => figures(moving).allTextContents(), { timeout: 5000 }).toEqual(["50,000", "1,200", "99%"]);
	});

	it("say which testimonials are samples", async () => {
		const page = await app.open();
		await visit(page, "/");
		const testimonials = page.getByRole("region", { name: "What people say" });
		expect(await testimonials.getByRole("figure").count()).toBe(3);
		expect(await testimonials.getByText("Sample", { exact: true }).count()).toBe(3);
	});

	it("open and close a menu on a phone", async () => {
		const page = await app.open({ viewport: PHONE });
		await visit(page, "/");
		await page.getByRole("button", { name: "Menu" }).click();
		await expectAccessible(page);
		await page.keyboard.press("Escape");
		expect(await page.getByRole("navigation", { name: "Menu" }).isVisible()).toBe(false);
		await page.getByRole("button", { name: "Menu" }).click();
		await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Pricing" }).click();
		await page.waitForURL("**/pricing");
		expect(await page.title()).toBe("Pricing · Mailstead");
	});

	it("send new visitors to sign-up, others to sign-in, and signed-in users to the product", async () => {
		const page = await app.open();
		await visit(page, "/");
		await page.getByRole("link", { name: "Launch Mailstead" }).first().click();
		await page.getByRole("heading", { name: "Set up your Mailstead account" }).waitFor();
		await addSession(page, await app.server.signUp("visitor@example.org"), app.server.url);
		await page.goto("/auth");
		await page.waitForURL(/\/dashboard/);
		// Its requests need the session.
		await page.getByRole("navigation", { name: "Tools" }).waitFor();
		await waitForIdle(page);
		// What changes in the mailbox is fetched at any time: without the session it would be an error.
		await page.goto("about:blank");
		await page.context().clearCookies();
		await page.goto("/");
		await page.getByRole("link", { name: "Launch Mailstead" }).first().click();
		await page.getByRole("heading", { name: "Sign in to Mailstead" }).waitFor();
		await own.goto("/");
		await own.getByRole("link", { name: "Go to Dashboard" }).first().click();
		await own.getByRole("navigation", { name: "Tools" }).waitFor();
	});

	it("make the app installable, with an icon of each size", async () => {
		const href = await own.locator('link[rel="manifest"]').getAttribute("href");
		const manifest = await (await own.request.get(href ?? "")).json();
		expect(manifest).toMatchObject({ name: "Mailstead", start_url: "/inbox", display: "standalone" });
		for (const { src, sizes } of manifest.icons as { src: string; sizes: string }[]) {
			const size = await own.evaluate(async (path) => {
				const image = new Image();
				image.src = path;
				await image.decode();
				return `${image.naturalWidth}x${image.naturalHeight}`;
			}, src);
			expect(size).toBe(sizes);
		}
	});

	it("have a stable URL that redirects to the hub, wherever that is", async () => {
		await own.goto("/redirect");
		await own.waitForURL("**/mailstead");
	});

	it("are rendered by the app for signed-in users", async () => {
		for (const path of pages) {
			await own.goto(path);
			await own.getByRole("button", { name: "Sign Out" }).waitFor();
			await own.getByRole("contentinfo").waitFor();
			await expectAccessible(own);
		}
		await own.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Pricing" }).click();
		await own.getByRole("heading", { level: 1, name: "Pricing" }).waitFor();
	});
});

describe("pricing", () => {
	it("follows the slider by mouse and keyboard, and is passed to the form", async () => {
		const page = await app.open();
		await visit(page, "/pricing");
		const total = page.getByRole("region", { name: "Pro" }).getByRole("status");
		const slider = page.getByLabel("Gmail accounts");
		expect([await slider.inputValue(), await total.textContent()]).toEqual(["5", "$10"]);
		await slider.focus();
		await page.keyboard.press("End");
		expect([await slider.inputValue(), await total.textContent()]).toEqual(["50", "$100"]);
		await page.keyboard.press("Home");
		expect([await slider.inputValue(), await total.textContent()]).toEqual(["1", "$2"]);
		await slider.fill("12");
		const features = page.getByRole("region", { name: "Pro" }).getByRole("listitem");
		expect(await features.allTextContents()).toContain("Unsubscriber (Gmail/Outlook)");
		expect(await features.filter({ hasText: "Follow-up tracker" }).count()).toBe(1);
		await page.getByRole("link", { name: "Ask for Pro" }).click();
		expect(await page.getByLabel("Subject").inputValue()).toBe("Pro plan for 12 Gmail accounts");
	});
});

describe("the contact form", () => {
	it("is the way to write if the operator publishes no address", async () => {
		const page = await app.open();
		await page.route("**/contact", async (route) => {
			const response = await route.fetch();
			await route.fulfill({ response, body: (await response.text()).replace(/<meta name="contact-email"[^>]*>/, "") });
		});
		await visit(page, "/contact");
		expect(await page.getByText("Use the form on this page.").count()).toBe(2);
		expect(await page.locator('a[href^="mailto:"]').count()).toBe(0);
		await expectAccessible(page);
	});

	it("reports missing fields, sends a message, and emails it to the operator", async () => {
		const page = await app.open();
		await visit(page, "/contact");
		await page.getByRole("button", { name: "Send Message" }).click();
		await page.getByText("Please enter your name.").waitFor();
		await expectAccessible(page);
		await page.getByLabel("Name").fill("Bea Vale");
		await page.getByLabel("Email", { exact: true }).fill("bea@");
		await page.getByLabel("Subject").fill("A question");
		await page.getByLabel("Message").fill("Does it read mbox?");
		await page.getByRole("button", { name: "Send Message" }).click();
		await page.getByText("Please enter a valid email address.").waitFor();
		await page.getByLabel("Email", { exact: true }).fill("bea@example.org");
		await page.getByRole("button", { name: "Send Message" }).click();
		await page.getByText("Message sent").waitFor();
		await page.getByText("The reply goes to bea@example.org.").waitFor();
		await expectAccessible(page);
		await app.server.ctx.jobs.drain();
		expect(sink.received.at(-1)).toMatchObject({ to: [operator] });
		expect(sink.received.at(-1)?.raw).toContain("Does it read mbox?");
		expect(await page.getByLabel("Message").inputValue()).toBe("");
	});

	it("keeps the text if it cannot be sent, and says where else to write", async () => {
		const page = await app.open();
		await visit(page, "/contact");
		await page.getByLabel("Name").fill("Bea Vale");
		await page.getByLabel("Email", { exact: true }).fill("bea@example.org");
		await page.getByLabel("Subject").fill("Again");
		await page.getByLabel("Message").fill("Hello?");
		await page.route("**/api/v1/contact", (route) => route.abort());
		await page.getByRole("button", { name: "Send Message" }).click();
		await page.getByText("Error sending message").waitFor();
		await page.getByText(`Please try again or email us directly at ${operator}`).waitFor();
		expect(await page.getByLabel("Message").inputValue()).toBe("Hello?");
		// The browser logs the failed request.
		expect(() => app.expectNoPageErrors()).toThrow();
	});
});
