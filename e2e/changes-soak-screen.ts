import type { Locator, Page } from "playwright-core";
import { PHONE, WIDE } from "./browser.ts";
import type { ListView, Row } from "./changes-soak-model.ts";

/** A device as a person uses it: what its list shows, and what can be done there. */

export type DeviceName = "desktop" | "phone";
/** A list, which is all that a person sees of a mailbox. */
export interface ListAddress {
	account: string;
	/** A role, or the id of a folder without one. */
	folder: string;
}
/** What the user asked for, and in which words the program says that it is done. */
export type RowAction = "archive" | "trash" | "read" | "unread" | "star" | "unstar";

const TALL = { desktop: { ...WIDE, height: 3_600 }, phone: { ...PHONE, height: 6_600 } };
const USUAL = { desktop: WIDE, phone: PHONE };
/** What says how a change or an undo ended. */
const OUTCOMES = "Brought back|changed since|changed elsewhere|Undone|Couldn't|Nothing to undo";

/** Makes a page note what it says, and lets its time pass. Before its first address. */
export async function prepare(page: Page): Promise<void> {
	await page.addInitScript((outcomes) => {
		const said: string[] = [];
		let later = 0;
		const now = Date.now;
		Date.now = () => now() + later;
		Object.assign(window, { said, wait: (ms: number) => (later += ms) });
		const pattern = new RegExp(outcomes);
		const note = (node: Node) => pattern.test(node.textContent ?? "") && said.push(node.textContent ?? "");
		new MutationObserver((changes) => {
			for (const { type, target, addedNodes } of changes)
				for (const node of type === "characterData" ? [target] : addedNodes) note(node);
		}).observe(document, { subtree: true, childList: true, characterData: true });
	}, OUTCOMES);
}

/** What was said about changes and undos since it was last asked. */
export async function takeMessages(page: Page): Promise<string> {
	const said = await page.evaluate(() => (window as unknown as { said: string[] }).said.splice(0));
	return said.join("\n");
}

/** For the page, minutes pass. */
export async function passMinutes(page: Page, minutes: number): Promise<void> {
	await page.evaluate((ms) => (window as unknown as { wait: (ms: number) => void }).wait(ms), minutes * 60_000);
}

const addressOf = ({ account, folder }: ListAddress): string => `/inbox?${new URLSearchParams({ folder, account })}`;

/** Reloads a list. */
export async function load(page: Page, address: ListAddress, view: ListView): Promise<void> {
	await page.goto(addressOf(address));
	const isOther = await page.evaluate((wanted) => {
		const other = (localStorage.getItem("listView") ?? "conversations") !== wanted;
		localStorage.setItem("listView", wanted);
		return other;
	}, view);
	if (isOther) await page.reload();
	await isLoaded(page);
}

/** Goes to another list of the same page, as by a link. */
export async function go(page: Page, address: ListAddress): Promise<void> {
	await page.evaluate((address) => history.pushState({}, "", address), addressOf(address));
	await isLoaded(page);
}

async function isLoaded(page: Page): Promise<void> {
	await page
		.getByText(/^[\d,]+ emails?( in |\b)/)
		.first()
		.waitFor();
}

/** The rows from the top, as far as there are some, and the number of emails above them; on a tall screen more of them. */
export async function listOf(page: Page, device: DeviceName, isTall: boolean): Promise<{ total: number; rows: Row[] }> {
	if (isTall) await page.setViewportSize(TALL[device]);
	const total = await page
		.getByRole("main")
		.getByText(/^[\d,]+ emails?\b/)
		.first()
		.textContent();
	const rows = await page.getByRole("grid").evaluateAll((grids) =>
		[...(grids[0]?.querySelectorAll("[data-index]") ?? [])]
			.map((row) => ({
				index: Number(row.getAttribute("data-index")),
				subject:
					row
						.querySelector("[role=checkbox]")
						?.getAttribute("aria-label")
						?.replace(/^Select /, "") ?? "",
				isUnread: [...row.querySelectorAll("span")].some(({ textContent }) => /^unread\.?$/i.test(textContent.trim())),
				isStarred: row.querySelector('svg[aria-label="Starred"]') !== null,
			}))
			.sort((a, b) => a.index - b.index)
			.filter(({ index }, at) => index === at)
			.map(({ index: _, ...row }) => row),
	);
	if (isTall) await page.setViewportSize(USUAL[device]);
	return { total: Number(total?.match(/[\d,]+/)?.[0].replaceAll(",", "")), rows };
}

const toolbar = (page: Page): Locator => page.getByRole("toolbar", { name: "Selected emails" });
const box = (page: Page, subject: string): Locator =>
	page.getByRole("checkbox", { name: `Select ${subject}`, exact: true });

