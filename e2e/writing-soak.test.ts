import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emailsContract } from "#shared/contracts/emails.ts";
import { randomNumbers } from "#test/random-numbers.ts";
import type { TestUser } from "#test/server.ts";
import { killRounds } from "#test/soak.ts";
import { composerContract } from "#tools/composer/contract.ts";
import { PHONE, WIDE } from "./browser.ts";
import { failureErrors } from "./soak-failures.ts";
import { type Box, boxes, type SoakMailboxes, startMailboxes } from "./writing-soak-fixture.ts";
import { composerOf, type Happening, happen, happenings, messageOf } from "./writing-soak-happenings.ts";

/**
 * Somebody writes while everything happens that can happen. Afterwards all that was typed is in a draft, in the outbox or
 * with the recipients, was sent once at most, and from the mailbox it was meant for.
 */

const SEED = Number(process.env.SOAK_SEED ?? Date.now() % 1_000_000);
const kinds = ["new", "reply", "reply_all", "forward"] as const;
const keys = { new: "c", reply: "r", reply_all: "a", forward: "f" };
const SIGNATURE = "<div>Kind regards</div><div>The Writer</div>";

let mailboxes: SoakMailboxes;
beforeAll(async () => {
	mailboxes = await startMailboxes();
});
afterAll(() => mailboxes?.close());

interface Round {
	number: number;
	kind: (typeof kinds)[number];
	box: Box;
	happening: Happening;
	isPhone: boolean;
	isSigned: boolean;
	sends: boolean;
}

describe(`writing (seed ${SEED})`, () => {
	const pick = randomNumbers(SEED);
	const of = <T>(list: readonly T[]): T => list[pick(list.length)] as T;
	const rounds: Round[] = Array.from({ length: killRounds(13, 200) }, (_, number) => ({
		...{ number, kind: of(kinds), box: of(boxes) },
		// Each comes up before one comes up again.
		happening: happenings[number % happenings.length] ?? "nothing",
		...{ isPhone: pick(2) === 1, isSigned: pick(2) === 1, sends: pick(3) > 0 },
	}));
	test.each(rounds)("$number: $kind, $box, $happening, phone $isPhone, signature $isSigned, sends $sends", write);
});

async function write(round: Round): Promise<void> {
	const user = await mailboxes.user();
	const drafts = user.client(composerContract);
	for (const box of boxes)
		await drafts.updateSender({
			params: { id: mailboxes.accounts[box] },
			body: { signature: round.isSigned ? SIGNATURE : "" },
		});
	const page = await openComposer(round);
	const texts = ["before", "during", "after"].map((part) => `${part}-${SEED}-${round.number}`);
	const [before, during = "", after] = texts;
	await page.keyboard.type(`${before} `);
	await happen(mailboxes, round.happening, page, during);
	await messageOf(page).click();
	await page.keyboard.press("Control+Home");
	await page.keyboard.type(`${after} `);
	if (round.sends) await send(round, page);
	await settle(round, page);
	try {
		await check(round, texts);
	} finally {
		mailboxes.sink.refuse(null);
		mailboxes.sink.received.splice(0);
		await emptyDrafts(await mailboxes.user());
	}
	mailboxes.browser.expectNoPageErrors(failureErrors);
}

/** The cursor is in the text; recipient and subject are filled in. */
async function openComposer({ kind, box, isPhone, number }: Round): Promise<Page> {
	const page = await mailboxes.open(isPhone ? PHONE : WIDE);
	const account = mailboxes.accounts[box];
	await page.addInitScript(
		([id, provider]) => {
			sessionStorage.setItem("selectedProvider", provider ?? "");
			sessionStorage.setItem("selectedAccount", id ?? "");
		},
		[account, box === "demo" ? "demo" : box === "file" ? "mbox" : "imap"],
	);
	await page.goto(kind === "new" ? "/drafts" : `/inbox/${mailboxes.emails[box]}`);
	if (kind === "new") await page.getByRole("heading", { level: 1 }).waitFor();
	else await page.getByRole("article").first().waitFor();
	await page.keyboard.press(keys[kind]);
	await messageOf(page).waitFor();
	if (kind === "new" || kind === "forward") {
		const to = composerOf(page).getByRole("combobox", { name: "To" });
		await to.fill("bea@example.net");
		await to.press("Enter");
	}
	if (kind === "new") await composerOf(page).getByRole("textbox", { name: "Subject" }).fill(`Round ${number}`);
	await messageOf(page).click();
	await page.keyboard.press("Control+Home");
	return page;
}

