import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emailsContract } from "#shared/contracts/emails.ts";
import { outgoingContract } from "#shared/contracts/outgoing.ts";
import { campaignsContract } from "#tools/follow-up-tracker/contract.ts";
import { expectAccessible } from "./accessible.ts";
import {
	type CleaningFixture,
	type CleaningMailbox,
	type Kind,
	kinds,
	startCleaningFixture,
} from "./cleaning-fixture.ts";
import { makeMessage } from "./cleaning-messages.ts";

/** Nudges in conversations that wait for others, from every kind of mailbox that can send. */

/** The address that each mailbox has in the fixture. */
const addresses: Partial<Record<Kind, string>> = {
	mbox: "ann@example.org",
	imap: "ann@post.example",
	gmail: "ann@gmail.example",
	outlook: "ann@outlook.example",
};
const sent = Object.values(addresses).map((address) =>
	makeMessage(
		{
			from: `Ann Example <${address}>`,
			to: "Mira Holt <mira@orchard.example>",
			subject: `Barn keys from ${address}`,
			daysAgo: 4,
			text: "Hello Mira,\n\nCould you leave the keys of the barn with the neighbors?\n\nAnn",
		},
		{ folder: "sent", isRead: true },
	),
);

let fixture: CleaningFixture;
beforeAll(async () => {
	fixture = await startCleaningFixture({ kinds: [...new Set<Kind>([...kinds, "mbox"])], messages: sent });
}, 180_000);
afterAll(() => fixture?.close());

/** The last message of a conversation that waits for others; from the mailbox's own address. */
async function waitingFor({ user, kind }: CleaningMailbox) {
	const { items } = await user.client(campaignsContract).listWaitingThreads({ query: { for: "them" } });
	const address = addresses[kind];
	const found = items.find(({ subject }) => address === undefined || subject.endsWith(address));
	if (found === undefined) throw new Error(`Nobody is waited for in the ${kind} mailbox`);
	return found;
}

const composerOf = (page: Page) =>
	page.getByRole("dialog").filter({ has: page.getByRole("textbox", { name: "Message" }) });

test.each(kinds.filter((kind) => kind !== "mbox"))(
	"the %s mailbox drafts a nudge as a reply, which is sent only when the user sends it",
	async (kind) => {
		const mailbox = fixture.mailbox(kind);
		const { subject, name, threadId } = await waitingFor(mailbox);
		const { user, sync } = mailbox;
		const outgoing = async () => (await user.client(outgoingContract).listOutgoing({ query: {} })).items.length;
		const before = await outgoing();
		const page = await mailbox.open();
		await page.goto("/tool/follow-up-tracker?tab=them");
		await page.getByRole("button", { name: `Draft a nudge about ${subject}`, exact: true }).click();
		const composer = composerOf(page);
		await composer.getByText(/^I'm following up on my email of /).waitFor();
		await composer.getByText(name, { exact: true }).waitFor();
		await page.getByText("Saved", { exact: true }).first().waitFor();
		expect(await outgoing()).toBe(before);
		await composer
			.getByRole("button", { name: kind === "demo" ? "Send (stays in the demo)" : "Send", exact: true })
			.click();
		await page.getByText("Message sent").waitFor({ timeout: 60_000 });
		await sync();
		const inThread = async () =>
			(await user.client(emailsContract).listEmails({ query: { thread: threadId } })).items.filter(
				(item) => item.folder === "sent" && /^Re: /.test(item.subject),
			).length;
		await expect.poll(inThread, { timeout: 60_000 }).toBeGreaterThan(0);
		fixture.app.expectNoPageErrors();
		await page.context().close();
	},
);

test("an mbox mailbox, which cannot send, has its nudge in a composer that says so", async () => {
	const mailbox = fixture.mailbox("mbox");
	const { subject } = await waitingFor(mailbox);
	const page = await mailbox.open();
	await page.goto("/tool/follow-up-tracker?tab=them");
	await page.getByRole("button", { name: `Draft a nudge about ${subject}`, exact: true }).click();
	await page
		.getByText(/no server to send mail with/)
		.first()
		.waitFor();
	fixture.app.expectNoPageErrors();
	await page.context().close();
});

test("the reader and the palette draft a nudge, and such conversations are marked", async () => {
	const mailbox = fixture.mailbox("mbox");
	const { emailId, subject } = await waitingFor(mailbox);
	const page = await mailbox.open();
	const message = page.getByRole("region", { name: "Message", exact: true });
	await page.goto(`/inbox/${emailId}?folder=sent`);
	await message.getByRole("heading", { name: subject }).waitFor();
	await message.getByText("No reply", { exact: true }).waitFor();
	await page.getByRole("grid").getByText("No reply", { exact: true }).first().waitFor();
	await expectAccessible(page);
	await page.getByRole("button", { name: "More actions", exact: true }).click();
	await page.getByRole("menuitem", { name: "Draft a nudge" }).click();
	await page.getByText("Nudge drafted").first().waitFor();

	await page.goto(`/inbox/${emailId}?folder=sent`);
	await message.getByText("No reply", { exact: true }).waitFor();
	await page.keyboard.press("ControlOrMeta+k");
	await page.keyboard.type("Draft a nudge");
	// Typed before the palette had loaded.
	expect(await page.getByRole("combobox", { name: "Search mail or run a command" }).inputValue()).toBe("Draft a nudge");
	await page.getByRole("option", { name: "Draft a nudge", exact: true, selected: true }).waitFor();
	await page.keyboard.press("Enter");
	await page.getByText("Nudge drafted").first().waitFor();
	fixture.app.expectNoPageErrors();
	await page.context().close();
});
