import type { BrowserContext, Locator, Page } from "playwright-core";
import { composerContract } from "#tools/composer/contract.ts";
import { WIDE } from "./browser.ts";
import { answerCheck } from "./security-check.ts";
import type { World } from "./writing-soak-fixture.ts";

/** What happens to somebody who writes. */

export const happenings = [
	...["nothing", "reload", "second tab", "second device", "other program", "session ended", "password changed"],
	...["server full", "server fails", "offline", "slow line", "killed server", "mail server busy"],
] as const;
export type Happening = (typeof happenings)[number];

export const composerOf = (page: Page): Locator =>
	page.getByRole("dialog").filter({ has: page.getByRole("textbox", { name: "Message" }) });
export const messageOf = (page: Page): Locator => composerOf(page).last().getByRole("textbox", { name: "Message" });

/** Requests that save a draft. */
const saves = /\/api\/v1\/drafts\/[0-9a-f-]{36}$/;
/** Longer than it takes until a change is saved. */
const TROUBLE_MS = 1_500;

/** Lets it happen while a text is typed at the cursor. */
export async function happen(world: World, happening: Happening, page: Page, text: string): Promise<void> {
	const type = (): Promise<void> => page.keyboard.type(`${text} `, { delay: 30 });
	const typeWhile = async (start: () => Promise<unknown>, end: () => Promise<unknown>): Promise<void> => {
		await start();
		await type();
		await page.waitForTimeout(TROUBLE_MS);
		await end();
	};
	switch (happening) {
		case "reload":
			await type();
			await page.reload();
			return messageOf(page).waitFor();
		case "second tab":
			await writeElsewhere(world, page, page.context(), text.replace("during", "elsewhere"));
			await type();
			return bothAreKept(page);
		case "second device":
			await writeElsewhere(world, page, (await world.open(WIDE)).context(), text.replace("during", "elsewhere"));
			await type();
			return bothAreKept(page);
		case "other program":
			await writeByProgram(world, page);
			await type();
			return bothAreKept(page);
		case "session ended":
			await world.endSessions();
			await type();
			return signInAgain(world, page);
		case "password changed":
			await world.changePassword();
			await type();
			return signInAgain(world, page);
		case "server full":
			return typeWhile(
				() => answerSaves(page, 503),
				() => page.unroute(saves),
			);
		case "server fails":
			return typeWhile(
				() => answerSaves(page, 500),
				() => page.unroute(saves),
			);
		case "offline":
			return typeWhile(
				() => page.context().setOffline(true),
				() => page.context().setOffline(false),
			);
		case "slow line":
			await page.route(saves, async (route) => {
				await new Promise((resolve) => setTimeout(resolve, 2 * TROUBLE_MS));
				await route.continue().catch(() => undefined);
			});
			return type();
		case "killed server":
			return world.kill(type);
		case "mail server busy":
			world.sink.refuse("421 4.3.2 Try again later");
			return type();
		default:
			return type();
	}
}

async function answerSaves(page: Page, status: number): Promise<void> {
	await page.route(saves, (route) =>
		route.request().method() === "PATCH"
			? route.fulfill({
					status,
					contentType: "application/problem+json",
					body: JSON.stringify({ status, title: "No" }),
				})
			: route.continue(),
	);
}

/** Id of the draft that is open, once all of it is saved. */
async function openDraft(world: World, page: Page): Promise<string> {
	await composerOf(page).getByText("Saved", { exact: true }).waitFor();
	const drafts = (await world.user()).client(composerContract);
	const { items } = await drafts.listDrafts({ query: { section: "drafts", limit: 1 } });
	return items[0]?.id ?? "";
}

/** The same draft is open in another window, where something is written and saved. */
async function writeElsewhere(world: World, page: Page, context: BrowserContext, text: string): Promise<void> {
	const id = await openDraft(world, page);
	const other = await context.newPage();
	await other.addInitScript((draft) => sessionStorage.setItem("openComposers", JSON.stringify([draft])), id);
	await other.goto(`${world.url}/drafts`);
	await messageOf(other).click();
	await other.keyboard.press("Control+Home");
	await other.keyboard.type(`${text} `);
	await composerOf(other).getByText("Saved", { exact: true }).waitFor();
	await other.close();
	await messageOf(page).click();
	await page.keyboard.press("Control+Home");
}

async function bothAreKept(page: Page): Promise<void> {
	await composerOf(page)
		.getByText(/Both versions are kept/)
		.waitFor();
	await messageOf(page).waitFor();
}

/** A program writes over the draft through the API, which it may. */
async function writeByProgram(world: World, page: Page): Promise<void> {
	const id = await openDraft(world, page);
	const body = { html: "<div>By a program</div>", text: "By a program" };
	await (await world.user()).client(composerContract).updateDraft({ params: { id }, body });
}

async function signInAgain(world: World, page: Page): Promise<void> {
	const dialog = page.getByRole("dialog", { name: "You were signed out" });
	await dialog.waitFor();
	await dialog.getByLabel("Password", { exact: true }).fill(world.password());
	await answerCheck(page);
	await dialog.getByRole("button", { name: "Sign In", exact: true }).click();
	await dialog.waitFor({ state: "hidden" });
}