/** From the mailbox itself, or from the real one where that cannot send. */
async function send({ box }: Round, page: Page): Promise<void> {
	const composer = composerOf(page).last();
	if (box === "unable" || box === "file") {
		await composer.getByRole("combobox", { name: "Send from" }).click();
		await page.getByRole("option", { name: new RegExp(mailboxes.address) }).click();
	}
	const before = await composerOf(page).count();
	await messageOf(page).press("Control+Enter");
	await expect.poll(() => composerOf(page).count(), { timeout: 60_000 }).toBe(before - 1);
}

/** Until what is open is saved, and what was sent has left, unless its mail server is busy. */
async function settle({ box, happening }: Round, page: Page): Promise<void> {
	const unsaved = composerOf(page).filter({ hasNotText: "Saved" });
	await expect.poll(() => unsaved.count(), { timeout: 20_000 }).toBe(0);
	await page.context().close();
	if (happening === "mail server busy" && box !== "demo") return;
	const drafts = (await mailboxes.user()).client(composerContract);
	const onTheirWay = async () => (await drafts.listDrafts({ query: { section: "waiting" } })).total;
	await expect.poll(onTheirWay, { timeout: 90_000 }).toBe(0);
}

async function check({ box, happening, sends }: Round, [before, during, after]: string[]): Promise<void> {
	// What the demo has sent is listed a moment later.
	const isThere = async () => (await placesOf(await mailboxes.user())).some(({ text }) => text.includes(after ?? "?"));
	await expect.poll(isThere, { timeout: 30_000 }).toBe(true);
	const places = await placesOf(await mailboxes.user());
	const withText = (text = "?") => places.filter(({ text: one }) => one.includes(text));
	const isSplit = happening === "second tab" || happening === "second device";
	expect(withText(before), JSON.stringify(places)).toHaveLength(isSplit ? 2 : 1);
	for (const text of [during, after]) {
		const [address, ...more] = withText(text);
		expect([more, address?.text.split(text ?? "?").length]).toEqual([[], 2]);
	}
	const [last] = withText(after);
	const isSent = sends && (box === "demo" || happening !== "mail server busy");
	expect([last?.where, last?.from]).toEqual(
		isSent
			? [box === "demo" ? "demo" : "sent", box === "demo" ? "ada@marlow.example" : mailboxes.address]
			: ["draft", undefined],
	);
}

interface ListAddress {
	where: "draft" | "sent" | "demo";
	from?: string | undefined;
	text: string;
}

/** Every text that is anywhere: drafts and the outbox, what the mail server received, and what the demo has sent. */
async function placesOf(user: TestUser): Promise<ListAddress[]> {
	const drafts = user.client(composerContract);
	const emails = user.client(emailsContract);
	const places: ListAddress[] = mailboxes.sink.received.map(({ from, raw }) => ({
		...{ where: "sent", from },
		text: raw.replaceAll("=\r\n", "").split(/content-type: text\/html/i)[0] ?? "",
	}));
	// What was sent is a draft until it is recorded that everybody has it.
	const unsent = (await drafts.listDrafts()).items.filter(({ state }) => state !== "sent");
	for (const { id } of unsent) places.push({ where: "draft", text: (await drafts.getDraft({ params: { id } })).text });
	const query = { account: mailboxes.accounts.demo, folder: "sent", limit: 5 } as const;
	for (const { id, senderEmail } of (await emails.listEmails({ query })).items)
		places.push({ where: "demo", from: senderEmail, text: (await emails.getEmail({ params: { id } })).text ?? "" });
	return places;
}

async function emptyDrafts(user: TestUser): Promise<void> {
	const drafts = user.client(composerContract);
	for (const { id, state } of (await drafts.listDrafts()).items) {
		// One that is on its way just now arrives in a later round, which does not look for its text.
		if (state !== "editing") await drafts.reopenDraft({ params: { id } }).catch(() => undefined);
		await drafts.discardDraft({ params: { id } }).catch(() => undefined);
	}
}
