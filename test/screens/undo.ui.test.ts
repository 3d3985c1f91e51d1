import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { Operation } from "#shared/contracts/plans.ts";
import { connectedInbox } from "./connected-inbox.ts";
import { testScreens } from "./screens.ts";

/** `z` in the inbox. */

const screens = testScreens();

async function openInbox(): Promise<Page> {
	screens.server.amount = "most";
	const page = await screens.open("/inbox");
	await page.getByRole("row").first().waitFor();
	return page;
}

/** Presses keys, each as soon as the one before has changed the rows. @returns milliseconds until each has */
function pressAll(page: Page, keys: readonly string[]): Promise<number[]> {
	return page.evaluate(async (all) => {
		const count = () => document.querySelectorAll("[role=row]").length;
		const times: number[] = [];
		for (const key of all) {
			const before = count();
			const start = performance.now();
			document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
			while (count() === before && performance.now() - start < 10_000)
				await new Promise((resolve) => requestAnimationFrame(resolve));
			times.push(performance.now() - start);
		}
		return times;
	}, keys);
}

it("brings rows back at once, while the server has not answered the change yet", async () => {
	const requests: string[] = [];
	const { promise: held, resolve: release } = Promise.withResolvers<void>();
	const noted = (name: string) => (sample: unknown) => {
		requests.push(name);
		return sample;
	};
	screens.server.answers = {
		...connectedInbox,
		async createPlan(sample) {
			requests.push("plan");
			await held;
			return sample;
		},
		applyPlan: noted("apply"),
		undoOperation: noted("undo"),
		listOperations: noted("list"),
	};
	const page = await openInbox();
	const rows = await page.getByRole("row").count();
	await page.keyboard.press("j");
	const times = await pressAll(page, ["e", "z", "e", "z", "e", "z"]);
	expect(await page.getByRole("row").count()).toBe(rows);
	// Some 30 ms on a machine that does nothing else.
	const undos = times.filter((_, index) => index % 2 === 1).sort((a, b) => a - b);
	expect(undos[1]).toBeLessThan(500);
	expect(requests).toEqual(["plan"]);
	release();
	await expect.poll(() => requests.filter((one) => one === "undo").length).toBe(3);
	expect(requests.slice(0, 6)).toEqual(["plan", "apply", "undo", "plan", "apply", "undo"]);
});

it("asks on a fresh page, and names the change with its mailbox and device", async () => {
	let undone = 0;
	screens.server.answers = {
		listOperations(sample) {
			const { items, ...page } = sample as { items: Operation[] };
			const title = "Archived 6 emails";
			return { ...page, items: items.map((one) => ({ ...one, title, undoOf: null, device: "Firefox on Android" })) };
		},
		undoOperation(sample) {
			undone += 1;
			return sample;
		},
	};
	const page = await openInbox();
	await page.keyboard.press("z");
	const question = page.getByRole("alertdialog", { name: /^Undo “Archived 6 emails” in .+\?$/ });
	await question.getByText(/ in Firefox on Android\.$/).waitFor();
	await question.getByRole("button", { name: "Cancel" }).click();
	await question.waitFor({ state: "detached" });
	expect(undone).toBe(0);
});
