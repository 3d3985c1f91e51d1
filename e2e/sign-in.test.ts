import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { codeOf } from "#test/authenticator.ts";
import { expectAccessible } from "./accessible.ts";
import { PHONE } from "./browser.ts";
import { answerCheck } from "./security-check.ts";
import {
	app,
	emulators,
	enter,
	expectToast,
	mailed,
	open,
	origin,
	password,
	pathOf,
	prepareSignIn,
	refusals,
	verify,
	who,
} from "./sign-in-fixture.ts";

prepareSignIn();

describe("signing in with Microsoft", () => {
	test("reports when it cannot start", async () => {
		emulators.microsoft.fail("down");
		const page = await open();
		await page.getByRole("button", { name: "Continue with Microsoft" }).click();
		await expectToast(page, "Sign in failed", "Microsoft is not responding");
		expect(pathOf(page)).toBe("/auth");
		emulators.microsoft.fail(null);
	});

	test.each(["microsoft", "google"] as const)(
		"or %s redirects there and back, shows its progress, and ends on the requested page",
		async (kind) => {
			const [name, email] = kind === "microsoft" ? ["Microsoft", "mia@outlook.example"] : ["Google", "gil@gmail.com"];
			const page = await open("/inbox?q=harbour");
			await page.waitForURL(/\/auth\?redirect=/);
			await page.getByRole("button", { name: `Continue with ${name}` }).click();
			const authUrl = new URL(
				page.url().startsWith(origin) ? await page.waitForURL(/oauth2/).then(() => page.url()) : page.url(),
			);
			expect(authUrl.searchParams.get("redirect_uri")).toBe(`${origin}/auth/callback`);
			const gates = { exchange: Promise.withResolvers<void>(), session: Promise.withResolvers<void>() };
			await page.route(`**/${kind}-auth-callback`, async (route) => {
				await gates.exchange.promise;
				await route.continue();
			});
			await page.route("**/sign-in/token", async (route) => {
				await gates.session.promise;
				await route.continue();
			});
			await page.getByRole("button", { name: email }).click();
			await page.getByText("Exchanging authorization code...").waitFor();
			expect(pathOf(page)).toBe("/auth/callback");
			expect(await page.evaluate(() => sessionStorage.getItem("oauth_state"))).toBe(null);
			await expectAccessible(page);
			gates.exchange.resolve();
			await page.getByText("Signing you in...").waitFor();
			gates.session.resolve();
			await page.waitForURL(/\/inbox\?q=harbour|\/dashboard/);
			await expectToast(page, "Success", `Signed in with ${name} successfully.`);
			expect(await who(page)).toBe(email);
			expect(await page.evaluate(() => sessionStorage.getItem("auth_redirect"))).toBe(null);
			app.expectNoPageErrors(refusals);
		},
	);

	test("keeps state and time in the browser, the verifier on the server", async () => {
		const page = await open();
		let reply: unknown;
		await page.route("**/microsoft-auth-init", async (route) => {
			const response = await route.fetch();
			reply = await response.json();
			await route.fulfill({ response });
		});
		await page.getByRole("button", { name: "Continue with Microsoft" }).click();
		await page.waitForURL(/oauth2/);
		const { state, ...rest } = reply as { state: string; authUrl: string };
		expect(Object.keys(rest)).toEqual(["authUrl"]);
		await page.goto(`${origin}/auth`);
		const stored = JSON.parse((await page.evaluate(() => sessionStorage.getItem("oauth_state"))) ?? "") as object;
		expect(Object.keys(stored).sort()).toEqual(["provider", "state", "timestamp"]);
		expect(stored).toMatchObject({ state });
	});

	const storeState = (page: Page, state: string, age = 0) =>
		page.evaluate(
			([value, old]) =>
				sessionStorage.setItem(
					"oauth_state",
					JSON.stringify({ state: value, timestamp: Date.now() - Number(old), provider: "microsoft" }),
				),
			[state, age] as const,
		);
	const minutes = 60_000;

	test.each<[string, (page: Page) => Promise<unknown>, string]>([
		[
			"the person says no",
			async (page) => {
				emulators.microsoft.fail("denied");
				await page.getByRole("button", { name: "Continue with Microsoft" }).click();
			},
			"Microsoft OAuth error: access_denied",
		],
		[
			"there is no code",
			async (page) => {
				emulators.microsoft.fail("no-code");
				await page.getByRole("button", { name: "Continue with Microsoft" }).click();
			},
			"No authorization code received",
		],
		[
			"it took longer than ten minutes",
			async (page) => {
				await storeState(page, "s", 11 * minutes);
				await page.goto(`${origin}/auth/callback?code=c&state=s`);
			},
			"Authentication session expired. Please try again.",
		],
		[
			"it was not begun here",
			(page) => page.goto(`${origin}/auth?code=c&state=s`),
			"Authentication session expired. Please try again.",
		],
		[
			"the state is another",
			async (page) => {
				await storeState(page, "mine");
				await page.goto(`${origin}/auth?code=c&state=theirs`);
			},
			"Invalid state parameter. Please try signing in again.",
		],
		[
			"the code is not confirmed",
			async (page) => {
				emulators.microsoft.fail("code");
				await page.getByRole("button", { name: "Continue with Microsoft" }).click();
				await page.getByRole("button", { name: "mia@outlook.example" }).click();
			},
			"Authentication failed",
		],
		[
			"the ID token is forged",
			async (page) => {
				emulators.microsoft.fail("signature");
				await page.getByRole("button", { name: "Continue with Microsoft" }).click();
				await page.getByRole("button", { name: "mia@outlook.example" }).click();
			},
			"Authentication failed",
		],
	])("fails when %s, and says so", async (_, happen, sentence) => {
		const page = await open();
		await page.getByRole("button", { name: "Continue with Microsoft" }).waitFor();
		await happen(page);
		await expectToast(page, "Authentication failed", sentence);
		await page.waitForURL(`${origin}/auth`);
		emulators.microsoft.fail(null);
		expect(await who(page)).toBe(undefined);
		expect(await page.evaluate(() => sessionStorage.getItem("oauth_state"))).toBe(null);
	});
});

