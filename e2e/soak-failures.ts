import type { Page } from "playwright-core";
import { answerCheck } from "./security-check.ts";
import type { SoakServer } from "./soak-server.ts";

/** What can happen to the requests of a page. */
export const failures = [
	...["session ended", "password changed", "server full", "server fails"],
	...["offline", "slow line", "killed server"],
] as const;
export type Failure = (typeof failures)[number];

/** Console errors that they cause. */
export const failureErrors = /status of (?:401|409|5\d\d)|ERR_|Failed to load resource|Failed to fetch/;

/** Longer than it takes until a change is saved. */
const TROUBLE_MS = 1_500;

interface Endured {
	/** The requests that are answered with errors or late; others are not. */
	requests: RegExp;
	method: "PATCH" | "POST";
	work: () => Promise<void>;
}

/** Works on a page while its requests fail. */
export async function withFailure(
	server: SoakServer,
	failure: Failure,
	page: Page,
	{ requests, method, work }: Endured,
): Promise<void> {
	const answer = (status: number): Promise<unknown> =>
		page.route(requests, (route) =>
			route.request().method() === method
				? route.fulfill({
						status,
						contentType: "application/problem+json",
						body: JSON.stringify({ status, title: "No" }),
					})
				: route.continue(),
		);
	const between = async (start: () => Promise<unknown>, end: () => Promise<unknown>): Promise<void> => {
		await start();
		await work();
		await page.waitForTimeout(TROUBLE_MS);
		await end();
	};
	const whole = () => page.unroute(requests);
	switch (failure) {
		case "session ended":
			await server.endSessions();
			return workWithoutSession(server, page, work);
		case "password changed":
			await server.changePassword();
			return workWithoutSession(server, page, work);
		case "server full":
			return between(() => answer(503), whole);
		case "server fails":
			return between(() => answer(500), whole);
		case "offline":
			return between(
				() => page.context().setOffline(true),
				() => page.context().setOffline(false),
			);
		case "slow line":
			await page.route(requests, async (route) => {
				await new Promise((resolve) => setTimeout(resolve, 2 * TROUBLE_MS));
				await route.continue().catch(() => undefined);
			});
			return work();
		case "killed server":
			return server.kill(work);
	}
}

const signInOver = (page: Page) => page.getByRole("dialog", { name: "You were signed out" });

/** The page may hear that its session has ended while something is done: then it is done after signing in. */
async function workWithoutSession(server: SoakServer, page: Page, work: () => Promise<void>): Promise<void> {
	let isSignedIn = false;
	await page.addLocatorHandler(
		signInOver(page),
		async () => {
			await signInAgain(server, page);
			isSignedIn = true;
		},
		{ times: 1 },
	);
	await work();
	await page.removeLocatorHandler(signInOver(page));
	if (!isSignedIn) await signInAgain(server, page);
}

/** In the dialog over a page whose session has ended. */
export async function signInAgain(server: SoakServer, page: Page): Promise<void> {
	const dialog = signInOver(page);
	await dialog.waitFor();
	await dialog.getByLabel("Password", { exact: true }).fill(server.password());
	await answerCheck(page);
	await dialog.getByRole("button", { name: "Sign In", exact: true }).click();
	await dialog.waitFor({ state: "hidden" });
}
