import type { Locator, Page } from "playwright-core";

/** How a person operates a page. */
export interface Hand {
	/** A button, link or field. */
	press(target: Locator): Promise<void>;
	/** An entry of the open menu. */
	choose(item: Locator): Promise<void>;
	/** Into a field. */
	type(field: Locator, text: string): Promise<void>;
}

/** Longest way to a control: more would be no way. */
const MAX_KEYS = 200;

/** The keyboard alone: Tab in both directions, arrows and Enter. */
export function keyboardOf(page: Page): Hand {
	const { keyboard } = page;
	const isFocused = (target: Locator): Promise<boolean> =>
		target.evaluate((element) => element.contains(document.activeElement));
	const isBefore = (target: Locator): Promise<boolean> =>
		target.evaluate((element) => {
			const position = document.activeElement?.compareDocumentPosition(element) ?? 0;
			return (position & (Node.DOCUMENT_POSITION_PRECEDING | Node.DOCUMENT_POSITION_CONTAINS)) === 2;
		});
	const focus = async (target: Locator): Promise<void> => {
		await target.waitFor();
		for (let keys = 0; keys < MAX_KEYS; keys++) {
			if (await isFocused(target)) return;
			await keyboard.press((await isBefore(target)) ? "Shift+Tab" : "Tab");
		}
		throw new Error(`${target} can't be reached by keyboard`);
	};
	return {
		async press(target) {
			await focus(target);
			await keyboard.press("Enter");
		},
		async choose(item) {
			await item.waitFor();
			for (let keys = 0; keys < MAX_KEYS && !(await isFocused(item)); keys++) await keyboard.press("ArrowDown");
			await keyboard.press("Enter");
		},
		async type(field, text) {
			await focus(field);
			await keyboard.type(text);
		},
	};
}

/** Touch alone; text comes from the keyboard on the screen. */
export function touchOf(page: Page): Hand {
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