describe("the second factor", () => {
	test("is required after the password and after Microsoft, and accepts the app's code or a recovery code", async () => {
		const user = await app.server.signUp("two@outlook.example");
		await verify(user);
		const json = { "content-type": "application/json" };
		const post = (path: string, body: object, cookie = user.cookie) =>
			fetch(app.server.url + path, {
				method: "POST",
				headers: { ...json, cookie, origin: app.server.url },
				body: JSON.stringify(body),
			});
		const set = (await (await post("/api/auth/two-factor/enable", { password })).json()) as {
			totpURI: string;
			backupCodes: string[];
		};
		await post("/api/auth/two-factor/verify-totp", { code: codeOf(set.totpURI, Date.now() - 30_000) });

		const page = await open("/auth?redirect=/inbox");
		await enter(page, user.email);
		await page.getByRole("heading", { name: "One more step" }).waitFor();
		await expectAccessible(page);
		expect(await who(page)).toBe(undefined);
		await page.getByLabel("Code").fill("000000");
		await page.getByRole("button", { name: "Sign In", exact: true }).click();
		await page.getByText("This code is wrong").waitFor();
		await expectAccessible(page);
		await page.getByLabel("Code").fill(codeOf(set.totpURI));
		await page.getByRole("button", { name: "Sign In", exact: true }).click();
		await page.waitForURL(/\/inbox|\/dashboard/);
		expect(await who(page)).toBe(user.email);

		const other = await open("/auth?redirect=/activity", { viewport: PHONE });
		await other.getByRole("button", { name: "Continue with Microsoft" }).click();
		await other.getByRole("button", { name: user.email }).click();
		await other.getByRole("button", { name: "Use a recovery code" }).click();
		await other.getByLabel("Recovery code").fill(set.backupCodes[0] ?? "");
		await other.getByRole("button", { name: "Sign In", exact: true }).click();
		await other.waitForURL(/\/activity/);
		expect(await who(other)).toBe(user.email);
	});
});

describe("passkeys", () => {
	test("sign in on their own, with user verification", async () => {
		const user = await app.server.signUp("key@example.org");
		const page = await open();
		const device = await page.context().newCDPSession(page);
		await device.send("WebAuthn.enable");
		const { authenticatorId } = await device.send("WebAuthn.addVirtualAuthenticator", {
			options: {
				protocol: "ctap2",
				transport: "internal",
				hasResidentKey: true,
				hasUserVerification: true,
				isUserVerified: true,
				automaticPresenceSimulation: true,
			},
		});
		await enter(page, user.email);
		await page.waitForURL(/\/dashboard/);
		await page.goto(`${origin}/settings/security`);
		await page
			.getByRole("button", { name: /add .*passkey/i })
			.first()
			.click();
		const dialog = page.getByRole("dialog");
		await dialog.getByLabel(/name/i).fill("Test device");
		await dialog
			.getByRole("button", { name: /add|create|go on|continue/i })
			.last()
			.click();
		await page.getByText("Test device").first().waitFor();
		await page.context().clearCookies();

		await page.goto(`${origin}/auth`);
		await page.getByRole("button", { name: "Sign in with a passkey" }).click();
		await page.waitForURL(/\/dashboard/);
		expect(await who(page)).toBe(user.email);

		await page.context().clearCookies();
		await device.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
		await page.goto(`${origin}/auth`);
		await page.getByRole("button", { name: "Sign in with a passkey" }).click();
		await expectToast(page, "Sign in failed", "No passkey was selected");
		expect(await who(page)).toBe(undefined);
	});
});