export async function select(page: Page, subjects: readonly string[]): Promise<void> {
	for (const subject of subjects) await box(page, subject).first().click();
	await toolbar(page).waitFor();
}

/** Selects what is in the list, also what is not loaded where that is offered. @returns whether it was */
export async function selectEverything(page: Page, first: string): Promise<boolean> {
	await select(page, [first]);
	const all = toolbar(page).getByRole("checkbox", { name: "Select all loaded emails" });
	// The first may be all.
	if ((await all.getAttribute("aria-checked")) !== "true") await all.click();
	const rest = page.getByRole("button", { name: /^Select all [\d,]+ / });
	await page.waitForTimeout(200);
	if ((await rest.count()) === 0) return false;
	await rest.click();
	return true;
}

const keys: Record<RowAction, string> = {
	...{ archive: "e", trash: "#", read: "Shift+I", unread: "Shift+U", star: "s", unstar: "s" },
};
const buttons: Record<RowAction, string> = {
	...{ archive: "Archive", trash: "Delete", read: "Mark as read" },
	...{ unread: "Mark as unread", star: "Star", unstar: "Remove star" },
};

/** To what is selected: with the keyboard on the desktop, with buttons and the menu on the phone. */
export async function act(page: Page, device: DeviceName, action: RowAction): Promise<void> {
	if (device === "desktop") return page.keyboard.press(keys[action]);
	const button = toolbar(page).getByRole("button", { name: buttons[action], exact: true });
	if ((await button.count()) > 0) return button.click();
	await toolbar(page).getByRole("button", { name: "More actions for the selected emails" }).click();
	await page.getByRole("menuitem", { name: buttons[action], exact: true }).click();
}

/** Applies the change of everything that is open to be looked at. */
export async function applyPreviewed(page: Page): Promise<void> {
	const dialog = page.getByRole("dialog").filter({ has: page.getByText(/Only these emails will be changed/) });
	await dialog.getByRole("button", { name: /[\d,]+ emails?/ }).click();
	await page.getByRole("dialog").waitFor({ state: "detached" });
}

export async function move(page: Page, device: DeviceName, folder: string): Promise<void> {
	if (device === "desktop") await page.keyboard.press("v");
	else await toolbar(page).getByRole("button", { name: "Move to…", exact: true }).click();
	const dialog = page.getByRole("dialog", { name: "Move to…" });
	await dialog.getByRole("listitem").getByRole("button", { name: folder, exact: true }).click();
	await dialog.waitFor({ state: "detached" });
}

/** Adds or removes a label. */
export async function label(page: Page, device: DeviceName, name: string): Promise<void> {
	if (device === "desktop") await page.keyboard.press("l");
	else {
		await toolbar(page).getByRole("button", { name: "More actions for the selected emails" }).click();
		await page.getByRole("menuitem", { name: /^Labels…/ }).click();
	}
	const dialog = page.getByRole("dialog", { name: "Labels" });
	await dialog.getByRole("button", { name: "Add" }).waitFor();
	await page.waitForTimeout(200);
	const known = dialog.getByRole("checkbox", { name, exact: true });
	if ((await known.count()) > 0) await known.click();
	else {
		await dialog.getByRole("textbox", { name: "New label" }).fill(name);
		await dialog.getByRole("button", { name: "Add" }).click();
	}
	await dialog.getByRole("button", { name: "Apply" }).click();
	await dialog.waitFor({ state: "detached" });
}

/** Leaves the selection, if there is one. */
export async function deselect(page: Page): Promise<void> {
	const clear = toolbar(page).getByRole("button", { name: "Clear selection" });
	if ((await clear.count()) > 0) await clear.click();
}

/** The button of the newest toast that offers Undo. */
export const undoButton = (page: Page): Locator => page.getByRole("button", { name: /^Undo(?: all)?$/ });

/** The question before something is undone that one would not expect; null: there is none. */
export async function undoQuestion(page: Page): Promise<string | null> {
	const dialog = page.getByRole("alertdialog");
	await page.waitForTimeout(300);
	return (await dialog.count()) === 0 ? null : await dialog.getByRole("heading").textContent();
}

export async function answer(page: Page, yes: boolean): Promise<void> {
	const dialog = page.getByRole("alertdialog");
	await dialog.getByRole("button", { name: yes ? "Undo" : "Cancel", exact: true }).click();
	await dialog.waitFor({ state: "detached" });
}

/** Rows have left the list before the server could answer. */
export async function expectGone(page: Page, subjects: readonly string[]): Promise<void> {
	for (const subject of subjects) await box(page, subject).waitFor({ state: "detached", timeout: 2_000 });
}
