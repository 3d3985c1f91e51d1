import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import type { Job } from "#shared/contracts/jobs.ts";
import type { Operation } from "#shared/contracts/plans.ts";
import { PHONE, WIDE } from "../../e2e/browser.ts";
import { shoot } from "../../e2e/screenshots.ts";
import { fullInbox } from "./connected-inbox.ts";
import { testScreens } from "./screens.ts";

/** Toasts are over the page, and over nothing that is in use. */

const screens = testScreens();
const answers = {
	...fullInbox,
	// No other toast reports messages that wait.
	getOutbox: () => ({ waiting: 0, attention: 0, delayed: [] }),
	// What was undone shows until there is an answer.
	undoOperation: () => new Promise(() => undefined),
	// Suspicious lists can't be selected.
	listSubscriptions(sample: unknown) {
		const { items, ...page } = sample as { items: object[] };
		return { ...page, items: items.map((one) => ({ ...one, isSuspicious: false })) };
	},
};
const toastOf = (page: Page) => page.locator("[data-sonner-toast][data-removed=false] > *");
const undoOf = (page: Page) => toastOf(page).getByRole("button", { name: "Undo", exact: true });

/** Opens the inbox and archives an email, which can be undone for 12 seconds of the page's clock. */
async function archiveOne(options: Parameters<typeof screens.open>[1] = {}): Promise<Page> {
	screens.server.amount = "most";
	screens.server.answers = answers;
	const page = await screens.open("/inbox", options);
	await page.clock.install();
	await page.keyboard.press("j");
	await page.keyboard.press("e");
	await settle(page);
	await undoOf(page).waitFor();
	expect(await archived(page).count()).toBe(0);
	return page;
}

/** The row of the email that `archiveOne` archives. */
const archived = (page: Page) => page.getByRole("row", { includeHidden: true }).filter({ hasText: /Sender 1(?!\d)/ });

/** Lets the page's clock show what a moment shows. */
async function settle(page: Page): Promise<void> {
	await page.clock.runFor(500);
}

async function box(of: Locator) {
	const found = await of.boundingBox();
	if (found === null) throw new Error("It is not shown");
	return found;
}

/** The names of the controls that a toast is over. */
async function covered(page: Page, controls: Locator): Promise<string[]> {
	const toast = await box(toastOf(page));
	const names: string[] = [];
	for (const control of await controls.all()) {
		const one = await control.boundingBox();
		if (one === null) continue;
		const isBeside = one.x >= toast.x + toast.width || one.x + one.width <= toast.x;
		if (!isBeside && one.y < toast.y + toast.height && one.y + one.height > toast.y)
			names.push((await control.getAttribute("aria-label")) ?? (await control.textContent()) ?? "");
	}
	return names;
}

it.each([
	["wide", WIDE],
	["on a phone", PHONE],
])("nothing of the page moves when one comes: %s", async (name, viewport) => {
	screens.server.amount = "most";
	screens.server.answers = answers;
	const page = await screens.open("/inbox", { viewport });
	const sizes = () =>
		page.evaluate(() =>
			["html", "body", "main", "main > div"].map((one) =>
				JSON.stringify(document.querySelector(one)?.getBoundingClientRect()),
			),
		);
	const before = await sizes();
	await page.keyboard.press("j");
	await page.keyboard.press("e");
	await undoOf(page).waitFor();
	await shoot(page, `toast-inbox-${name}`);
	expect(await sizes()).toEqual(before);
	expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
	const toast = await box(toastOf(page));
	expect(toast.y + toast.height).toBe(viewport.height - 12);
});

it.each([
	["wide", WIDE],
	["on a phone", PHONE],
])("with a dialog open it can be pressed, and covers none of its buttons: %s", async (name, viewport) => {
	const page = await archiveOne({ viewport });
	await page.keyboard.press("v");
	const dialog = page.getByRole("dialog");
	await dialog.waitFor();
	await settle(page);
	await shoot(page, `toast-dialog-${name}`);
	expect(await covered(page, dialog)).toEqual([]);
	// Neither hidden from screen readers, nor taken for a click outside the dialog.
	await page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Undo" }).click();
	await archived(page).waitFor();
	expect(await dialog.isVisible()).toBe(true);
});

it("makes way for a question that opens below it, also while the pointer rests on it", async () => {
	const page = await archiveOne({ viewport: PHONE });
	screens.server.answers = {
		...answers,
		undoOperation(sample) {
			const { job, operation } = sample as { job: Job; operation: Operation };
			const counts = { applied: 1, skipped: 0, failed: 0 };
			return { job: { ...job, state: "done", result: counts }, operation: { ...operation, ...counts, count: 1 } };
		},
		getJob: (sample) => ({ ...(sample as Job), state: "done" }),
		listOperations(sample) {
			const { items, ...more } = sample as { items: Operation[] };
			return { ...more, items: items.map((one) => ({ ...one, undoOf: null })) };
		},
	};
	await page.keyboard.press("z");
	await archived(page).waitFor();
	await settle(page);
	await toastOf(page).first().hover();
	// This page has nothing more to undo: it asks about what others did.
	await page.keyboard.press("z");
	const question = page.getByRole("alertdialog");
	await question.waitFor();
	await settle(page);
	expect(await covered(page, question.getByRole("button"))).toEqual([]);
	await question.getByRole("button", { name: "Cancel" }).click();
});