describe("signing up where not everybody may", () => {
	test.each([
		["closed", "Sign-up is closed on this server.", false],
		["invite", "You need an invitation to sign up here.", true],
	])("is explained before anything is filled in (%s)", async (signUp, title, isOpenToInvited) => {
		const page = await app.open();
		await page.route("**/api/v1/sign-in-methods", async (route) => {
			const response = await route.fetch();
			await route.fulfill({ response, json: { ...((await response.json()) as object), signUp } });
		});
		await page.goto(`${origin}/auth?mode=sign-up`);
		await page.getByText(title).waitFor();
		expect(await page.getByLabel("Full Name").count()).toBe(0);
		await expectAccessible(page);
		await page.goto(`${origin}/auth?mode=sign-up&invitation=token`);
		await page.getByText(isOpenToInvited ? "Full Name" : title).waitFor();
	});
});

describe("emailed links", () => {
	test("verify an address, change it, set a new password, and sign in", async () => {
		const [first, email] = ["nora@example.org", "nora@new.example"];
		const page = await open("/auth?mode=sign-up");
		await page.getByLabel("Full Name").fill("Nora Quay");
		await page.getByLabel("Email").fill(first);
		await page.getByLabel("Password", { exact: true }).fill("norasquay1");
		await page.getByText("Weak: contains your name").waitFor();
		await expectAccessible(page);
		await page.getByLabel("Password", { exact: true }).fill("qwertyuiop");
		await answerCheck(page);
		await page.getByRole("button", { name: "Activate Mailstead Now" }).click();
		await page.getByText("This password is very common and easy to guess.").waitFor();
		await page.getByLabel("Password", { exact: true }).fill(password);
		await page.getByText("Strong.").waitFor();
		await answerCheck(page);
		await page.getByRole("button", { name: "Activate Mailstead Now" }).click();
		await expectToast(page, "Success", "Your account is ready. Please sign in.");

		await page.goto(await mailed(first, "/auth/verify"));
		await page.getByRole("heading", { name: "Confirm your email address" }).waitFor();
		await expectAccessible(page);
		await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
		await enter(page, first);
		await page.getByRole("button", { name: "Confirm" }).click();
		await page.getByRole("heading", { name: "Your email address is confirmed" }).waitFor();
		await expectAccessible(page);
		await page.goto(`${origin}/settings`);
		await page.getByRole("button", { name: "Change email address" }).click();
		await page.getByLabel("New email address").fill(email);
		await page.getByRole("button", { name: "Send link" }).click();
		await page.getByText(`Open the link sent to ${email}`, { exact: false }).waitFor();
		await page.goto(await mailed(email, "/auth/verify"));
		await page.getByText(`Your email address changes from ${first} to ${email}.`).waitFor();
		await page.getByRole("button", { name: "Confirm" }).click();
		await page.getByRole("main").getByText(email).waitFor();
		await page.getByRole("heading", { name: "Your email address is confirmed" }).waitFor();
		app.expectNoPageErrors(refusals);

		const other = await open();
		await other.getByRole("button", { name: "Forgot your password?" }).click();
		await other.getByLabel("Email").fill(email);
		await answerCheck(other);
		await expectAccessible(other);
		await other.getByRole("button", { name: "Email me a reset link" }).click();
		await other.getByText("a link was sent").waitFor();
		const reset = await mailed(email, "/auth/reset");
		await other.goto(reset);
		await other.getByLabel("New password").fill("quiet lanterns over water");
		await expectAccessible(other);
		await other.getByRole("button", { name: "Change password" }).click();
		await other.waitForURL(`${origin}/auth`);
		await enter(other, email, "quiet lanterns over water");
		await other.waitForURL(/\/dashboard/);
		// The previous session has ended, and its tab requests a new sign-in.
		await page.goto(`${origin}/inbox`);
		await page.waitForURL(/\/auth\?redirect=/);
		await other.goto(reset);
		await other.getByLabel("New password").fill("another long password");
		await other.getByRole("button", { name: "Change password" }).click();
		await expectToast(other, "Error", "This link was already used or has expired");

		await page.getByRole("button", { name: "Email me a sign-in link" }).click();
		await page.getByLabel("Email").fill(email);
		await answerCheck(page);
		await page.getByRole("button", { name: "Email me a link" }).click();
		await page.getByText("a link was sent").waitFor();
		const link = await mailed(email, "/auth/link");
		await page.goto(link);
		await expectAccessible(page);
		await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
		await page.waitForURL(/\/inbox|\/dashboard/);
		expect(await who(page)).toBe(email);
		const late = await open();
		await late.goto(link);
		await late.getByRole("main").getByRole("button", { name: "Sign In" }).click();
		await expectToast(late, "Sign in failed", "This link was already used or has expired");
	});
});
