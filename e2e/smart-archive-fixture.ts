import type { Page } from "playwright-core";
import type { CleaningMailbox } from "./cleaning-fixture.ts";
import { makeMessage, usualMessages } from "./cleaning-messages.ts";

/** Helpers shared by the smart archive's journeys: its mail, and how to reach its cards. */

/** A promotional message. */
export const offer = (n: number, daysAgo: number) =>
	makeMessage(
		{
			from: "Orchard Tools <offers@orchard.example>",
			subject: `Sale ${n}: save 20% on everything, today only`,
			daysAgo,
			fields: [
				"List-Unsubscribe: <https://orchard.example/leave>",
				"List-Id: <offers.orchard.example>",
				"Precedence: bulk",
			],
			text: `Our offer of the day ${n}: buy now and save. Discount code SAVE${n}. Shop our sale before midnight.`,
		},
		{ isRead: n % 3 === 0, category: "PROMOTIONS" },
	);

/** In addition to the usual mail: large messages, and enough old ones to trigger suggestions. */
export const messages = [
	...usualMessages(),
	makeMessage({
		from: "Film Club <film@club.example>",
		subject: "The whole film",
		daysAgo: 40,
		attachmentBytes: 4_500_000,
	}),
	...Array.from({ length: 60 }, (_, n) => offer(n, 200 + n)),
];

/** Opens the page with its figures. */
export async function analyzed(
	mailbox: CleaningMailbox,
	shown?: Parameters<CleaningMailbox["open"]>[0],
): Promise<Page> {
	const page = await mailbox.open(shown);
	await page.goto("/tool/smart-archive");
	const begin = page.getByRole("button", { name: "Analyze Storage Usage" });
	await begin
		.or(page.getByRole("button", { name: "Refresh" }))
		.first()
		.waitFor();
	if (await begin.isVisible()) {
		await begin.click();
		await page.getByText("Storage Analysis Complete").waitFor({ timeout: 60_000 });
	}
	await page.getByRole("heading", { name: "Smart Cleanup Actions" }).waitFor();
	return page;
}

/** Presses a card's button, then the confirm button of the dialog. */
export async function execute(page: Page, card: string, verb: RegExp, how?: string): Promise<void> {
	if (how !== undefined) {
		await page.getByRole("combobox", { name: `Action for ${card.toLowerCase()}` }).click();
		await page.getByRole("option", { name: how }).click();
	}
	await page.getByRole("button", { name: `Execute Cleanup: ${card}` }).click();
	await page.getByRole("dialog").getByRole("button", { name: verb }).click();
}