it("is reached by a key from a dialog, and the focus goes back", async () => {
	const page = await archiveOne();
	await page.keyboard.press("v");
	const dialog = page.getByRole("dialog");
	await dialog.waitFor();
	const field = dialog.getByRole("textbox").or(dialog.getByRole("combobox")).first();
	await field.focus();
	await page.keyboard.press("F8");
	expect(await undoOf(page).evaluate((one) => one === document.activeElement)).toBe(true);
	await page.clock.runFor(60_000);
	await page.keyboard.press("Enter");
	await archived(page).waitFor();
	expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
});

it.each([
	["wide", WIDE],
	["on a narrow screen", { width: 768, height: 900 }],
	["on a phone", PHONE],
])("covers no bar of the composer: %s", async (name, viewport) => {
	const page = await archiveOne({ viewport });
	await page.keyboard.press("c");
	const composer = page.getByRole("dialog");
	await composer.getByRole("button", { name: "Bold" }).waitFor();
	await composer.getByRole("textbox", { name: "Message" }).focus();
	await settle(page);
	await shoot(page, `toast-composer-${name}`);
	expect(await covered(page, composer.getByRole("button"))).toEqual([]);
	await undoOf(page).click();
	await composer.getByRole("button", { name: "Save and close" }).click();
	await composer.waitFor({ state: "detached" });
});

it.each([
	["wide", WIDE],
	["on a phone", PHONE],
])("is above the bar of a selection: %s", async (name, viewport) => {
	const page = await archiveOne({ viewport });
	await page.keyboard.press("g");
	await page.keyboard.press("u");
	await page.getByRole("main").getByRole("checkbox", { name: "Select Sample name" }).click();
	const bar = page.getByRole("region", { name: "Selection" });
	await bar.waitFor();
	await settle(page);
	await shoot(page, `toast-selection-${name}`);
	expect(await covered(page, bar)).toEqual([]);
	await undoOf(page).click();
});

it("stays while somebody points at it, and then for the rest of its time", async () => {
	const page = await archiveOne();
	await page.clock.runFor(6_000);
	await toastOf(page).hover();
	await page.clock.runFor(60_000);
	expect(await toastOf(page).count()).toBe(1);
	await page.mouse.move(700, 10);
	await page.clock.runFor(4_000);
	expect(await toastOf(page).count()).toBe(1);
	await page.clock.runFor(2_500);
	await toastOf(page).waitFor({ state: "detached" });
});

it("moves away from what has the focus", async () => {
	const page = await archiveOne();
	const place = await box(toastOf(page));
	await page.evaluate(() => {
		const field = document.createElement("input");
		field.style.cssText = "position: fixed; bottom: 20px; left: 260px; width: 200px; height: 30px";
		document.body.append(field);
		field.focus();
	});
	await settle(page);
	expect((await box(toastOf(page))).y).toBeLessThan(place.y);
	expect(await covered(page, page.locator("input:focus"))).toEqual([]);
});

it("does not come under the pointer", async () => {
	screens.server.amount = "most";
	screens.server.answers = answers;
	const page = await screens.open("/inbox");
	await page.mouse.move(300, WIDE.height - 30);
	await page.keyboard.press("j");
	await page.keyboard.press("e");
	await undoOf(page).waitFor();
	const toast = await box(toastOf(page));
	expect(toast.y + toast.height).toBeLessThan(WIDE.height - 30);
});

it("undoes one change when its Undo is pressed twice, and not the one that slides under the pointer", async () => {
	const page = await archiveOne();
	await page.keyboard.press("!");
	await settle(page);
	await expect.poll(() => undoOf(page).count()).toBe(2);
	const { x, y } = await box(undoOf(page).first());
	await page.evaluate(
		async ([left, top]) => {
			const press = () =>
				document
					.querySelectorAll<HTMLElement>("[data-sonner-toast][data-removed=false] button")
					.item(0)
					.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1, clientX: left, clientY: top }));
			press();
			press();
		},
		[x, y] as const,
	);
	await settle(page);
	expect(await undoOf(page).count()).toBe(1);
});

it("says the same again to screen readers when it happens again", async () => {
	screens.server.amount = "most";
	screens.server.answers = { ...answers, listOperations: () => ({ items: [], nextCursor: null }) };
	const page = await screens.open("/inbox");
	const said = toastOf(page).getByRole("paragraph").filter({ hasText: "Nothing to undo" });
	await page.keyboard.press("z");
	const first = await said.elementHandle();
	await page.keyboard.press("z");
	await expect.poll(() => first?.evaluate((text) => text.isConnected)).toBe(false);
	expect(await said.count()).toBe(1);
});
