import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Email } from "#shared/contracts/emails.ts";
import { type OpenOptions, PHONE } from "../../e2e/browser.ts";
import { fitsAndIsAccessible } from "../../e2e/screenshots.ts";
import { connectedInbox } from "./connected-inbox.ts";
import { testScreens } from "./screens.ts";

/** What screens say of mail that is not to be trusted, and what they offer. */

const screens = testScreens();
const looks: [name: string, options: OpenOptions][] = [
	["wide", {}],
	["wide, dark", { dark: true }],
	["phone", { viewport: PHONE }],
	["phone, dark", { viewport: PHONE, dark: true }],
];
const REASONS = [
	{ kind: "borrowed_name", about: "PayPal", other: "intl-limited.test" },
	{ kind: "account_threat", about: "intl-limited.test", other: "" },
	{ kind: "links_elsewhere", about: "pay.test", other: "intl-limited.test" },
];

/** Opens a message with a verdict. @returns the page, and the calls of the user's word for the sender */
async function openEmail(trust: Email["trust"], options?: OpenOptions): Promise<{ page: Page; calls: string[] }> {
	const calls: string[] = [];
	const warnings = trust === "suspicious" || trust === "forged" ? REASONS : [];
	screens.server.amount = "most";
	screens.server.answers = {
		...connectedInbox,
		listEmails(sample: unknown) {
			const list = connectedInbox.listEmails(sample);
			return { ...list, items: list.items.map((one) => ({ ...one, trust })) };
		},
		listConversations(sample: unknown) {
			const { items, ...list } = sample as { items: object[] };
			return { ...list, items: items.map((one) => ({ ...one, trust, foundIn: [] })) };
		},
		getEmail: (sample: unknown) => ({ ...(sample as Email), folder: "inbox", trust, warnings, problem: null }),
		trustSender(sample: unknown) {
			calls.push("trust");
			return sample;
		},
		distrustSender(sample: unknown) {
			calls.push("distrust");
			return sample;
		},
	};
	const page = await screens.open("/inbox", options);
	await page.getByRole("row").first().click();
	await page.getByRole("article").first().waitFor();
	return { page, calls };
}

const noticeOf = (page: Page) => page.getByRole("alert").filter({ hasText: /Be careful|is forged/ });

describe("the reader", () => {
	it.each(looks)("says first why a message is suspicious, and the rest on request: %s", async (name, options) => {
		const { page } = await openEmail("suspicious", options);
		const notice = noticeOf(page);
		await notice.getByText("The sender calls itself PayPal, but writes from intl-limited.test.").waitFor();
		expect(await notice.getByText("Its links lead to pay.test, not to intl-limited.test.").count()).toBe(0);
		await fitsAndIsAccessible(page, `trust-reader-${name.replaceAll(/\W+/g, "-")}`);
		await notice.getByRole("button", { name: "Show 2 more reasons" }).click();
		await notice.getByText("Its links lead to pay.test, not to intl-limited.test.").waitFor();
	});

	it("takes the user's word for a sender, and takes it back", async () => {
		const { page, calls } = await openEmail("suspicious");
		await noticeOf(page).getByRole("button", { name: "Looks safe" }).click();
		await page.getByRole("button", { name: "Undo", exact: true }).click();
		await expect.poll(() => calls).toEqual(["trust", "distrust"]);
	});

	it("takes no one's word for a forged message", async () => {
		const { page } = await openEmail("forged");
		await noticeOf(page).getByText("This message is forged").waitFor();
		await noticeOf(page)
			.getByText(/It is not from \S/)
			.waitFor();
		await noticeOf(page).getByRole("button", { name: "Report phishing" }).waitFor();
		expect(await noticeOf(page).getByRole("button", { name: "Looks safe" }).count()).toBe(0);
	});

	it.each(["suspicious", "forged"] as const)(
		"offers to block and report a %s message, not to unsubscribe",
		async (trust) => {
			const { page } = await openEmail(trust);
			await page.getByRole("button", { name: "Block and report", exact: true }).first().click();
			await page.getByRole("dialog", { name: "Block and report" }).waitFor();
			await page.keyboard.press("Escape");
			expect(await page.getByRole("button", { name: "Unsubscribe", exact: true }).count()).toBe(0);
		},
	);

	it.each(["safe", "unknown", undefined] as const)("says nothing of other mail: %s", async (trust) => {
		const { page } = await openEmail(trust);
		expect(await noticeOf(page).count()).toBe(0);
	});

	it("says in summaries and replies that they leave suspicious mail alone", async () => {
		const { page } = await openEmail("suspicious");
		Object.assign(screens.server.answers, {
			"email-ai-summary": (sample: unknown) => ({ ...(sample as object), actions: [], action_items: [] }),
			"email-smart-reply": (sample: unknown) => ({ ...(sample as object), replies: [], none: "suspicious" }),
		});
		const row = page.getByRole("row").first();
		await row.hover();
		await row.getByRole("button", { name: "Summary", exact: true }).click();
		await page.getByText("No action items, because this email looks suspicious.").waitFor();
		await page.keyboard.press("Escape");
		await row.hover();
		await row.getByRole("button", { name: "Reply", exact: true }).click();
		await page.getByRole("dialog").getByText("No replies to suggest, because this email looks suspicious.").waitFor();
	});
});

describe("the unsubscriber", () => {
	it.each(looks)(
		"offers to block what looks like phishing, and leaves it out of selections: %s",
		async (name, options) => {
			const calls: string[] = [];
			screens.server.amount = "most";
			screens.server.answers = {
				createFilter(sample: unknown, input) {
					calls.push((input as unknown as { body: { action: string } }).body.action);
					return sample;
				},
				planFilters(sample: unknown, input) {
					calls.push(`apply: ${(input as unknown as { body: { apply: boolean } }).body.apply}`);
					return sample;
				},
				listSubscriptions(sample: unknown) {
					const { items, ...page } = sample as { items: object[] };
					return { ...page, items: items.map((one) => ({ ...one, isSuspicious: true, state: "active" })) };
				},
			};
			const page = await screens.open("/tool/unsubscriber", options);
			const main = page.getByRole("main");
			await main.getByText("Looks like phishing").first().waitFor();
			await main
				.getByText(/look like phishing and (?:are|is) left out of bulk actions|looks like phishing and is left out/)
				.waitFor();
			const boxes = main.getByRole("checkbox", { name: "Select Sample name" });
			expect(await boxes.count()).toBeGreaterThan(0);
			for (const box of await boxes.all()) expect(await box.isDisabled()).toBe(true);
			if (options.viewport !== PHONE) await main.getByRole("button", { name: "Sample name" }).first().hover();
			await fitsAndIsAccessible(page, `trust-unsubscriber-${name.replaceAll(/\W+/g, "-")}`);
			// On a phone the panel of a list has its actions.
			if (options.viewport === PHONE) await main.getByRole("button", { name: "Sample name" }).first().click();
			await page.getByRole("button", { name: "More actions for Sample name", exact: true }).last().click();
			await page.getByRole("menuitem", { name: "Keep" }).waitFor();
			expect(await page.getByRole("menuitem", { name: /Unsubscribe/ }).count()).toBe(0);
			await page.keyboard.press("Escape");
			await page.getByRole("button", { name: "Block and report Sample name" }).first().click();
			const dialog = page.getByRole("dialog", { name: "Block and report" });
			await dialog.getByText(/that reports them as phishing to your email provider/).waitFor();
			await dialog.getByRole("button", { name: "Block and report" }).click();
			// It is blocked, and what is stored is reported.
			await expect.poll(() => calls).toEqual(["block", "apply: true"]);
		},
	);
});
