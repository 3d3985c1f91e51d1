import type { Page } from "playwright-core";
import { beforeEach, expect, it } from "vitest";
import { PHONE } from "../../e2e/browser.ts";
import { fitsAndIsAccessible } from "../../e2e/screenshots.ts";
import { testScreens } from "./screens.ts";

/** What is said of messages that have not left, and what can be done about them there. */

const screens = testScreens();
const LATER = "2099-01-01T08:00:00.000Z";
const waiting = {
	id: "0190a000-0000-7000-8000-000000000001",
	...{ kind: "new", accountId: null, emailId: null, cc: [], bcc: [], preview: "Hello", hasAttachments: false },
	...{ to: [{ name: "", email: "bob@example.net" }], subject: "Plans", state: "sending", sendAt: null, waiting: null },
	problem: "The mail server asked to try again later.",
	nextTryAt: LATER,
	recipients: [
		{ address: "bob@example.net", state: "deferred", status: "4.7.1", reply: "Greylisted" },
		{ address: "cyd@example.net", state: "rejected", status: "5.1.1", reply: "No such user" },
		{ address: "eve@example.net", state: "suppressed", status: null, reply: null },
	],
	outgoingId: "0190a000-0000-7000-8000-000000000002",
	...{ copyProblem: null, isDamaged: false, version: 1, updatedAt: "2026-01-01T08:00:00.000Z" },
};

let calls: string[];

beforeEach(() => {
	calls = [];
	screens.server.answers.getOutbox = () => ({ waiting: 1, attention: 2, delayed: [waiting] });
	screens.server.answers.listDrafts = () => ({ items: [waiting], total: 1, nextCursor: null });
	screens.server.answers.allowAddress = () => ({ removed: ["eve@example.net"] });
});

async function openOutbox(options: Parameters<typeof screens.open>[1] = {}): Promise<Page> {
	const page = await screens.open("/drafts", options);
	page.on("request", (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
	return page;
}

const section = (page: Page) => page.getByRole("main").getByRole("listitem").filter({ hasText: "Plans" }).first();

it("says why a message waits, until when, and for each recipient what happened", async () => {
	const page = await openOutbox();
	await section(page)
		.getByText(/The mail server asked to try again later\. Next try at .+2099/)
		.waitFor();
	const results = section(page).getByRole("list", { name: "Not reached" }).getByRole("listitem");
	expect(await results.allTextContents()).toEqual([
		"bob@example.net: The mail server asked to try later: “Greylisted”",
		"cyd@example.net: Refused: “No such user”",
		"eve@example.net: On your suppression list: this address gets nothing.Allow",
	]);
});

it.each([
	["Try now", [`POST /api/v1/outgoing/${waiting.outgoingId}/retry`]],
	["Back to draft", [`POST /api/v1/drafts/${waiting.id}/reopen`]],
	["Cancel", [`POST /api/v1/drafts/${waiting.id}/reopen`, `DELETE /api/v1/drafts/${waiting.id}`]],
	["Allow eve@example.net", ["POST /api/v1/suppressions/allow"]],
])("offers for each: %s", async (name, expected) => {
	const page = await openOutbox();
	await section(page).getByRole("button", { name, exact: true }).click();
	await expect.poll(() => calls.filter((call) => !call.startsWith("GET"))).toEqual(expected);
});

it("allows a suppressed recipient in the composer", async () => {
	const draft = {
		...waiting,
		...{ state: "editing", problem: null, nextTryAt: null, recipients: [], outgoingId: null },
		...{ html: null, text: "", quote: null, remindAfterDays: null, attachments: [], suppressed: ["bob@example.net"] },
	};
	screens.server.answers.createDraft = () => draft;
	screens.server.answers.updateDraft = () => ({ ...draft, version: 2 });
	screens.server.answers.allowAddress = () => ({ removed: ["example.net"] });
	const page = await openOutbox();
	await page.getByRole("main").getByRole("button", { name: "New message" }).click();
	const allow = page.getByRole("button", { name: "Allow bob@example.net" });
	await allow.click();
	await allow.waitFor({ state: "detached" });
	await page.getByText("Allowed example.net").waitFor();
	expect(calls).toContain("POST /api/v1/suppressions/allow");
});

it("has a count in the rail, and says once of a message that it waits", async () => {
	const page = await screens.open("/activity");
	await page.getByRole("link", { name: /Drafts & outbox.*3/ }).waitFor();
	const said = page.getByText("“Plans” hasn't been sent yet", { exact: true });
	await said.waitFor();
	await page.reload();
	await page.getByRole("link", { name: /Drafts & outbox.*3/ }).waitFor();
	expect(await said.count()).toBe(0);
	// It is opened from there.
	await page.evaluate(() => localStorage.clear());
	await page.reload();
	await page.getByRole("button", { name: "Open outbox" }).click();
	await page.waitForURL("**/drafts");
});

it.each([
	["wide", {}],
	["on a phone", { viewport: PHONE }],
])("is accessible and fits: %s", async (name, options) => {
	const page = await openOutbox(options);
	await section(page).waitFor();
	await fitsAndIsAccessible(page, `outbox-${name.replaceAll(" ", "-")}`);
});
