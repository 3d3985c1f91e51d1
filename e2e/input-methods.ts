import type { Locator, Page } from "playwright-core";

/** How a person operates a page. */
export interface InputMethod {
	/** A button, link or field. */
	press(target: Locator): Promise<void>;
	/** An entry of the open menu. */
	choose(item: Locator): Promise<void>;
	/** Into a field. */
	type(field: Locator, text: string): Promise<void>;
}

/** Keys to the farthest control; one that takes more counts as out of reach. */
const MAX_KEYS = 200;

/** The keyboard alone: Tab in both directions, arrows and Enter. */
export function keyboardOf(page: Page): InputMethod {
	const { keyboard } = page;
	const isFocused = (target: Locator): Promise<boolean> =>
		target.evaluate((element) => element.contains(document.activeElement));
	const isBefore = (target: Locator): Promise<boolean> =>
		target.evaluate((element) => {
			const position = document.activeElement?.compareDocumentPosition(element) ?? 0;
			const isAround = (position & Node.DOCUMENT_POSITION_CONTAINS) !== 0;
			return !isAround && (position & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
		});
	const move = async (target: Locator, keyTo: () => string | Promise<string>): Promise<void> => {
		await target.waitFor();
		for (let keys = 0; keys < MAX_KEYS; keys++) {
			if (await isFocused(target)) return;
			await keyboard.press(await keyTo());
		}
		throw new Error(`${target} can't be reached by keyboard`);
	};
	const focus = (target: Locator): Promise<void> =>
		move(target, async () => ((await isBefore(target)) ? "Shift+Tab" : "Tab"));
	return {
		async press(target) {
			await focus(target);
			await keyboard.press("Enter");
		},
		async choose(item) {
			await move(item, () => "ArrowDown");
			await keyboard.press("Enter");
		},
		async type(field, text) {
			await focus(field);
			await keyboard.type(text);
		},
	};
}

/** Touch alone; text comes from the keyboard on the screen. */
export function touchOf(page: Page): InputMethod {
	const press = (target: Locator): Promise<void> => target.tap();
	return {
		press,
		choose: press,
		async type(field, text) {
			await field.tap();
			await page.keyboard.type(text);
		},
	};
}
