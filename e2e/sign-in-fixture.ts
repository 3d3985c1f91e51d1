import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { type SignInEmulators, startSignInEmulators } from "#test/emulators/sign-in.ts";
import { freePort } from "#test/free-port.ts";
import type { TestUser } from "#test/server.ts";
import { type SmtpSink, startSmtpSink } from "#test/smtp-sink.ts";
import { type App, startApp } from "./app.ts";
import { answerCheck } from "./security-check.ts";

const people = [
	{ email: "mia@outlook.example", name: "Mia Outlook" },
	{ email: "gil@gmail.com", name: "Gil Mail" },
	{ email: "two@outlook.example", name: "Two Factors" },
];
/** Console errors of responses that the tests provoke. */
export const refusals = /Failed to load resource/;
export const password = "correct horse battery";

/** The real server with sign-in emulators and a mail sink; set once the tests have started. */
export let app: App;
export let emulators: SignInEmulators;
export let sink: SmtpSink;
export let origin: string;

/** Starts everything before a file's tests, and stops it after them. @param env more settings */
export function prepareSignIn(env: Record<string, string> = {}): void {
	// All tests share one IP address, which may sign in thirty times a minute: reset the rate limits before each.
	beforeEach(async () => {
		await app.server.ctx.database.exec("delete from rate_limits", []);
	});

	beforeAll(async () => {
		const port = String(await freePort());
		// Passkeys and redirect URIs depend on the host name, so use localhost instead of 127.0.0.1.
		origin = `http://localhost:${port}`;
		emulators = await startSignInEmulators(origin, people);
		sink = await startSmtpSink();
		app = await startApp({ PORT: port, BASE_URL: origin, SMTP_URL: sink.url, ...emulators.env, ...env });
	});
	afterAll(async () => {
		await app.close();
		await emulators.close();
		await sink.close();
	});
}

export const open = async (path = "/auth", options: Parameters<App["open"]>[0] = {}): Promise<Page> => {
	const page = await app.open(options);
	await page.goto(origin + path);
	return page;
};
export const pathOf = (page: Page) => new URL(page.url()).pathname;
export const enter = async (page: Page, email: string, secret = password) => {
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password", { exact: true }).fill(secret);
	await answerCheck(page);
	await page.locator("form").getByRole("button", { name: "Sign In", exact: true }).click();
};
export const expectToast = async (page: Page, title: string, description: string) => {
	const toast = page.locator("[data-sonner-toast]").filter({ hasText: title }).last();
	await toast.waitFor();
	expect(await toast.textContent()).toContain(description);
};
export const who = (page: Page): Promise<string | undefined> =>
	page.evaluate(async () => {
		const answer = (await (await fetch("/api/auth/get-session")).json()) as { user: { email: string } } | null;
		return answer?.user.email;
	});
export const verify = (owner: TestUser) =>
	app.server.ctx.database.query("update users set email_verified = true where id = $1", [owner.ownerId]);

/** The link in the latest email to an address, as the user would click it. */
export async function mailed(email: string, path: string): Promise<string> {
	const find = () =>
		sink.received
			.filter(({ to }) => to.includes(email))
			.map(({ raw }) => raw.replaceAll("=\r\n", "").replaceAll("=3D", "="))
			.map((text) => new RegExp(`http://localhost:\\d+${path}[^\\s]*#[\\w.-]+`).exec(text)?.[0])
			.findLast((link) => link !== undefined);
	await expect.poll(find, { timeout: 10_000 }).toBeDefined();
	return find() ?? "";
}
