import { describe, expect, test } from "vitest";
import { expectAccessible, expectAccessibleInBothThemes } from "./accessible.ts";
import { startApp } from "./app.ts";
import { PHONE, waitForIdle } from "./browser.ts";
import { answerCheck } from "./security-check.ts";
import { app, enter, open, origin, password, prepareSignIn } from "./sign-in-fixture.ts";

prepareSignIn();

describe("a server without mail", () => {
	test("says where to find the link, offers none by mail, and starts with sign-up", async () => {
		const silent = await startApp();
		const page = await silent.open();
		await page.goto("/auth?mode=forgot");
		await page.getByText("This server can't send email.").waitFor();
		await page.getByLabel("Email").fill("nora@example.org");
		await answerCheck(page);
		await page.getByRole("button", { name: "Email me a reset link" }).click();
		await page.getByText("a link was sent").waitFor();
		await page.getByText("This server can't send email.").waitFor();
		await expectAccessible(page);
		await page.goto("/auth");
		// Nobody has an account yet.
		await page.getByText("The first account on this server.").waitFor();
		await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
		await page.getByRole("button", { name: "Sign in with a passkey" }).waitFor();
		expect(await page.getByRole("button", { name: /Continue with|Email me/ }).count()).toBe(0);
		silent.expectNoPageErrors();
		await silent.close();
	});
});

describe("a session", () => {
	test("is renewed when a new sign-in is requested, and replaces the old one", async () => {
		const user = await app.server.signUp("again@example.org");
		const page = await open();
		await enter(page, user.email);
		await page.waitForURL(/\/dashboard/);
		await page.goto(`${origin}/auth?again=1&redirect=/activity`);
		await enter(page, user.email);
		await page.waitForURL(/\/activity/);
		const browsers = async () => {
			const { items } = (await (await user.fetch("/api/v1/sessions")).json()) as { items: { device: string }[] };
			return items.filter(({ device }) => device.startsWith("Chrome")).length;
		};
		await expect.poll(browsers).toBe(1);
	});

	test("that ends in one tab ends in the others, which return to their page afterwards", async () => {
		const user = await app.server.signUp("tabs@example.org");
		const first = await open();
		await enter(first, user.email);
		await first.waitForURL(/\/dashboard/);
		const second = await first.context().newPage();
		await second.goto(`${origin}/activity`);
		await second.getByRole("heading", { level: 1 }).waitFor();
		await first.goto(`${origin}/mailstead`);
		await first.getByRole("button", { name: "Sign Out" }).click();
		await first.waitForURL(`${origin}/`);
		await second.waitForURL(/\/auth\?redirect=%2Factivity/);
		await first.goto(`${origin}/auth`);
		await enter(first, user.email);
		await first.waitForURL(/\/dashboard/);
		await second.waitForURL(/\/activity/);
	});

	test("ends on every other device when the password changes", async () => {
		const user = await app.server.signUp("change@example.org");
		const page = await open();
		await enter(page, user.email);
		await page.waitForURL(/\/dashboard/);
		await page.goto(`${origin}/settings/security`);
		await page.getByText("Changing your password signs you out on all other devices.").waitFor();
		await page.getByLabel("Current password").fill(password);
		await page.getByLabel("New password").fill("password123");
		await page.getByRole("button", { name: "Change password" }).click();
		await page.getByText("This password is very common").first().waitFor();
		await page.getByLabel("New password").fill("quiet lanterns over water");
		await page.getByRole("button", { name: "Change password" }).click();
		await page.getByText("You are signed out on all other devices.").waitFor();
		expect((await user.fetch("/api/v1/sessions")).status).toBe(401);
		await page.reload();
		await page.getByLabel("Current password").waitFor();
	});

	test("that is ended elsewhere hides the page at once", async () => {
		const user = await app.server.signUp("stolen@example.org");
		const stolen = await open();
		await enter(stolen, user.email);
		await stolen.waitForURL(/\/dashboard/);
		await stolen.goto(`${origin}/activity`);
		await stolen.getByRole("heading", { level: 1 }).waitFor();
		await user.fetch("/api/v1/sessions/end-others", { method: "POST" });
		await stolen.getByRole("dialog", { name: "You were signed out" }).waitFor({ timeout: 5_000 });
		// Neither to the eye nor to a screen reader is there anything but the dialog.
		const seen = () => stolen.evaluate(() => document.elementFromPoint(5, 5)?.closest("main, header"));
		expect(await seen()).toBeNull();
		expect(await stolen.getByRole("heading", { level: 1 }).count()).toBe(0);
	});

	test("is extended before it expires", async () => {
		const user = await app.server.signUp("long@example.org");
		const page = await open();
		await enter(page, user.email);
		await page.waitForURL(/\/dashboard/);
		const ends = async () => {
			const row = await app.server.ctx.database.one<{ at: Date }>(
				"select min(expires_at) as at from sessions where user_id = $1 and user_agent like '%Chrom%'",
				[user.ownerId],
			);
			return row?.at.getTime() ?? 0;
		};
		await app.server.ctx.database.exec(
			"update sessions set expires_at = now() + interval '2 hours', updated_at = now() - interval '29 days' where user_id = $1",
			[user.ownerId],
		);
		await page.goto(`${origin}/activity`);
		await expect.poll(ends).toBeGreaterThan(Date.now() + 29 * 24 * 60 * 60_000);
	});
});

describe("an external redirect", () => {
	test.each(["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"])(
		"is not followed after signing in: %s",
		async (redirect) => {
			const user = await app.server.signUp();
			const page = await open(`/auth?redirect=${encodeURIComponent(redirect)}`);
			await enter(page, user.email);
			await page.waitForURL(`${origin}/dashboard`);
		},
	);
});

describe("the page itself", () => {
	test.each([
		["wide", {}],
		["a phone", { viewport: PHONE }],
	])("is accessible and fits in both themes: %s", async (_, options) => {
		for (const path of [
			"/auth",
			"/auth?mode=sign-up",
			"/auth?mode=forgot",
			"/auth?mode=link",
			"/auth?mode=code",
			"/auth/reset#x",
		]) {
			const page = await open(path, options);
			await page.getByRole("heading", { level: 1 }).waitFor();
			await waitForIdle(page);
			const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
			expect(await overflow()).toBeLessThanOrEqual(0);
			await expectAccessibleInBothThemes(page, async () => expect(await overflow()).toBeLessThanOrEqual(0));
			await page.context().close();
		}
	});
});

describe("an unknown path", () => {
	test("returns 404 and says so", async () => {
		const page = await app.open();
		const reply = await page.goto(`${origin}/nothing-here`);
		expect(reply?.status()).toBe(404);
		await page.getByRole("heading", { name: "Page Not Found" }).waitFor();
		await expectAccessible(page);
		for (const path of ["/", "/inbox/anything", "/settings/security", "/auth"])
			expect([path, (await fetch(origin + path)).status]).toEqual([path, 200]);
	});
});
