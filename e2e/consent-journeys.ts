import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { PHONE } from "./browser.ts";
import {
	allow,
	app,
	browserHolds,
	emulator,
	expectToast,
	type Journey,
	logged,
	message,
	openAs,
	origin,
	prepareConsent,
	refusals,
	row,
	storedTokens,
} from "./consent-fixture.ts";
import { readOnlyJourney } from "./read-only-journey.ts";
import { snoozeAndReturn } from "./snooze-journey.ts";

/** Journeys for providers with OAuth consent: the same for each provider. */
export function consentJourney(journey: Journey): void {
	const { kind, name, provider, ann, bob } = journey;
	const start = `/auth/${kind}/start`;
	const callback = `/auth/${kind}/callback`;
	const exchange = `**/api/v1/functions/${kind}-auth`;
	const connectButton = (page: Page) => page.getByRole("button", { name: `Connect ${name} Account` });
	prepareConsent(journey);

	/** Goes to the provider's page from the start page. */
	async function startConsent(page: Page, access: "Full access" | "Read-only" = "Full access"): Promise<void> {
		await page.goto(origin + start);
		await page.getByRole("radio", { name: access }).click();
		await connectButton(page).click();
		await page.waitForURL((url) => url.origin !== origin);
	}

	describe(`connecting ${name}`, () => {
		let page: Page;
		/** Every response body that the server has sent to the browser. */
		const answers: string[] = [];

		test("goes from the hub to the provider and back, to a filled inbox", async () => {
			page = await openAs("ann@vale.example", { isShared: true });
			page.on("response", async (response) => {
				if (response.url().startsWith(`${origin}/api/`) && !response.url().includes("/events"))
					answers.push(await response.text().catch(() => ""));
			});
			await page.goto(`${origin}/mailstead`);
			await page.getByRole("combobox", { name: "Provider" }).click();
			await page.getByRole("option", { name: journey.option }).click();
			await connectButton(page).waitFor();
			await expectAccessible(page);
			await connectButton(page).click();
			await page.waitForURL((url) => url.origin !== origin);
			await allow(page, ann);
			await page.getByRole("heading", { name: `${name} is connected` }).waitFor();
			await page.getByText("Ann Example").waitFor();
			await page.getByText(ann, { exact: true }).last().waitFor();
			await expectToast(page, `${name} Connected Successfully`, ann);
			expect(new URL(page.url()).search).toBe("");
			expect(await page.evaluate((key) => localStorage.getItem(key), `${kind}_oauth_state`)).toBe(null);
			await page.waitForURL(`${origin}/dashboard`);

			// Looking at another provider changes nothing.
			await page.goto(`${origin}/mailstead`);
			await page.getByRole("combobox", { name: "Provider" }).click();
			await page.getByRole("option", { name: "Custom Mail (IMAP/SMTP)" }).click();
			await page.getByText("Custom Mail (IMAP/SMTP), not connected").waitFor();
			await page.getByRole("button", { name: "Launch Inbox Cleanup" }).click();
			await expectToast(page, "Custom Mail (IMAP/SMTP) Not Connected");
			expect(new URL(page.url()).pathname).toBe("/mailstead");
			await page.getByRole("button", { name: "Go to Inbox" }).click();
			await row(page, "Letter 1").first().waitFor();
			// Nor does a provider without a mailbox that an earlier page selected.
			await page.evaluate(() => {
				sessionStorage.setItem("selectedProvider", "mbox");
				sessionStorage.removeItem("selectedAccount");
			});
			await page.reload();
			await row(page, "Letter 1").first().waitFor();
			await row(page, "Letter 12").click();
			await page.getByRole("article").getByText("All there is to say of Letter 12.").waitFor();
			await page.getByText(/^40 emails/).waitFor();
			app.expectNoPageErrors(refusals);
		});

		test("syncs both ways: stars, moves and new mail", async () => {
			await row(page, "Letter 3").first().hover();
			await row(page, "Letter 3").first().getByRole("button", { name: "Star", exact: true }).click();
			await expect.poll(() => emulator.isStarred(ann, "Letter 3"), { timeout: 20_000 }).toBe(true);
			await row(page, "Letter 5").first().click();
			await page.getByRole("toolbar", { name: "Message actions" }).getByRole("button", { name: "Delete" }).click();
			await expectToast(page, "Email deleted");
			await expect.poll(() => emulator.folderOf(ann, "Letter 5"), { timeout: 20_000 }).toBe("trash");
			const toast = page.locator("[data-sonner-toast]").filter({ hasText: "Email deleted" });
			await toast.getByRole("button", { name: "Undo" }).click();
			await expect.poll(() => emulator.folderOf(ann, "Letter 5"), { timeout: 20_000 }).toBe("inbox");

			emulator.deliver(ann, message("A parcel for you"));
			emulator.star(ann, "Letter 7");
			// The mailbox is polled four times a minute.
			await row(page, "A parcel for you").waitFor({ timeout: 60_000 });
			await row(page, "Letter 7").getByLabel("Starred").waitFor({ timeout: 60_000 });
			app.expectNoPageErrors(refusals);
		});

		test("leaves no token in the browser, in a response or in the log", async () => {
			emulator.expire(ann);
			await page.getByRole("button", { name: "Sync", exact: true }).click();
			await page.getByRole("button", { name: "Sync", exact: true }).waitFor();
			const tokens = await storedTokens();
			expect(tokens.length).toBeGreaterThanOrEqual(2);
			const seen = [await browserHolds(page), ...answers, logged].join("\n");
			expect(answers.some((answer) => answer.includes(ann))).toBe(true);
			expect(logged).toContain("gmail-auth".replace("gmail", kind));
			for (const token of tokens) expect(seen.includes(token)).toBe(false);
			const storageKeys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
			expect(storageKeys.filter((key) => /token|oauth|user/i.test(key))).toEqual([]);
		});

		test("asks to sign in again after revocation, and resumes after a new consent", async () => {
			emulator.revoke(ann);
			emulator.expire(ann);
			await page.getByRole("button", { name: "Sync", exact: true }).click();
			await page.getByText("Sign in to this mailbox again").waitFor({ timeout: 30_000 });
			await page.getByRole("button", { name: "Reconnect", exact: true }).click();
			await page.waitForURL((url) => url.origin !== origin);
			await allow(page, ann);
			await page.waitForURL((url) => url.pathname.startsWith("/inbox"));
			await row(page, "Letter 12").first().waitFor();
			expect(await page.getByText("Sign in to this mailbox again").count()).toBe(0);
			app.expectNoPageErrors(refusals);
		});

		test("snoozes an email, which returns", async () => {
			await page.goto(`${origin}/inbox`);
			const folder = (expected: string) =>
				expect.poll(() => emulator.folderOf(ann, "Letter 12"), { timeout: 20_000 }).toBe(expected);
			await snoozeAndReturn(page, row(page, "Letter 12").first(), () => folder("archive"));
			await folder("inbox");
			app.expectNoPageErrors(refusals);
		});

		test(`deletes permanently${journey.asksToDelete ? ", once the person has allowed it" : ""}`, async () => {
			const dialog = page.getByRole("alertdialog");
			const remove = async () => {
				await row(page, "Letter 9").first().click();
				await page.getByRole("toolbar", { name: "Message actions" }).getByRole("button", { name: "Delete" }).click();
			};
			await remove();
			await expect.poll(() => emulator.folderOf(ann, "Letter 9"), { timeout: 20_000 }).toBe("trash");
			await page.goto(`${origin}/inbox?folder=trash`);
			await remove();
			if (journey.asksToDelete) {
				await dialog.getByText("Allow permanent deletion?").waitFor();
				await dialog.getByRole("button", { name: "Cancel" }).click();
				await remove();
				await dialog.getByRole("button", { name: `Continue to ${provider}` }).click();
				await page.waitForURL((url) => url.origin !== origin);
				await allow(page, ann);
				await page.waitForURL((url) => url.pathname.startsWith("/inbox") && url.searchParams.get("folder") === "trash");
				await remove();
			}
			await dialog.getByRole("button", { name: "Delete permanently" }).click();
			await expectToast(page, "Permanently deleted");
			await expect.poll(() => emulator.has(ann, "Letter 9"), { timeout: 20_000 }).toBe(false);
			app.expectNoPageErrors(refusals);
			await page.goto(`${origin}/mailstead`);
		});

		test("does not replace it with another mailbox", async () => {
			emulator.revoke(ann);
			emulator.expire(ann);
			await page.getByRole("button", { name: `Actions for ${ann}` }).click();
			await page.getByRole("menuitem", { name: "Sync now" }).click();
			await page.getByRole("button", { name: "Reconnect", exact: true }).click({ timeout: 30_000 });
			await page.waitForURL((url) => url.origin !== origin);
			await allow(page, bob);
			await page.getByRole("alert").getByText(`You signed in as ${bob}, and this mailbox is ${ann}.`).waitFor();
			await page.getByRole("button", { name: "Retry" }).click();
			await page.waitForURL((url) => url.origin !== origin);
			await allow(page, ann);
			await page.getByRole("link", { name: "Continue to Dashboard" }).click();
			await page.waitForURL(`${origin}/dashboard`);
			app.expectNoPageErrors(refusals);
		});

		test("disconnects on the page where it started", async () => {
			await page.goto(origin + start);
			await page.getByText(ann, { exact: true }).last().waitFor();
			await page.getByRole("link", { name: "Go to Dashboard" }).waitFor();
			await expectAccessible(page);
			await page.route("**/api/v1/accounts/*", (route) =>
				route.request().method() === "DELETE" ? route.abort() : route.continue(),
			);
			const disconnect = async () => {
				await page.getByRole("button", { name: "Disconnect", exact: true }).click();
				await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
			};
			await disconnect();
			await expectToast(page, "Disconnection Failed");
			await page.unroute("**/api/v1/accounts/*");
			// The provider cannot be notified: the mailbox is disconnected here anyway.
			emulator.fail({ serverError: 1, only: ({ path }) => path.includes("revoke") });
			await disconnect();
			await expectToast(page, `${name} Disconnected`, ann);
			await connectButton(page).waitFor();
			// Microsoft has no revocation endpoint.
			if (kind === "gmail") await expectToast(page, "Access was not revoked");
			await app.server.ctx.jobs.drain();
			emulator.fail(null);
			expect(await storedTokens()).toEqual([]);
			app.expectNoPageErrors(refusals);
		});
	});

	readOnlyJourney(journey);

	describe("failures", () => {
		let page: Page;
		const answer = async (reply: { status?: number; contentType?: string; body: string }) => {
			await startConsent(page);
			await page.route(exchange, (route) => route.fulfill(reply));
			await allow(page, ann);
		};
		const cases: [what: string, happen: () => Promise<unknown>, sentence: string][] = [
			[
				"the person says no",
				async () => {
					await startConsent(page);
					await allow(page, ann, "Cancel");
				},
				"Access was denied. Please grant permissions to continue.",
			],
			[
				`${provider} says that something else is wrong`,
				() => page.goto(`${origin}${callback}?error=server_error&state=s`),
				"OAuth authorization failed: server_error",
			],
			[
				"there is no code",
				() => page.goto(`${origin}${callback}?state=s`),
				"Authorization code is missing from the callback URL",
			],
			[
				"there is no state",
				() => page.goto(`${origin}${callback}?code=c`),
				"State parameter is missing from the callback URL",
			],
			[
				"the state is another",
				async () => {
					await startConsent(page);
					await page.goto(`${origin}${callback}?code=c&state=theirs`);
				},
				"Invalid state parameter - security check failed",
			],
			[
				"it was not begun in this browser",
				() => page.goto(`${origin}${callback}?code=c&state=theirs`),
				"Invalid state parameter - security check failed",
			],
			[
				"the server is out of reach",
				async () => {
					await startConsent(page);
					await page.route(exchange, (route) => route.abort());
					await allow(page, ann);
				},
				"Network error: Unable to connect to authentication server. Please check your internet connection and try again.",
			],
			[
				"a gateway answers in its place",
				() => answer({ status: 503, contentType: "text/plain", body: "Down" }),
				"Authentication failed: 503",
			],
			[
				"the answer is no JSON",
				() => answer({ contentType: "text/html", body: "<h1>Welcome</h1>" }),
				"Invalid response from authentication server",
			],
			[
				"the answer names nobody",
				() => answer({ contentType: "application/json", body: '{"token_type":"Bearer"}' }),
				"Invalid response from authentication server - missing token or user data",
			],
			[
				"it took longer than ten minutes",
				async () => {
					await startConsent(page);
					await app.server.ctx.database.exec("update pending_consents set expires_at = now()", []);
					await allow(page, ann);
				},
				"Authentication session expired. Please try again.",
			],
			[
				"the person was signed out meanwhile",
				async () => {
					await startConsent(page);
					await app.server.ctx.database.exec("delete from sessions", []);
					await allow(page, ann);
				},
				"Authentication session expired. Please try again.",
			],
			[
				`${provider} does not take the code`,
				async () => {
					await startConsent(page);
					await page.route(exchange, (route) => {
						const sent = route.request().postDataJSON() as object;
						return route.continue({ postData: JSON.stringify({ ...sent, code: "made-up" }) });
					});
					await allow(page, ann);
				},
				"Authentication failed: invalid_grant",
			],
		];

		// The sentences of the others are in the tests of the page (`oauth-callback.test.ts`) and of the API (`consent.test.ts`).
		const reported = process.env.TEST_LEG === "test" ? cases.slice(0, 1) : cases;
		test.each(reported)("are reported when %s", async (_what, happen, sentence) => {
			page = await openAs(`${Math.random().toString(36).slice(2)}@vale.example`);
			await happen();
			const alert = page.getByRole("main").getByRole("alert");
			await alert.waitFor();
			expect(await alert.textContent()).toBe(sentence);
			expect(new URL(page.url()).pathname).toBe(callback);
			const shown = (await page.getByRole("main").textContent()) ?? "";
			expect(shown).toContain(`${origin}${callback}?`);
			expect(shown).toContain("Retry count0");
			expect(shown).not.toMatch(/(code|state)=(?!\(hidden\))/);
			expect(new URL(page.url()).search).toBe("");
			await page.getByRole("link", { name: "Start Over" }).click();
			await page.waitForURL((url) => url.pathname === start || url.pathname === "/auth");
			await page.context().close();
			app.expectNoPageErrors(refusals);
		});

		test("retry: a code that never arrived is sent again, and only once at a time", async () => {
			page = await openAs("again@vale.example");
			await startConsent(page);
			let sent = 0;
			await page.route(exchange, (route) => (++sent === 1 ? route.abort() : route.continue()));
			await allow(page, ann);
			await page.getByRole("alert").waitFor();
			await expectAccessible(page);
			await page.getByRole("button", { name: "Retry" }).click();
			await page.getByRole("heading", { name: `${name} is connected` }).waitFor();
			expect(sent).toBe(2);
			app.expectNoPageErrors(refusals);
		});

		test("retry: a refusal leads to a new consent for the same access, and is counted", async () => {
			page = await openAs("phone@vale.example", { viewport: PHONE, dark: true });
			await startConsent(page, "Read-only");
			await allow(page, bob, "Cancel");
			await page.getByRole("button", { name: "Retry" }).click();
			await page.waitForURL((url) => url.origin !== origin);
			await allow(page, bob, "Cancel");
			await page.getByText("Retry count").waitFor();
			expect(await page.getByRole("main").textContent()).toContain("Retry count1");
			await expectAccessible(page);
			expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
			await page.getByRole("button", { name: "Retry" }).click();
			await page.waitForURL((url) => url.origin !== origin);
			await allow(page, bob);
			await page.getByText("Read-only", { exact: true }).waitFor();
			app.expectNoPageErrors(refusals);
		});

		test("are reported when the redirect cannot start", async () => {
			page = await openAs("begin@vale.example");
			await page.goto(origin + start);
			await page.route(`**/${kind}-auth-init`, (route) => route.abort());
			await connectButton(page).click();
			await expectToast(page, "Connection Failed", "Couldn't reach the server");
			app.expectNoPageErrors(refusals);
		});
	});
}
