import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Job } from "#shared/contracts/jobs.ts";
import type { Operation, Plan } from "#shared/contracts/plans.ts";
import { waitForIdle } from "../../e2e/browser.ts";
import { connectedInbox, inboxOf } from "./connected-inbox.ts";
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

describe("everything in a list was changed", () => {
	const total = 500;
	let isArchived: boolean;
	let undo: PromiseWithResolvers<void>;

	async function archiveEverything(): Promise<Page> {
		isArchived = false;
		undo = Promise.withResolvers();
		const counts = { applied: total, skipped: 0, failed: 0 };
		const changed = (sample: unknown) => ({
			...(sample as Operation),
			...{ ...counts, count: total, canUndo: true, jobId: null, error: null },
		});
		const over = (sample: unknown) => {
			const { job, operation } = sample as { job: Job; operation: Operation };
			return { job: { ...job, state: "done", result: counts }, operation: changed(operation) };
		};
		screens.server.answers = {
			...connectedInbox,
			listConversations(sample) {
				const page = inboxOf(120).listConversations(sample);
				if (isArchived) return { ...page, items: [], total: 0, nextCursor: null };
				return { ...page, total, totalIsExact: true, nextCursor: "more" };
			},
			createPlan: (sample) => ({ ...(sample as Plan), count: total }),
			applyPlan(sample) {
				isArchived = true;
				return over(sample);
			},
			getOperation: changed,
			getJob: (sample) => ({ ...(sample as Job), state: "done", result: counts }),
			async undoOperation(sample) {
				await undo.promise;
				return over(sample);
			},
		};
		const page = await openInbox();
		await page.keyboard.type("*a");
		await page.getByRole("button", { name: /^Select all 500 / }).click();
		await page.keyboard.press("e");
		await page.getByRole("dialog").getByRole("button", { name: "Archive 500 emails" }).click();
		await expect.poll(() => senders(page)).toEqual([]);
		return page;
	}

	const senders = (page: Page) =>
		page.getByText(/^Sender [1-3]$/).evaluateAll((rows) => [...new Set(rows.map((row) => row.textContent))]);

	it("shows again at once", async () => {
		const page = await archiveEverything();
		await page.getByRole("button", { name: "Undo" }).click();
		await expect.poll(() => senders(page)).toEqual(["Sender 1", "Sender 2", "Sender 3"]);
		isArchived = false;
		undo.resolve();
		await waitForIdle(page);
		expect(await senders(page)).toEqual(["Sender 1", "Sender 2", "Sender 3"]);
	});

	it("does not stay where it can't be undone", async () => {
		screens.expectErrors(/The mail server refused|500/);
		const page = await archiveEverything();
		undo.reject(new Error("The mail server refused"));
		undo.promise.catch(() => undefined);
		await page.getByRole("button", { name: "Undo" }).click();
		await page.getByText("Couldn't undo").first().waitFor();
		await expect.poll(() => senders(page)).toEqual([]);
	});
});
