import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { createLogger } from "#server/log.ts";
import { openCredentials } from "#server/mail/sessions/credentials.ts";
import type { Faults } from "#test/emulators/faults.ts";
import { freePort } from "#test/free-port.ts";
import { type App, addSession, startApp } from "./app.ts";

/** A provider emulator, with what the journeys need. */
export interface Emulator {
	env: Record<string, string>;
	/** Delivers a message. */
	deliver(email: string, raw: string, receivedAt?: number): string;
	/** By subject. */
	isStarred(email: string, subject: string): boolean;
	folderOf(email: string, subject: string): string;
	has(email: string, subject: string): boolean;
	/** Stars a message in another client. */
	star(email: string, subject: string): void;
	fail(faults: Faults | null): void;
	/** Revokes the user's grant. */
	revoke(email: string): void;
	/** Expires all access tokens. */
	expire(email: string): void;
	close(): Promise<void>;
}

export interface Journey {
	kind: "gmail" | "outlook";
	/** Name of the mailbox kind, as the hub lists it. */
	name: string;
	option: string;
	/** The provider's company name. */
	provider: string;
	ann: string;
	bob: string;
	/** Permanent deletion needs its own consent. */
	asksToDelete: boolean;
	start(origin: string, people: { email: string; name: string }[]): Promise<Emulator>;
}

/** Console errors of responses that the tests provoke, and of an image that the emulators lack. */
export const refusals = /Failed to load resource/;

export let app: App;
export let emulator: Emulator;
export let origin: string;
/** The server's entire log. */
export let logged = "";

/** Starts the server with a provider emulator before a file's tests, and stops both after them. */
export function prepareConsent(journey: Journey): void {
	beforeAll(async () => {
		const port = String(await freePort());
		origin = `http://localhost:${port}`;
		emulator = await journey.start(origin, [
			{ email: journey.ann, name: "Ann Example" },
			{ email: journey.bob, name: "Bob Example" },
		]);
		for (let index = 0; index < 40; index++)
			emulator.deliver(journey.ann, message(`Letter ${index + 1}`), Date.now() - index * 3_600_000);
		for (let index = 0; index < 3; index++)
			emulator.deliver(journey.bob, message(`Note ${index + 1}`), Date.now() - index * 3_600_000);
		const log = createLogger({ logLevel: "debug" }, { write: (line) => (logged += line) });
		const env = { PORT: port, BASE_URL: origin, ALLOW_PRIVATE_HOSTS: "on", ...emulator.env };
		app = await startApp(env, { log });
	});
	afterAll(async () => {
		await app?.close();
		await emulator?.close();
	});
	beforeEach(async () => {
		// All users share one IP address: reset the rate limits.
		await app.server.ctx.database.exec("delete from rate_limits", []);
	});
}

export function message(subject: string): string {
	return [
		"From: Mira Holt <mira@orchard.example>",
		"To: ann@example.org",
		`Subject: ${subject}`,
		`Message-ID: <${subject.replaceAll(/\W/g, "-")}@orchard.example>`,
		`Date: ${new Date().toUTCString().replace("GMT", "+0000")}`,
		"Content-Type: text/plain; charset=utf-8",
		"",
		`All there is to say of ${subject}.`,
		"",
	].join("\r\n");
}

/** A page of a new user. */
export async function openAs(email: string, options: Parameters<App["open"]>[0] = {}): Promise<Page> {
	const user = await app.server.signUp(email);
	const page = await app.open(options);
	await addSession(page, user, origin);
	return page;
}

/** On the provider's consent page. */
export async function allow(page: Page, email: string, answer: "Continue" | "Cancel" = "Continue"): Promise<void> {
	// The app has a button with this address, too.
	await page.waitForURL((url) => url.origin !== origin);
	await page.getByRole("button", { name: email }).click();
	await page.getByRole("button", { name: answer }).click();
}

export const row = (page: Page, subject: string): Locator =>
	// The exact subject: the text of a row with "Letter 1" and the time 2:30 PM contains "Letter 12".
	page.getByRole("row").filter({ has: page.getByText(subject, { exact: true }) });

export const expectToast = async (page: Page, title: string, description?: string): Promise<void> => {
	const toast = page.locator("[data-sonner-toast]").filter({ hasText: title }).last();
	await toast.waitFor();
	if (description !== undefined) expect(await toast.textContent()).toContain(description);
};

/** All tokens that the server currently stores for its mailboxes. */
export async function storedTokens(): Promise<string[]> {
	const { config, database } = app.server.ctx;
	const rows = await database.query<{ owner_id: string; id: string; credentials: Buffer | null }>(
		"select owner_id, id, credentials from connected_accounts",
		[],
	);
	return rows.flatMap((account) => {
		const secrets = openCredentials(config, account.owner_id, account.id, account.credentials);
		return [secrets?.accessToken, secrets?.refreshToken].filter((token) => typeof token === "string");
	});
}

/** Everything that the browser stores and shows. */
export async function browserHolds(page: Page): Promise<string> {
	const stores = await page.evaluate(() =>
		JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
	);
	return [stores, JSON.stringify(await page.context().cookies()), await page.content(), page.url()].join("\n");
}
